// Which move the exact search tries first.
#pragma once

#include "../board/board.hpp"
#include "../search/constants.hpp"

namespace outflank {

// The squares in quarters of the board with an odd number of empty squares.
template <class B>
B odd_quarters(B empties, const Shape<B>& shape) {
    B odd{};
    for (const B& quarter : shape.quarters) {
        if ((quarter & empties).count() & 1) odd |= quarter;
    }
    return odd;
}

// `next` is the board after the move; `empties` and `odd` are those before it.
template <class B>
int endgame_worth(const EndgameWeights& w, const Shape<B>& shape, B empties, B odd, int square, const Board<B>& next) {
    const B left = empties & ~B::of(square);
    const B replies = kernels::landings(next.player, next.opponent) & left;
    const int count = replies.count();
    int worth = w.place[shape.place[square]] - w.reply * count - w.corner_reply * (replies & shape.corners).count() -
                w.potential * (spread(next.opponent) & left).count();
    if (count == 1) worth += w.one_reply;
    if (!(shape.around[square] & empties).any()) worth += w.isolated;
    if (odd.has(square)) worth += w.odd;
    return worth;
}

}  // namespace outflank
