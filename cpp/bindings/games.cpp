// Whole games: played from lists of moves, and searched for a position.
#include <vector>

#include "../outflank/board/visits.hpp"
#include "control.hpp"

namespace outflank::bindings {

namespace {

// The moves with the passes that they leave out, and every position from the start on.
nb::tuple replay(const Position& start, nb::iterable moves) {
    nb::list played;
    nb::list positions;
    positions.append(nb::cast(start));
    Position position = start;
    const auto step = [&](int move, const Position& after) {
        position = after;
        played.append(move_object(move));
        positions.append(nb::cast(after));
    };
    for (const nb::handle item : moves) {
        const int move = move_index(item);
        const bool left_out = move != pass_index && position.visit([&](const auto& board, const auto& shape) {
            const int square = square_of(shape, move);
            if (square >= 0 && !board.occupied().has(square) && flips(board, square).any()) return false;
            return !legal_moves(board, shape).any() && legal_moves(board.passed(), shape).any();
        });
        try {
            if (left_out) step(pass_index, play(position, pass_index));
            step(move, play(position, move));
        } catch (const IllegalMoveError& error) {
            throw IllegalMoveError(error.what() + (" (ply " + std::to_string(played.size() + 1) + ")"));
        }
    }
    return nb::make_tuple(nb::tuple(played), nb::tuple(positions));
}

// How each game goes on where it comes to the position, as 16-bit numbers.
nb::bytes visits(const Position& position, const Position& start, const nb::bytes& squares, const nb::bytes& lengths) {
    if (position.size() != start.size()) throw nb::value_error("expected games on a board of the position's size");
    const auto bytes_of = [](const nb::bytes& bytes) {
        return std::span(reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size());
    };
    const auto played = bytes_of(squares);
    const auto counts = bytes_of(lengths);
    std::size_t total = 0;
    for (const std::uint8_t count : counts) total += count;
    if (total != played.size()) throw nb::value_error("the lengths of the games do not add up to their squares");
    std::vector<std::uint16_t> found(counts.size());
    with_shape(position.size(), [&]<class B>(const Shape<B>& shape) {
        const auto seen = [](const Position& p) { return Seen<B>{p.board<B>(), p.turn() == Color::white}; };
        const Visits<B> visits(seen(position), seen(start), shape);
        std::size_t at = 0;
        repeat_without_lock(counts.size(), [&](std::uint64_t i) {
            found[i] = visits(played.subspan(at, counts[i]));
            at += counts[i];
        });
    });
    return nb::bytes(found.data(), found.size() * sizeof(std::uint16_t));
}

}  // namespace

void bind_games(nb::module_& m) {
    m.def("replay", &replay, nb::arg("start"), nb::arg("moves"),
          nb::sig("def replay(start: Position, moves: Iterable[Move | str]) -> "
                  "tuple[tuple[Move, ...], tuple[Position, ...]]"),
          R"(The moves of a game with the passes that were left out, and all its positions from the start on.

Raises IllegalMoveError.)");
    m.def("visits", &visits, nb::arg("position"), nb::arg("start"), nb::arg("squares"), nb::arg("lengths"),
          R"(How games go on where they come to a position or an image of it: native 16-bit numbers, one a game.

`squares` are the discs of all games played from the start, one game after the other, a byte 16 * row + column
for each and none for passes; `lengths` are their numbers, a byte a game. The answer is a square in the same form,
as the position shows it; 256 for a pass; 257 for a game that ends there; 65535 for one that never comes there.)");
}

}  // namespace outflank::bindings
