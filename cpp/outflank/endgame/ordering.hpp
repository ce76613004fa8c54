// Which move the exact search tries first.
#pragma once

#include <array>

#include "../board/board.hpp"

namespace outflank {

// What a move is worth for being searched early. Found by coordinate descent on the nodes that solving 60 positions
// of self-play with 16 to 19 empty squares takes.
struct EndgameWeights {
    int reply;         // each reply of the opponent
    int corner_reply;  // each of them in a corner, besides
    int potential;     // each empty square beside a disc of the player, where replies may appear
    int isolated;      // on a square without an empty neighbour
    int odd;           // in a quarter of the board with an odd number of empty squares
    int one_reply;
    std::array<int, 10> place;  // by Shape::place
};

inline constexpr EndgameWeights few_empties{32, 26, 4, 10, 4, 12, {24, -4, -13, 8, 1, 2, 4, -10, 2, 0}};
inline constexpr EndgameWeights many_empties{32, 52, 4, 10, 5, 16, {42, -4, -8, 6, 4, 6, 4, 4, 2, 0}};

// From this many empty squares on there are many.
inline constexpr int many_from = 12;

// From this many on an evaluator has a say too: so much for each disc of its value.
inline constexpr int advised_from = 13;
inline constexpr float advice = 16;

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
