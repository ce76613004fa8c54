// The eight symmetries of the square board. Boards are centred in their frame, so one map serves every size.
#pragma once

#include <utility>

#include "board.hpp"
#include "hash.hpp"

namespace outflank {

inline constexpr int symmetries = 8;

// Bit 0 mirrors left and right, bit 1 top and bottom, bit 2 swaps columns and rows, in that order.
template <class B>
constexpr int transformed(int square, int symmetry) {
    int column = square % B::width;
    int row = square / B::width;
    if (symmetry & 1) column = B::width - 1 - column;
    if (symmetry & 2) row = B::width - 1 - row;
    return symmetry & 4 ? column * B::width + row : row * B::width + column;
}

template <class B>
B transformed(B set, int symmetry) {
    B image{};
    for (const int square : each(set)) image |= B::of(transformed<B>(square, symmetry));
    return image;
}

template <class B>
Board<B> transformed(const Board<B>& board, int symmetry) {
    return {transformed(board.player, symmetry), transformed(board.opponent, symmetry)};
}

// One and the same board for all eight that are symmetric to each other: the one whose hash is least.
template <class B>
Board<B> canonical(const Board<B>& board, const Shape<B>& shape) {
    const auto rank = [&](const Board<B>& image) {
        const Key key = hash(image, shape);
        return std::pair(key.place, key.check);
    };
    Board<B> best = board;
    for (int symmetry = 1; symmetry < symmetries; ++symmetry) {
        const Board<B> image = transformed(board, symmetry);
        if (rank(image) < rank(best)) best = image;
    }
    return best;
}

}  // namespace outflank
