// Games played to the end by lot.
#pragma once

#include "../board/board.hpp"
#include "random.hpp"

namespace outflank {

enum class Policy {
    uniform,  // every legal move is as likely as the others
    guided,   // a corner if there is one; beside an empty corner only if there is nothing else
};

// Plays one game by lot; the player's final margin, empty squares to the winner.
template <class B>
int playout(Board<B> board, const Shape<B>& shape, Policy policy, Random& random);

extern template int playout(Board<Bits64>, const Shape<Bits64>&, Policy, Random&);
extern template int playout(Board<Bits256>, const Shape<Bits256>&, Policy, Random&);

}  // namespace outflank
