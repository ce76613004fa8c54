// What the binding files share: the registration functions, moves as Python knows them, and positions.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

#include "../outflank/board/board.hpp"

namespace outflank::bindings {

namespace nb = nanobind;

// Makes Python end what runs without its lock, and turns Stopped into exceptions of Python.
void install_lock_hooks();
void bind_moves(nb::module_& m);
void bind_shapes(nb::module_& m);
void bind_positions(nb::module_& m);
void bind_games(nb::module_& m);
void bind_features(nb::module_& m);
void bind_evaluators(nb::module_& m);
void bind_search(nb::module_& m);
void bind_classic(nb::module_& m);
void bind_montecarlo(nb::module_& m);
void bind_learning(nb::module_& m);
// Makes one sentence of the error for arguments of wrong types, of all that was bound.
void shorten_errors(nb::module_& m);

struct ParseError : std::runtime_error {
    using std::runtime_error::runtime_error;
};
struct IllegalMoveError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum class Color : std::uint8_t { black = 0, white = 1 };
inline Color opponent_of(Color color) { return color == Color::black ? Color::white : Color::black; }

// Instances of an interned type come from its constructor alone: object.__new__ must not make one.
inline void refuse_plain_new(nb::handle type) {
    reinterpret_cast<PyTypeObject*>(type.ptr())->tp_new = [](PyTypeObject* self, PyObject* args,
                                                             PyObject*) -> PyObject* {
        return PyObject_Call(reinterpret_cast<PyObject*>(self), args, nullptr);
    };
}

// A move by board coordinates, the same for every size: 16 * row + column, or `pass_index`.
struct Move {
    int index;
};
inline constexpr int pass_index = 256;
inline constexpr int longest_side = 16;

nb::handle move_object(int index);        // the interned object
int move_index(nb::handle move_or_name);  // of a Move or a name; TypeError, ParseError
std::string move_name(int index);
nb::handle color_object(Color color);

template <class B>
int move_of(const Shape<B>& shape, int square) {
    return shape.row(square) * longest_side + shape.column(square);
}

// The square of a move on this board, or -1.
template <class B>
int square_of(const Shape<B>& shape, int move) {
    const int row = move / longest_side;
    const int column = move % longest_side;
    return move < pass_index && row < shape.size && column < shape.size ? shape.square(column, row) : -1;
}

// The same, for input: ValueError when the move is a pass or off the board.
template <class B>
int checked_square_of(const Shape<B>& shape, int move) {
    const int square = square_of(shape, move);
    if (square < 0) {
        const std::string size = std::to_string(shape.size);
        throw nb::value_error((move_name(move) + " is not a square of the " + size + "x" + size + " board").c_str());
    }
    return square;
}

// Raises ValueError unless the size is even and from 4 to 16.
void check_size(int size);
int checked_size(nb::handle size);  // of input; TypeError when it is no whole number
nb::handle shape_object(int size);  // the interned Shape

// Calls f with the shape of a size, in its frame.
template <class F>
auto with_shape(int size, F f) {
    return size <= Bits64::width ? f(Shape<Bits64>::of_size(size)) : f(Shape<Bits256>::of_size(size));
}

// A position as Python knows it: a board, its size and the colour of the player to move.
class Position {
  public:
    template <class B>
    Position(const Board<B>& board, int size, Color turn) : size_(static_cast<std::uint8_t>(size)), turn_(turn) {
        for (int i = 0; i < B::words; ++i) {
            words_[static_cast<std::size_t>(i)] = board.player.word_at(i);
            words_[static_cast<std::size_t>(i + B::words)] = board.opponent.word_at(i);
        }
    }

    // The inverse of words(); the caller checks what they hold.
    static Position from_words(const std::array<std::uint64_t, 8>& words, int size, Color turn) {
        return Position(words, size, turn);
    }

    int size() const { return size_; }
    Color turn() const { return turn_; }
    const std::array<std::uint64_t, 8>& words() const { return words_; }

    // Calls f(board, shape) in the frame of the position's size.
    template <class F>
    auto visit(F f) const {
        return with_shape(size_, [&]<class B>(const Shape<B>& shape) { return f(board<B>(), shape); });
    }

    // The discs, in the frame of the position's size.
    template <class B>
    Board<B> board() const {
        Board<B> board;
        std::memcpy(&board, words_.data(), sizeof board);
        return board;
    }

    template <class B>
    Position with(const Board<B>& board, Color turn) const {
        return Position(board, size_, turn);
    }

    friend bool operator==(const Position&, const Position&) = default;

  private:
    Position(const std::array<std::uint64_t, 8>& words, int size, Color turn)
        : words_(words), size_(static_cast<std::uint8_t>(size)), turn_(turn) {}

    std::array<std::uint64_t, 8> words_{};  // the player's, then the opponent's
    std::uint8_t size_;
    Color turn_;
};

// The position after a move by its index; IllegalMoveError if it is not legal.
Position play(const Position& position, int move);

}  // namespace outflank::bindings
