// Learned patterns: a position is worth the sum of what the discs on each of many small sets of squares are worth.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "evaluator.hpp"

namespace outflank {

// A set of squares wherever it lies on a board. The squares of every copy are in the same order; `readings` are the
// orders in which a copy may as well be read, the first is that order itself. At most ten squares.
struct Pattern {
    std::vector<std::vector<int>> copies;
    std::vector<std::vector<int>> readings;
};

// Which weights there are in a phase of the game. A pattern has one for each of its 3^n configurations: the first
// square counts 1, the next 3, then 9 and so on, times 1 for a disc of the player's and 2 for one of the opponent's.
// Configurations that are readings of each other are tied: their weight is stored once. Then come weights for the
// number of moves that the player has, that the opponent has, and for an even or odd number of empty squares.
class PatternLayout {
  public:
    struct Copy {
        std::vector<int> squares;
        int first;  // the place of its first weight
    };

    static constexpr int most_moves = 63;
    static constexpr int most_squares = 10;

    explicit PatternLayout(const std::vector<Pattern>& patterns);

    const std::vector<Copy>& copies() const { return copies_; }
    int places() const { return static_cast<int>(stored_at_.size()); }
    int stored() const { return stored_; }

    // Where the weight of a place is stored.
    int stored_at(int place) const { return stored_at_[static_cast<std::size_t>(place)]; }

    // The places of the weights that are no pattern's.
    std::array<int, 3> places_besides(int moves, int replies, int empties) const;

  private:
    void add(const std::vector<std::vector<int>>& readings);

    std::vector<Copy> copies_;
    std::vector<int> stored_at_;
    int stored_ = 0;
};

// As many small numbers as a register holds.
#if defined(__AVX512BW__)
constexpr int lanes = 32;
#elif defined(__AVX2__)
constexpr int lanes = 16;
#else
constexpr int lanes = 8;
#endif
typedef std::uint16_t Lanes __attribute__((vector_size(2 * lanes)));

template <class B>
class Patterns : public Evaluator<B> {
  public:
    static constexpr int unit = 128;  // weights are 128ths of a disc

    // `stored` are the bytes of the weights of one phase after the other, `phase_of` the phase by discs on the board.
    Patterns(const Shape<B>& shape, PatternLayout layout, std::string_view stored, const std::vector<int>& phase_of);

    // Never more than a win by all squares.
    float evaluate(const Board<B>& board) override;

    // A state holds the configurations as each side sees them. A move changes few of them, by a row of a table for each
    // disc that is new or flips.
    std::size_t state_size() const override { return 2 * groups_.size() * sizeof(Lanes); }
    void make_state(const Board<B>& board, std::byte* state) const override;
    void derive_state(const std::byte* parent, const Change<B>& move, std::byte* state) const override;
    float value(const Board<B>& board, const std::byte* state, int moves) override;

  private:
    // Copies are handled in groups, one in each lane. The configurations of a group are sums of rows of a table, one
    // for each four squares of the frame with a disc of that side.
    static constexpr unsigned chunks = B::squares / 4;
    struct Group {
        std::array<std::array<Lanes, 16>, chunks> rows;
        alignas(64) std::array<std::int32_t, lanes> first;

        const Lanes& row(int square) const {
            return rows[static_cast<std::size_t>(square / 4)][std::size_t{1} << square % 4];
        }
    };

    // The configurations of a group as the player and the opponent see them.
    struct Views {
        Lanes player;
        Lanes opponent;
    };
    Views configurations(const Group& group, const Board<B>& board) const;

    // The value of a board whose player has `moves` moves. `configured` gives the configurations of the group with a
    // number.
    template <class Configured>
    float valued(const Board<B>& board, int moves, const Configured& configured) const;

    const Shape<B>& shape_;
    PatternLayout layout_;
    std::unique_ptr<std::int16_t[]> weights_;
    std::vector<const std::int16_t*> weights_by_discs_;
    std::vector<Group> groups_;
    std::vector<unsigned> used_;  // the chunks that hold squares of the board
};

// Adds where the weights that count for a board are stored within a phase: one for each copy of a pattern, then three.
template <class B>
void add_entries(const Shape<B>& shape, const PatternLayout& layout, const Board<B>& board, std::vector<int>& found);

extern template class Patterns<Bits64>;
extern template class Patterns<Bits256>;

}  // namespace outflank
