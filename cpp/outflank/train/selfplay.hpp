// Games of the search against itself, to learn from.
#pragma once

#include <cstdint>
#include <vector>

#include "../eval/evaluator.hpp"
#include "../midgame/search.hpp"
#include "../montecarlo/random.hpp"

namespace outflank {

// A position and what is thought of it, by its player.
template <class B>
struct Example {
    Board<B> board;
    float value;          // what the search found, in discs
    std::int16_t margin;  // how the game ended
    std::int16_t exact;   // 1: both are the margin with best play
};

struct SelfPlaySettings {
    int random_least;  // plies at random at the beginning, anything between these
    int random_most;
    int slips;       // of a thousand moves after them, played at random
    int depth;       // of the search after them
    int exact_from;  // so many empty squares are solved, and played out without a mistake
};

template <class B>
class SelfPlay {
  public:
    SelfPlay(const Shape<B>& shape, Evaluator<B>& evaluator, Evaluator<B>& ordering_evaluator,
             const SelfPlaySettings& settings, std::uint64_t seed);

    // Adds every position of a game in which a side has to move, those at random left out.
    void play(std::vector<Example<B>>& examples, Control& control);

  private:
    Board<B> opening(Control& control);
    int any_of(const B& moves);
    int solve(const Board<B>& board, std::vector<Example<B>>& examples, Control& control);

    const Shape<B>& shape_;
    Evaluator<B>& evaluator_;
    Evaluator<B>& ordering_evaluator_;
    SelfPlaySettings settings_;
    Random random_;
    Table table_;
};

extern template class SelfPlay<Bits64>;
extern template class SelfPlay<Bits256>;

}  // namespace outflank
