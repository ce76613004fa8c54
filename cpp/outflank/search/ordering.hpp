// Which move to search first: the table's, the killers, then few replies, safe squares and corners.
#pragma once

#include "../board.hpp"

namespace outflank {

template <class B>
struct Candidate {
    int square;
    int score;
    Board<B> next;  // seen by the side to move after it
};

// Weights of the ordering, tuned by node counts over positions of 8x8, 10x10 and 12x12.
struct OrderingWeights {
    int reply = 8;  // each legal reply costs this much; replies in corners cost it twice over
    int potential = 2;
    int corner = 18;
    int x_square = -12;
    int c_square = -5;
    int edge = 2;
    int parity = 3;
    int killer = 4;
};

inline constexpr OrderingWeights ordering_weights{};

// Worth of a move by its square alone. Squares beside a corner are bad only while the corner is empty.
template <class B>
int square_worth(const Shape<B>& shape, B danger, int square) {
    constexpr OrderingWeights w = ordering_weights;
    const B here = B::of(square);
    if ((here & shape.corners).any()) return w.corner;
    if ((here & danger).any()) return (here & shape.x_squares).any() ? w.x_square : w.c_square;
    return (here & shape.edges).any() ? w.edge : 0;
}

// Neighbours of empty corners.
template <class B>
B danger_squares(const Shape<B>& shape, B empties) {
    return spread(shape.corners & empties) & (shape.x_squares | shape.c_squares);
}

// Fewer replies, and fewer places where replies may appear, come first (fastest first).
template <class B>
int replies_worth(const Board<B>& next, const Shape<B>& shape) {
    constexpr OrderingWeights w = ordering_weights;
    const B replies = legal_moves(next, shape);
    const B empties = next.empties(shape);
    const int potential = (spread(next.opponent) & empties).count();
    return -w.reply * (replies.count() + (replies & shape.corners).count()) - w.potential * potential;
}

// Moves the best of the candidates from `i` on to place `i`.
template <class B>
void bring_best(Candidate<B>* candidates, int count, int i) {
    int best = i;
    for (int j = i + 1; j < count; ++j) {
        if (candidates[j].score > candidates[best].score) best = j;
    }
    if (best != i) std::swap(candidates[best], candidates[i]);
}

}  // namespace outflank
