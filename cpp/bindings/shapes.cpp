// Shape: the squares of a board and the names of their kinds.
#include "../outflank/board/symmetry.hpp"
#include "bindings.hpp"

namespace outflank::bindings {

namespace {

struct BoardShape {
    int size;
};

std::array<nb::handle, longest_side / 2 + 1> interned_shapes;

template <class B>
nb::tuple squares_of(const Shape<B>& shape, B set) {
    nb::list moves;
    for (const int square : each(set)) moves.append(move_object(move_of(shape, square)));
    return nb::tuple(moves);
}

}  // namespace

int checked_size(nb::handle size) {
    int overflow = 0;
    const bool whole = PyLong_Check(size.ptr());
    const long value = whole ? PyLong_AsLongAndOverflow(size.ptr(), &overflow) : -1;
    const std::string message =
        "board size " + nb::cast<std::string>(nb::repr(size)) + ": expected an even number from 4 to 16";
    if (!whole) throw nb::type_error(message.c_str());
    if (overflow != 0 || value < 4 || value > longest_side || value % 2 != 0) throw nb::value_error(message.c_str());
    return static_cast<int>(value);
}

void check_size(int size) { checked_size(nb::int_(size)); }

nb::handle shape_object(int size) { return interned_shapes[static_cast<std::size_t>(size / 2)]; }

void bind_shapes(nb::module_& m) {
    nb::class_<BoardShape> type(m, "Shape", nb::is_final(),
                                "A square board of even size, 4 to 16; the same object for the same size.");
    for (int size = 4; size <= longest_side; size += 2) {
        interned_shapes[static_cast<std::size_t>(size / 2)] = nb::cast(BoardShape{size}).release();
    }

    const auto define = [&]<class Get>(const char* name, const char* meaning, Get get) {
        type.def_prop_ro(
            name,
            [get](const BoardShape& self) {
                return with_shape(self.size, [&](const auto& shape) { return squares_of(shape, get(shape)); });
            },
            nb::for_getter(nb::sig((std::string("def ") + name + "(self) -> tuple[Move, ...]").c_str())), meaning);
    };
    type.def_static(
            "__new__", [](nb::handle, nb::handle size) { return nb::borrow(shape_object(checked_size(size))); },
            nb::arg("cls"), nb::arg("size") = 8, nb::sig("def __new__(cls, size: int = 8) -> Shape"))
        .def(
            "__init__", [](nb::handle, int) {}, nb::arg("size") = 8,
            nb::sig("def __init__(self, size: int = 8) -> None"))
        .def_prop_ro(
            "size", [](const BoardShape& self) { return self.size; }, "Squares along a side.")
        .def_prop_ro("area", [](const BoardShape& self) { return self.size * self.size; }, "Squares in all.");
    define("squares", "Every square, row by row from the top left.", [](const auto& shape) { return shape.mask; });
    define("corners", "The four corners.", [](const auto& shape) { return shape.corners; });
    define("edges", "The perimeter without the corners.", [](const auto& shape) { return shape.edges; });
    define("x_squares", "The diagonal neighbours of corners.", [](const auto& shape) { return shape.x_squares; });
    define("c_squares", "The neighbours of corners on the edges.", [](const auto& shape) { return shape.c_squares; });
    type.def(
            "neighbours",
            [](const BoardShape& self, nb::handle square) {
                return with_shape(self.size, [&](const auto& shape) {
                    using B = std::remove_cvref_t<decltype(shape.mask)>;
                    const B here = B::of(checked_square_of(shape, move_index(square)));
                    return squares_of(shape, spread(here) & shape.mask & ~here);
                });
            },
            nb::arg("square"), nb::sig("def neighbours(self, square: Move | str) -> tuple[Move, ...]"),
            "The squares beside a square, at most eight; ValueError off the board.")
        .def(
            "transform",
            [](const BoardShape& self, nb::handle move, int symmetry) {
                if (symmetry < 0 || symmetry >= symmetries) throw nb::value_error("a symmetry is a number from 0 to 7");
                const int index = move_index(move);
                if (index == pass_index) return nb::borrow(move_object(index));
                return with_shape(self.size, [&](const auto& shape) {
                    using B = std::remove_cvref_t<decltype(shape.mask)>;
                    const int square = transformed<B>(checked_square_of(shape, index), symmetry);
                    return nb::borrow(move_object(move_of(shape, square)));
                });
            },
            nb::arg("move"), nb::arg("symmetry"),
            nb::sig("def transform(self, move: Move | str, symmetry: int) -> Move"),
            "Where a move goes under one of the eight symmetries (see Position.symmetry).")
        .def(
            "__contains__",
            [](const BoardShape& self, nb::handle move) {
                const int index = move_index(move);
                return with_shape(self.size, [&](const auto& shape) { return square_of(shape, index) >= 0; });
            },
            nb::sig("def __contains__(self, move: Move | str) -> bool"))
        .def("__repr__", [](const BoardShape& self) { return "Shape(" + std::to_string(self.size) + ")"; })
        .def("__hash__", [](const BoardShape& self) { return self.size; })
        .def(
            "__reduce__",
            [](nb::handle self) {
                return nb::make_tuple(nb::handle(reinterpret_cast<PyObject*>(Py_TYPE(self.ptr()))),
                                      nb::make_tuple(self.attr("size")));
            },
            nb::sig("def __reduce__(self) -> tuple[type[Shape], tuple[int]]"))
        .def(
            "__copy__", [](nb::handle self) { return nb::borrow(self); }, nb::sig("def __copy__(self) -> Shape"))
        .def(
            "__deepcopy__", [](nb::handle self, nb::handle) { return nb::borrow(self); }, nb::arg("memo"),
            nb::sig("def __deepcopy__(self, memo: object) -> Shape"));
    refuse_plain_new(type);
}

}  // namespace outflank::bindings
