// Endings of a few empty squares: no lists of moves, no ordering but parity, a small cache.
#pragma once

#include "../search/limits.hpp"
#include "cache.hpp"
#include "last_disc.hpp"

namespace outflank {

template <class B>
class SmallEndings {
  public:
    // The most empty squares that it is meant for.
    static constexpr int most = 6;

    SmallEndings(const Shape<B>& shape, Control& control) : shape_(shape), control_(control) {}

    // Whether the margin with best play is above alpha: a bound of it on the same side of alpha. `count` is of
    // `empties`, at least one.
    int solve(const Board<B>& board, B empties, int count, int alpha);

  private:
    // For `count` empty squares, more than three.
    template <int count>
    int several(const Board<B>& board, B empties, int alpha, bool passed);
    template <int count>
    int try_all(const Board<B>& board, B empties, int alpha, int& best_square, bool passed);

    int three(const Board<B>& board, B empties, int alpha);
    int three_tried(const Board<B>& board, const int* squares, int alpha);
    int two(const Board<B>& board, int first, int second, int alpha);
    int two_tried(const Board<B>& board, int first, int second, int alpha);
    bool may_turn(const Board<B>& board, int square) const { return (shape_.around[square] & board.opponent).any(); }

    const Shape<B>& shape_;
    Control& control_;
    EndgameCache cache_;
};

extern template class SmallEndings<Bits64>;
extern template class SmallEndings<Bits256>;

}  // namespace outflank
