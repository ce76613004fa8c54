// The one seam for evaluation: a position in, an estimate for the side to move out.
#pragma once

#include "../board.hpp"

namespace outflank {

template <class B>
class Evaluator {
  public:
    virtual ~Evaluator() = default;

    // `moves` are the legal moves of the player. Must be finite.
    virtual float evaluate(const Board<B>& board, B moves) = 0;

    // How many nodes may pass between two looks at the clock.
    virtual int nodes_between_checks() const { return 1024; }
};

}  // namespace outflank
