// Which squares of a frame are the board: an even size, centred, and the sets that follow from it.
#pragma once

#include <algorithm>
#include <array>

#include "bits256.hpp"
#include "bits64.hpp"

namespace outflank {

// In place of a square: a pass, or no move at all.
inline constexpr int no_square = -1;

// Every square next to one of the set, in all eight directions, the set itself included; not cut to the board.
template <class B>
B spread(B set) {
    const B row = set | set.template shifted<1, 0>() | set.template shifted<-1, 0>();
    return row | row.template shifted<0, 1>() | row.template shifted<0, -1>();
}

// Squares off the board never hold a disc, so the rules are the same code for every size.
template <class B>
struct Shape {
    int size;
    int area;
    int offset;  // first board row and column within the frame
    B mask{};    // every square of the board
    B corners{};
    B edges{};      // the perimeter without corners
    B x_squares{};  // diagonal neighbours of corners
    B c_squares{};  // orthogonal neighbours of corners
    B side_columns{}, side_rows{}, perimeter{};
    std::array<B, 4> quarters{};

    // By square: the nearest corner, and the kind of place. That is how many squares lie between it and its two
    // nearest sides, the smaller number first, as a triangular number; three stands for all that are more.
    std::array<std::uint8_t, B::squares> nearest_corner{};
    std::array<std::uint8_t, B::squares> place{};
    std::array<B, B::squares> around{};  // by square: the squares beside it

    explicit Shape(int board_size) : size(board_size), area(size * size), offset((B::width - size) / 2) {
        const int last = size - 1;
        for (int row = 0; row < size; ++row) {
            for (int column = 0; column < size; ++column) {
                const B here = B::of(square(column, row));
                const bool side_column = column == 0 || column == last;
                const bool side_row = row == 0 || row == last;
                const bool next_column = column == 1 || column == last - 1;
                const bool next_row = row == 1 || row == last - 1;
                mask |= here;
                if (side_column) side_columns |= here;
                if (side_row) side_rows |= here;
                if (side_column && side_row) corners |= here;
                if (side_column != side_row) edges |= here;
                if (next_column && next_row) x_squares |= here;
                if ((side_column && next_row) || (next_column && side_row)) c_squares |= here;
                quarters[(2 * row < size ? 0 : 2) + (2 * column < size ? 0 : 1)] |= here;
                const auto at = static_cast<std::size_t>(square(column, row));
                const int corner = square(2 * column < size ? 0 : last, 2 * row < size ? 0 : last);
                const int from_column = std::min({column, last - column, 3});
                const int from_row = std::min({row, last - row, 3});
                const int farther = std::max(from_column, from_row);
                nearest_corner[at] = static_cast<std::uint8_t>(corner);
                place[at] = static_cast<std::uint8_t>(farther * (farther + 1) / 2 + std::min(from_column, from_row));
            }
        }
        for (const int square : each(mask)) {
            const B here = B::of(square);
            around[static_cast<std::size_t>(square)] = spread(here) & mask & ~here;
        }
        perimeter = side_columns | side_rows;
    }

    int square(int column, int row) const { return (row + offset) * B::width + column + offset; }
    int column(int square) const { return square % B::width - offset; }
    int row(int square) const { return square / B::width - offset; }

    // The shared shape of a size; sizes 4, 6 and 8 in the 64-bit frame, 10 to 16 in the 256-bit frame.
    static const Shape& of_size(int size);
};

template <class B>
const Shape<B>& Shape<B>::of_size(int size) {
    if constexpr (B::width == 8) {
        static const Shape shapes[] = {Shape(4), Shape(6), Shape(8)};
        return shapes[size / 2 - 2];
    } else {
        static const Shape shapes[] = {Shape(10), Shape(12), Shape(14), Shape(16)};
        return shapes[size / 2 - 5];
    }
}

}  // namespace outflank
