// The one seam for evaluation: a position in, an estimate for the side to move out.
#pragma once

#include "../board.hpp"

namespace outflank {

// What is no function of a position: the legal moves that each side had on the way from the root, both ends
// included.
struct Path {
    int player = 0;
    int opponent = 0;

    // Seen by the other side, after the player had some moves to choose from.
    Path then(int moves) const { return {opponent, player + moves}; }
};

template <class B>
class Evaluator {
  public:
    virtual ~Evaluator() = default;

    // For the player of the board. Must be finite.
    virtual float evaluate(const Board<B>& board, const Path& path) = 0;

    // Whether the value depends on the path, so that a transposition table would mix things up.
    virtual bool needs_path() const { return false; }

    // Whether threads may ask it side by side.
    virtual bool takes_threads() const { return true; }

    // How many nodes may pass between two looks at the clock.
    virtual int nodes_between_checks() const { return 1024; }
};

}  // namespace outflank
