// Color, Move and PASS, and the errors that name a bad or illegal move.
#include <cctype>

#include "bindings.hpp"

namespace outflank::bindings {

namespace {

// Filled when the module is made, and kept for the life of the process.
std::array<nb::handle, pass_index + 1> interned;
std::array<nb::handle, 2> colors;
PyTypeObject* move_type = nullptr;

bool is_pass_name(const std::string& lower) {
    return lower == "pass" || lower == "pa" || lower == "ps" || lower == "--" || lower == "@@";
}

int parse_move(const std::string& text) {
    std::string name;
    for (const char c : text) name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (is_pass_name(name)) return pass_index;
    const bool digits = name.size() == 2 || (name.size() == 3 && name[2] >= '0' && name[2] <= '9');
    if (digits && name[0] >= 'a' && name[0] <= 'p' && name[1] >= '1' && name[1] <= '9') {
        const int row = name.size() == 2 ? name[1] - '0' : (name[1] - '0') * 10 + name[2] - '0';
        if (row <= longest_side) return (row - 1) * longest_side + name[0] - 'a';
    }
    throw ParseError("bad move " + nb::cast<std::string>(nb::repr(nb::str(text.c_str(), text.size()))) +
                     ": expected a column letter and a row number such as f5, or pass");
}

}  // namespace

nb::handle move_object(int index) { return interned[static_cast<std::size_t>(index)]; }

nb::handle color_object(Color color) { return colors[static_cast<std::size_t>(color)]; }

std::string move_name(int index) {
    if (index == pass_index) return "pass";
    return static_cast<char>('a' + index % longest_side) + std::to_string(index / longest_side + 1);
}

int move_index(nb::handle move_or_name) {
    if (Py_TYPE(move_or_name.ptr()) == move_type) return nb::inst_ptr<Move>(move_or_name)->index;
    if (PyUnicode_Check(move_or_name.ptr())) {
        Py_ssize_t length = 0;
        const char* text = PyUnicode_AsUTF8AndSize(move_or_name.ptr(), &length);
        if (text == nullptr) {  // half a surrogate pair has no UTF-8
            PyErr_Clear();
            throw ParseError("bad move: not a text at all");
        }
        return parse_move(std::string(text, static_cast<std::size_t>(length)));
    }
    throw nb::type_error(("expected a Move or its name, not " + nb::cast<std::string>(nb::repr(move_or_name))).c_str());
}

void bind_moves(nb::module_& m) {
    nb::exception<ParseError>(m, "ParseError", PyExc_ValueError);
    nb::exception<IllegalMoveError>(m, "IllegalMoveError", PyExc_ValueError);
    m.attr("ParseError").attr("__doc__") = "A text that is not what it should be; names the text and its place.";
    m.attr("IllegalMoveError").attr("__doc__") = "A move that the rules do not allow in this position.";

    nb::enum_<Color>(m, "Color", "The two sides; Black moves first.")
        .value("BLACK", Color::black)
        .value("WHITE", Color::white)
        .def_prop_ro("opponent", [](Color color) { return opponent_of(color); }, "The other side.");
    colors = {nb::cast(Color::black).release(), nb::cast(Color::white).release()};

    nb::class_<Move> move(m, "Move", nb::is_final(),
                          R"(A square to play, or PASS; the same object for the same square, whatever the board's size.

``Move("f5")`` is the square in column f, row 5, counted from the top left. Columns run from a to p
(i included), rows from 1 to 16. Moves print as their names and order by row, then column, PASS last.
Raises ParseError for any other text.)");
    // Interning: the type is made first, then its 257 objects, then the constructor that finds them.
    for (int index = 0; index <= pass_index; ++index) {
        interned[static_cast<std::size_t>(index)] = nb::cast(Move{index}).release();
    }
    move_type = reinterpret_cast<PyTypeObject*>(move.ptr());
    m.attr("PASS") = move_object(pass_index);

    const auto found = [](int index) { return nb::borrow(move_object(index)); };
    move.def_static(
            "__new__", [found](nb::handle, nb::handle name) { return found(move_index(name)); }, nb::arg("cls"),
            nb::arg("name"), nb::sig("def __new__(cls, name: str | Move) -> Move"))
        .def(
            "__init__", [](nb::handle, nb::handle) {}, nb::arg("name"),
            nb::sig("def __init__(self, name: str | Move) -> None"))
        .def_static(
            "at",
            [found](int column, int row) {
                if (column < 0 || column >= longest_side || row < 0 || row >= longest_side) {
                    throw nb::value_error("column and row must be from 0 to 15");
                }
                return found(row * longest_side + column);
            },
            nb::arg("column"), nb::arg("row"), nb::sig("def at(column: int, row: int) -> Move"),
            "The move in a column and row, both counted from 0; ValueError beyond 15.")
        .def_prop_ro(
            "column", [](const Move& self) { return self.index == pass_index ? -1 : self.index % longest_side; },
            "The column, counted from 0 at the left; -1 for PASS.")
        .def_prop_ro(
            "row", [](const Move& self) { return self.index == pass_index ? -1 : self.index / longest_side; },
            "The row, counted from 0 at the top; -1 for PASS.")
        .def_prop_ro(
            "name", [](const Move& self) { return move_name(self.index); }, "Such as f5, or pass.")
        .def_prop_ro(
            "is_pass", [](const Move& self) { return self.index == pass_index; }, "Whether this is PASS.")
        .def("__repr__", [](const Move& self) { return move_name(self.index); })
        .def("__str__", [](const Move& self) { return move_name(self.index); })
        .def("__hash__", [](const Move& self) { return self.index; })
        .def(
            "__lt__", [](const Move& a, const Move& b) { return a.index < b.index; }, nb::is_operator())
        .def(
            "__le__", [](const Move& a, const Move& b) { return a.index <= b.index; }, nb::is_operator())
        .def(
            "__gt__", [](const Move& a, const Move& b) { return a.index > b.index; }, nb::is_operator())
        .def(
            "__ge__", [](const Move& a, const Move& b) { return a.index >= b.index; }, nb::is_operator())
        .def(
            "__reduce__",
            [](const Move& self) {
                return nb::make_tuple(nb::handle(reinterpret_cast<PyObject*>(move_type)),
                                      nb::make_tuple(move_name(self.index)));
            },
            nb::sig("def __reduce__(self) -> tuple[type[Move], tuple[str]]"))
        .def(
            "__copy__", [found](const Move& self) { return found(self.index); }, nb::sig("def __copy__(self) -> Move"))
        .def(
            "__deepcopy__", [found](const Move& self, nb::handle) { return found(self.index); }, nb::arg("memo"),
            nb::sig("def __deepcopy__(self, memo: object) -> Move"));
    refuse_plain_new(move);
}

}  // namespace outflank::bindings
