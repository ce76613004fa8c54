// Learned patterns: a position is worth the sum of what the discs on each of many small sets of squares are worth.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "evaluator.hpp"

namespace outflank {

// A set of squares and where the weights of its 3^n configurations begin. The first square counts 1, the next 3, then
// 9 and so on, times 1 for a disc of the player's and 2 for one of the opponent's. At most ten squares.
struct Pattern {
    std::vector<int> squares;
    int first;
};

// The weights of every pattern by phase, the last of them by the moves that the player and the opponent have.
struct PatternWeights {
    static constexpr int most_moves = 63;
    static constexpr int unit = 128;  // of a disc

    std::vector<std::int16_t> values;  // a phase after the other
    int entries;                       // of a phase; the last 2 * (most_moves + 1) are those of moves
    std::vector<int> phase_of;         // by discs on the board
};

template <class B>
class Patterns : public Evaluator<B> {
  public:
    Patterns(const Shape<B>& shape, const std::vector<Pattern>& patterns, PatternWeights weights);

    float evaluate(const Board<B>& board, const Path& path) override;

    // Adds the place among the weights of a phase of each pattern, then of the player's and of the opponent's moves.
    void entries(const Board<B>& board, std::vector<int>& found) const;

  private:
    // Patterns are handled in groups, one in each lane of a vector. The configurations of a group are sums of rows of
    // a table, one for each four squares of the frame with a disc of that side.
    static constexpr int lanes = 32;
    static constexpr int chunks = B::squares / 4;
    typedef std::uint16_t Lanes __attribute__((vector_size(2 * lanes)));
    struct Group {
        std::array<std::array<Lanes, 16>, chunks> rows;
        alignas(64) std::array<std::int32_t, lanes> first;
    };

    std::array<int, 2> entries_of_moves(const Board<B>& board) const;
    Lanes configurations(const Group& group, const Board<B>& board) const;

    const Shape<B>& shape_;
    std::vector<Pattern> patterns_;
    PatternWeights weights_;
    std::vector<Group> groups_;
    std::vector<int> used_;  // the chunks that hold squares of the board
};

extern template class Patterns<Bits64>;
extern template class Patterns<Bits256>;

}  // namespace outflank
