// Position: the rules as Python sees them. Text, pictures and outcomes are written in Python.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "../outflank/board/hash.hpp"
#include "../outflank/board/perft.hpp"
#include "../outflank/board/stability.hpp"
#include "../outflank/board/symmetry.hpp"
#include "control.hpp"

namespace outflank::bindings {

namespace {

constexpr const char* text_module = "outflank.rules.text";

template <class B>
nb::list moves_of(const Shape<B>& shape, B set) {
    PyObject* list = PyList_New(set.count());
    if (list == nullptr) throw nb::python_error();
    Py_ssize_t i = 0;
    for (const int square : each(set)) PyList_SET_ITEM(list, i++, move_object(move_of(shape, square)).inc_ref().ptr());
    return nb::steal<nb::list>(list);
}

template <class B>
bool must_pass(const Board<B>& board, const Shape<B>& shape) {
    return !legal_moves(board, shape).any() && legal_moves(board.passed(), shape).any();
}

template <class B>
B discs_of(const Board<B>& board, Color turn, Color color) {
    return color == turn ? board.player : board.opponent;
}

Position initial(nb::handle wanted) {
    const int size = checked_size(wanted);
    return with_shape(size, [&]<class B>(const Shape<B>& shape) {
        const int before = size / 2 - 1;
        const int after = size / 2;
        Board<B> board;
        board.player = B::of(shape.square(after, before)) | B::of(shape.square(before, after));
        board.opponent = B::of(shape.square(before, before)) | B::of(shape.square(after, after));
        return Position(board, size, Color::black);
    });
}

Position from_squares(nb::handle wanted, nb::iterable black, nb::iterable white, Color turn) {
    const int size = checked_size(wanted);
    return with_shape(size, [&]<class B>(const Shape<B>& shape) {
        const auto read = [&](nb::iterable squares) {
            B set{};
            for (const nb::handle square : squares) set |= B::of(checked_square_of(shape, move_index(square)));
            return set;
        };
        const B black_discs = read(black);
        const B white_discs = read(white);
        const B both = black_discs & white_discs;
        if (both.any()) {
            throw nb::value_error(
                (move_name(move_of(shape, both.first())) + " holds both a black and a white disc").c_str());
        }
        const bool black_moves = turn == Color::black;
        return Position(Board<B>{black_moves ? black_discs : white_discs, black_moves ? white_discs : black_discs},
                        size, turn);
    });
}

// The discs that a legal move turns; nothing for a legal pass. IllegalMoveError otherwise.
template <class B>
B flips_of_legal(const Board<B>& board, const Shape<B>& shape, int move, Color turn) {
    const auto illegal = [&](const std::string& why) {
        return IllegalMoveError("illegal move " + move_name(move) + " for " +
                                (turn == Color::black ? "Black: " : "White: ") + why);
    };
    if (move == pass_index) {
        if (must_pass(board, shape)) return B{};
        throw illegal(is_over(board, shape) ? "the game is over" : "a pass is legal only without any other move");
    }
    const int square = square_of(shape, move);
    if (square < 0) {
        const std::string size = std::to_string(shape.size);
        throw illegal("not a square of the " + size + "x" + size + " board");
    }
    if (board.occupied().has(square)) throw illegal("the square is taken");
    const B turned = flips(board, square);
    if (!turned.any()) throw illegal("it turns no disc");
    return turned;
}

nb::list legal_moves_of(const Position& self) {
    return self.visit([](const auto& board, const auto& shape) {
        const auto moves = legal_moves(board, shape);
        nb::list list = moves_of(shape, moves);
        if (!moves.any() && legal_moves(board.passed(), shape).any()) list.append(move_object(pass_index));
        return list;
    });
}

bool is_legal(const Position& self, nb::handle move_or_name) {
    const int move = move_index(move_or_name);
    return self.visit([&](const auto& board, const auto& shape) {
        if (move == pass_index) return must_pass(board, shape);
        const int square = square_of(shape, move);
        return square >= 0 && !board.occupied().has(square) && flips(board, square).any();
    });
}

int count_discs(const Position& self, std::optional<Color> color) {
    return self.visit([&](const auto& board, const auto&) {
        return color ? discs_of(board, self.turn(), *color).count() : board.occupied().count();
    });
}

Position symmetric(const Position& self, int symmetry) {
    if (symmetry < 0 || symmetry >= symmetries) throw nb::value_error("a symmetry is a number from 0 to 7");
    return self.visit(
        [&](const auto& board, const auto&) { return self.with(transformed(board, symmetry), self.turn()); });
}

Key key_of(const Position& self) {
    return self.visit([](const auto& board, const auto& shape) { return hash(board, shape); });
}

Position canonical(const Position& self) {
    return self.visit([&](const auto& board, const auto& shape) {
        return self.with(outflank::canonical(board, shape), self.turn());
    });
}

std::uint64_t count_leaves(const Position& self, std::int64_t plies, bool free_passes) {
    if (plies < 0) throw nb::value_error(("depth " + std::to_string(plies) + ": expected 0 or more").c_str());
    const int depth = static_cast<int>(std::min<std::int64_t>(plies, 1000));  // longer than any game
    constexpr int nodes_between_checks = 16;                                  // of those with two plies below
    PythonControl control({}, nodes_between_checks);
    const auto visit = [&] { control.visit(); };
    return without_lock([&] {
        return self.visit([&](const auto& board, const auto& shape) {
            return free_passes ? perft<PassCost::nothing>(board, shape, depth, visit)
                               : perft<PassCost::ply>(board, shape, depth, visit);
        });
    });
}

// What pickles hold: size, turn, and the words of both sides; the same on every processor level.
using State = std::tuple<int, int, std::array<std::uint64_t, 8>>;

State state_of(const Position& self) { return {self.size(), static_cast<int>(self.turn()), self.words()}; }

void restore(Position& self, const State& state) {
    const auto& [size, turn, words] = state;
    check_size(size);
    const Position candidate = Position::from_words(words, size, turn == 0 ? Color::black : Color::white);
    const bool sound = candidate.visit([](const auto& board, const auto& shape) {
        return !(board.player & board.opponent).any() && !(board.occupied() & ~shape.mask).any();
    });
    const bool spare = std::all_of(words.begin() + 2, words.end(), [](std::uint64_t word) { return word == 0; });
    if (!sound || turn < 0 || turn > 1 || (size <= Bits64::width && !spare))
        throw nb::value_error("damaged pickle of a Position");
    new (&self) Position(candidate);
}

}  // namespace

Position play(const Position& position, int move) {
    return position.visit([&](const auto& board, const auto& shape) {
        const auto turned = flips_of_legal(board, shape, move, position.turn());
        return position.with(move == pass_index ? board.passed() : board.played(square_of(shape, move), turned),
                             opponent_of(position.turn()));
    });
}

void bind_positions(nb::module_& m) {
    const auto python = [](const char* module, const char* function) {
        return nb::module_::import_(module).attr(function);
    };

    nb::class_<Position>(m, "Position", nb::is_final(),
                         R"(A position: the discs and the side to move, as a value that never changes.

Positions compare and hash by what they hold, pickle, and print as a board. Make one with
``Position.initial(size)``, ``Position.parse(text)`` or ``Position.from_squares(...)``.)")
        .def(
            "__init__",
            [](nb::handle, const nb::args&, const nb::kwargs&) {
                throw nb::type_error("make a Position with Position.initial(size), .parse(text) or .from_squares(...)");
            },
            nb::sig("def __init__(self, *args: Never, **kwargs: Never) -> None"))
        .def_static("initial", &initial, nb::arg("size") = 8, nb::sig("def initial(size: int = 8) -> Position"),
                    "The start position of an even size from 4 to 16; ValueError for any other size.")
        .def_static("from_squares", &from_squares, nb::arg("size"), nb::arg("black"), nb::arg("white"),
                    nb::arg("turn") = Color::black,
                    nb::sig("def from_squares(size: int, black: Iterable[Move | str], white: Iterable[Move | str], "
                            "turn: Color = ...) -> Position"),
                    "The position with these discs; ValueError for a square taken twice or off the board.")
        .def_static(
            "parse",
            [python](nb::str text, nb::object dialect) {
                return python(text_module, "parse_position")(text, nb::arg("dialect") = dialect);
            },
            nb::arg("text"), nb::kw_only(), nb::arg("dialect") = nb::none(),
            nb::sig("def parse(text: str, *, dialect: str | None = None) -> Position"),
            R"(The position that a board string shows, row by row from a1, then the side to move.

X, B and * are black discs, O and W white ones, - . and _ empty squares; line breaks and spaces are free.
Digits mean different things to different programs and need a dialect. Raises ParseError.)")
        .def_prop_ro(
            "shape", [](const Position& self) { return nb::borrow(shape_object(self.size())); },
            nb::for_getter(nb::sig("def shape(self) -> Shape")), "The board: its squares, corners, edges.")
        .def_prop_ro("size", &Position::size, "Squares along a side.")
        .def_prop_ro(
            "turn", [](const Position& self) { return nb::borrow(color_object(self.turn())); },
            nb::for_getter(nb::sig("def turn(self) -> Color")), "The side to move.")
        .def("legal_moves", &legal_moves_of, nb::sig("def legal_moves(self) -> list[Move]"),
             "The legal moves, row by row; [PASS] when the side to move must pass, [] when the game is over.")
        .def("is_legal", &is_legal, nb::arg("move"), nb::sig("def is_legal(self, move: Move | str) -> bool"),
             "Whether the side to move may play this; a pass is legal only without any other move.")
        .def(
            "flips",
            [](const Position& self, nb::handle move) {
                return self.visit([&](const auto& board, const auto& shape) {
                    return moves_of(shape, flips_of_legal(board, shape, move_index(move), self.turn()));
                });
            },
            nb::arg("move"), nb::sig("def flips(self, move: Move | str) -> list[Move]"),
            "The discs that a legal move turns, [] for a pass; IllegalMoveError otherwise.")
        .def(
            "play", [](const Position& self, nb::handle move) { return play(self, move_index(move)); }, nb::arg("move"),
            nb::sig("def play(self, move: Move | str) -> Position"),
            "The position after a move; IllegalMoveError if it is not legal.")
        .def(
            "swapped",
            [](const Position& self) {
                return self.visit([&](const auto& board, const auto&) {
                    return self.with(board.passed(), opponent_of(self.turn()));
                });
            },
            "The same discs with the other side to move.")
        .def_prop_ro(
            "mobility",
            [](const Position& self) {
                return self.visit(
                    [](const auto& board, const auto& shape) { return legal_moves(board, shape).count(); });
            },
            "How many squares the side to move can play; 0 when it must pass.")
        .def_prop_ro(
            "must_pass",
            [](const Position& self) {
                return self.visit([](const auto& board, const auto& shape) { return must_pass(board, shape); });
            },
            "Whether the side to move has no move while the other side has one.")
        .def_prop_ro(
            "is_over",
            [](const Position& self) {
                return self.visit([](const auto& board, const auto& shape) { return is_over(board, shape); });
            },
            "Whether neither side can move.")
        .def_prop_ro(
            "outcome", [python](nb::handle self) { return python("outflank.rules.outcome", "outcome_of")(self); },
            nb::for_getter(nb::sig("def outcome(self) -> Outcome | None")),
            "Who won, with which scores; None while the game goes on.")
        .def("discs", &count_discs, nb::arg("color") = nb::none(),
             "How many discs a colour has; without a colour, both together.")
        .def_prop_ro(
            "empties",
            [](const Position& self) {
                return self.visit([](const auto& board, const auto& shape) { return board.empties(shape).count(); });
            },
            "How many squares are empty.")
        .def(
            "squares",
            [](const Position& self, std::optional<Color> color) {
                return self.visit([&](const auto& board, const auto& shape) {
                    return moves_of(shape, color ? discs_of(board, self.turn(), *color) : board.empties(shape));
                });
            },
            nb::arg("color").none(), nb::sig("def squares(self, color: Color | None) -> list[Move]"),
            "The squares of a colour's discs, row by row; of None, the empty squares.")
        .def(
            "__getitem__",
            [](const Position& self, nb::handle move) {
                return self.visit([&](const auto& board, const auto& shape) -> nb::object {
                    const int square = checked_square_of(shape, move_index(move));
                    if (board.player.has(square)) return nb::borrow(color_object(self.turn()));
                    if (board.opponent.has(square)) return nb::borrow(color_object(opponent_of(self.turn())));
                    return nb::none();
                });
            },
            nb::arg("square"), nb::sig("def __getitem__(self, square: Move | str) -> Color | None"),
            "The colour of the disc on a square, or None; ValueError off the board.")
        .def(
            "stable",
            [](const Position& self, Color color) {
                return self.visit([&](const auto& board, const auto& shape) {
                    return moves_of(shape, stable_discs(color == self.turn() ? board : board.passed(), shape));
                });
            },
            nb::arg("color"), nb::sig("def stable(self, color: Color) -> list[Move]"),
            R"(Discs of a colour that are proved never to turn again; there may be more.

Exact along the edges (up to 12 squares), full lines, and what spreads from there.)")
        .def("symmetry", &symmetric, nb::arg("number"),
             R"(One of the eight images of the position, 0 to 7; 0 is the position itself.

Bit 0 mirrors left and right, bit 1 top and bottom, bit 2 swaps columns and rows, in that order.)")
        .def(
            "symmetries",
            [](const Position& self) {
                nb::list images;
                for (int symmetry = 0; symmetry < symmetries; ++symmetry) images.append(symmetric(self, symmetry));
                return images;
            },
            nb::sig("def symmetries(self) -> list[Position]"), "The eight images, in the order of their numbers.")
        .def("canonical", &canonical, "The same one of the eight images for all eight of them.")
        .def_prop_ro(
            "key", [](const Position& self) { return key_of(self).place ^ (self.turn() == Color::black ? 0 : ~0ULL); },
            "A 64-bit hash, the same on every machine.")
        .def("perft", &count_leaves, nb::arg("depth"), nb::kw_only(), nb::arg("free_passes") = false,
             R"(How many leaves the game tree has `depth` plies on; a finished game is one leaf.

A pass counts as a ply, or with `free_passes` as none.)")
        .def(
            "svg",
            [python](nb::handle self, nb::kwargs options) {
                return python("outflank.rules.svg", "board_svg")(self, **options);
            },
            nb::sig("def svg(self, **options: Any) -> str"),
            "A picture of the position; options: last_move, legal_moves, squares, flips, turned, coordinates, size.")
        .def(
            "_repr_svg_", [python](nb::handle self) { return python("outflank.rules.svg", "board_svg")(self); },
            nb::sig("def _repr_svg_(self) -> str"))
        .def(
            "__str__", [python](nb::handle self) { return python(text_module, "board_text")(self); },
            nb::sig("def __str__(self) -> str"))
        .def(
            "__repr__", [python](nb::handle self) { return python(text_module, "position_repr")(self); },
            nb::sig("def __repr__(self) -> str"))
        .def(
            "__eq__", [](const Position& a, const Position& b) { return a == b; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__",
             [](const Position& self) {
                 return static_cast<Py_hash_t>(key_of(self).check ^ static_cast<std::uint64_t>(self.turn()));
             })
        .def("__getstate__", &state_of)
        .def("__setstate__", &restore, nb::arg("state"))
        .def(
            "__copy__", [](nb::handle self) { return nb::borrow(self); }, nb::sig("def __copy__(self) -> Position"))
        .def(
            "__deepcopy__", [](nb::handle self, nb::handle) { return nb::borrow(self); }, nb::arg("memo"),
            nb::sig("def __deepcopy__(self, memo: object) -> Position"));
}

}  // namespace outflank::bindings
