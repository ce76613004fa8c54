// Which move to search first: the table's, the killers, then few replies, safe squares and corners.
#pragma once

#include "../board/board.hpp"
#include "settings.hpp"

namespace outflank {

template <class B>
struct Candidate {
    int square;
    int score;
    Board<B> next;  // seen by the side to move after it

    // Among equals board order decides.
    bool precedes(const Candidate& other) const {
        return score > other.score || (score == other.score && square < other.square);
    }
};

// Neighbours of corners: of the empty ones, and of those that the player does not hold.
template <class B>
struct Danger {
    B empty_corners;
    B unheld_corners;

    Danger(const Board<B>& board, const Shape<B>& shape) {
        const B beside = shape.x_squares | shape.c_squares;
        empty_corners = spread(shape.corners & board.empties(shape)) & beside;
        unheld_corners = spread(shape.corners & ~board.player) & beside;
    }
};

// Worth of a move by its square alone.
template <class B>
int square_worth(const OrderingWeights& w, const Shape<B>& shape, const Danger<B>& danger, int square) {
    const B here = B::of(square);
    int worth = 0;
    if ((here & shape.corners).any()) {
        worth += w.corner;
    } else if ((here & danger.empty_corners).any()) {
        worth += (here & shape.x_squares).any() ? w.x_square : w.c_square;
    } else if ((here & shape.edges).any()) {
        worth += w.edge;
    }
    if ((here & danger.unheld_corners).any()) worth += w.unheld;
    return worth;
}

// Fewer replies, and fewer places where replies may appear, come first (fastest first).
template <class B>
int replies_worth(const OrderingWeights& w, const Board<B>& next, const Shape<B>& shape) {
    const B replies = legal_moves(next, shape);
    const int potential = (spread(next.opponent) & next.empties(shape)).count();
    return w.reply * (replies.count() + (replies & shape.corners).count()) + w.potential * potential;
}

}  // namespace outflank
