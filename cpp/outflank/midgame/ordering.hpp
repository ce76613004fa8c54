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

// The X- and C-squares of empty corners.
template <class B>
B beside_empty_corners(const Board<B>& board, const Shape<B>& shape) {
    return spread(shape.corners & board.empties(shape)) & (shape.x_squares | shape.c_squares);
}

// Worth of a move by its square alone, given the squares beside empty corners.
template <class B>
int square_worth(const OrderingWeights& w, const Shape<B>& shape, B danger, int square) {
    const B here = B::of(square);
    int worth = 0;
    if ((here & shape.corners).any()) {
        worth += w.corner;
    } else if ((here & danger).any()) {
        worth += (here & shape.x_squares).any() ? w.x_square : w.c_square;
    } else if ((here & shape.edges).any()) {
        worth += w.edge;
    }
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
