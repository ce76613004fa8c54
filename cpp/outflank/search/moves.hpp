// Lists of moves: which one to search next.
#pragma once

#include <cassert>
#include <utility>

namespace outflank {

// Moves the best of the moves from `i` on to place `i`: a step of a selection sort, as most nodes search few moves.
template <class Move>
void bring_best(Move* moves, int count, int i) {
    assert(0 <= i && i < count);
    int best = i;
    for (int j = i + 1; j < count; ++j) {
        if (moves[j].precedes(moves[best])) best = j;
    }
    if (best != i) std::swap(moves[best], moves[i]);
}

}  // namespace outflank
