// Evaluators for the search: weighted features, or any Python function. And the features themselves.
#include "evaluators.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>

#include "../outflank/eval/linear.hpp"
#include "../outflank/search/limits.hpp"

namespace outflank::bindings {

namespace {

// A Python function of a position. Called with the lock held, as often as the search has leaves.
template <class B>
class Function : public Evaluator<B> {
  public:
    Function(int size, nb::handle function) : size_(size), function_(function) {}

    float evaluate(const Board<B>& board, const Path&) override {
        nb::gil_scoped_acquire locked;
        try {
            // Whose turn it is, the search does not know; an evaluation is for the side to move.
            return number(function_(Position(board, size_, Color::black)));
        } catch (const nb::python_error& error) {
            if (error.matches(PyExc_KeyboardInterrupt)) throw Stopped{.interrupted = true};
            throw;
        }
    }

    int nodes_between_checks() const override { return 1; }

  private:
    static float number(const nb::object& result) {
        const double value = PyFloat_AsDouble(result.ptr());
        if (value == -1.0 && PyErr_Occurred() != nullptr) {
            PyErr_Clear();
            throw nb::type_error(("the evaluator returned " + nb::cast<std::string>(nb::repr(result)) +
                                  ": expected a number, the value for the side to move")
                                     .c_str());
        }
        const auto narrow = static_cast<float>(value);
        if (!std::isfinite(narrow)) {
            throw nb::value_error(("the evaluator returned " + nb::cast<std::string>(nb::repr(result)) +
                                   ": expected a finite number below 3e38 in size")
                                      .c_str());
        }
        return narrow;
    }

    int size_;
    nb::handle function_;  // kept by the SizedEvaluator
};

template <class B>
SquareValues<B> grouped(const Shape<B>& shape, const std::vector<double>& values) {
    SquareValues<B> groups;
    std::size_t i = 0;
    for (const int square : each(shape.mask)) {
        const double value = values[i++];
        if (value == 0) continue;
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.value == value; });
        if (same == groups.end()) {
            groups.push_back({B::of(square), value});
        } else {
            same->squares |= B::of(square);
        }
    }
    return groups;
}

using Table = std::vector<double>;

void check_finite(const Table& numbers) {
    // So that no sum of them leaves the range of a float.
    if (!std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::abs(x) <= 1e30; })) {
        throw nb::value_error("weights must be finite numbers, of at most 1e30");
    }
}

template <class B>
std::vector<SquareValues<B>> grouped_tables(const Shape<B>& shape, const std::vector<Table>& tables) {
    std::vector<SquareValues<B>> groups(1);  // without any table, no square has a value
    if (!tables.empty()) groups.clear();
    for (const Table& table : tables) {
        if (static_cast<int>(table.size()) != shape.area) throw nb::value_error("expected a value for each square");
        check_finite(table);
        groups.push_back(grouped(shape, table));
    }
    return groups;
}

SizedEvaluator linear(int size, const std::vector<std::string>& names, Table weights, const std::vector<Table>& tables,
                      std::vector<int> table_of) {
    check_size(size);
    if (size <= EdgeTable::longest) EdgeTable::of_length(size);  // built now, not in the first search
    const std::size_t rows = static_cast<std::size_t>(size) * static_cast<std::size_t>(size) + 1;
    if (weights.size() != rows * names.size()) {
        throw nb::value_error("expected a row of weights for each number of discs from none to all squares");
    }
    check_finite(weights);
    if (table_of.empty()) table_of.assign(rows, 0);
    const auto last = static_cast<int>(std::max(tables.size(), std::size_t{1})) - 1;
    if (table_of.size() != rows ||
        !std::all_of(table_of.begin(), table_of.end(), [&](int i) { return i >= 0 && i <= last; })) {
        throw nb::value_error("expected the number of a table for each number of discs");
    }
    std::vector<Feature> features;
    for (const std::string& name : names) {
        const auto feature = feature_named(name);
        if (!feature) throw nb::value_error(("no feature is called '" + name + "'").c_str());
        features.push_back(*feature);
    }
    return with_shape(size, [&]<class B>(const Shape<B>& shape) {
        return SizedEvaluator(size, std::unique_ptr<Evaluator<B>>(std::make_unique<Linear<B>>(
                                        shape, std::move(features), std::move(weights), grouped_tables(shape, tables),
                                        std::move(table_of))));
    });
}

SizedEvaluator function(int size, nb::callable callable) {
    check_size(size);
    return with_shape(size, [&]<class B>(const Shape<B>&) {
        SizedEvaluator made(size, std::unique_ptr<Evaluator<B>>(std::make_unique<Function<B>>(size, callable)));
        made.function = callable;
        return made;
    });
}

// Every count in every form, with the values of the squares for those that need them.
nb::dict features(const Position& position, const Table& squares) {
    nb::dict values;
    position.visit([&]<class B>(const Board<B>& board, const Shape<B>& shape) {
        const auto groups = grouped_tables(shape, squares.empty() ? std::vector<Table>() : std::vector<Table>{squares});
        const Path path{legal_moves(board, shape).count(), 0};
        for (const CountName& known : count_names) {
            for (const FormName& form : form_names) {
                const std::string name = std::string(known.name) + std::string(form.suffix);
                values[nb::str(name.c_str())] = feature_value({known.count, form.form}, board, shape, path, groups[0]);
            }
        }
    });
    return values;
}

// What each square adds to a count of the side to move, and to that of the other side.
nb::tuple shares(const Position& position, const std::string& name, const Table& squares) {
    const auto feature = feature_named(name);
    if (!feature) throw nb::value_error(("no feature is called '" + name + "'").c_str());
    const Count what = feature->count;
    return position.visit([&]<class B>(const Board<B>& board, const Shape<B>& shape) {
        const auto groups = grouped_tables(shape, squares.empty() ? std::vector<Table>() : std::vector<Table>{squares});
        const auto of_side = [&](const Board<B>& seen) {
            nb::dict amounts;
            const Side<B> side{seen, shape, 0, groups[0]};
            if (is_of_whole_board(what)) return amounts;
            for (const int square : each(members(what, side))) {
                amounts[move_object(move_of(shape, square))] = share(what, side, square);
            }
            return amounts;
        };
        nb::dict other = of_side(board.passed());
        if (what == Count::path_mobility) other.clear();  // the path begins here, with the side to move
        return nb::make_tuple(of_side(board), other);
    });
}

// An engine and the function that its evaluator calls may hold each other.
int traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    if (nb::inst_ready(self)) Py_VISIT(nb::inst_ptr<SizedEvaluator>(self)->function.ptr());
    return 0;
}

int clear(PyObject* self) {
    if (nb::inst_ready(self)) nb::inst_ptr<SizedEvaluator>(self)->function = nb::none();
    return 0;
}

PyType_Slot evaluator_slots[] = {
    {Py_tp_traverse, reinterpret_cast<void*>(&traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(&clear)},
    {0, nullptr},
};

}  // namespace

void bind_evaluators(nb::module_& m) {
    nb::class_<SizedEvaluator>(m, "Evaluator", nb::type_slots(evaluator_slots),
                               "Values positions of one board size, natively.")
        .def_prop_ro("size", &SizedEvaluator::size, "The board size.")
        .def(
            "evaluate",
            [](const SizedEvaluator& self, const Position& position) {
                self.check(position);
                return position.visit([&]<class B>(const Board<B>& board, const Shape<B>& shape) {
                    return plain(self.get<B>().evaluate(board, {legal_moves(board, shape).count(), 0}));
                });
            },
            nb::arg("position"), "The value of a position for the side to move.");
    m.def("linear_evaluator", &linear, nb::arg("size"), nb::arg("features"), nb::arg("weights"),
          nb::arg("tables") = std::vector<Table>(), nb::arg("table_of") = std::vector<int>(),
          nb::sig("def linear_evaluator(size: int, features: Sequence[str], weights: Sequence[float], "
                  "tables: Sequence[Sequence[float]] = ..., table_of: Sequence[int] = ...) -> Evaluator"),
          R"(A weighted sum of features, with a row of weights for each number of discs, one row after the other.

`tables` are values of the squares, row by row; `table_of` says for each number of discs which of them
counts. Raises ValueError for unknown names and wrong lengths.)");
    m.def("function_evaluator", &function, nb::arg("size"), nb::arg("function"),
          nb::sig("def function_evaluator(size: int, function: Callable[[Position], float]) -> Evaluator"),
          R"(Any function of a position that returns its value for the side to move.

The function sees each position as Black's to move.)");
    m.def("features", &features, nb::arg("position"), nb::arg("squares") = Table(),
          nb::sig("def features(position: Position, squares: Sequence[float] = ...) -> dict[str, float]"),
          "Every feature in every form, for the side to move.");
    m.def("shares", &shares, nb::arg("position"), nb::arg("feature"), nb::arg("squares") = Table(),
          nb::sig("def shares(position: Position, feature: str, squares: Sequence[float] = ...) -> "
                  "tuple[dict[Move, float], dict[Move, float]]"),
          R"(What each square adds to the count of a feature, whatever its form: for the side to move, for the other.

Nothing for parity, which is no sum over squares. ValueError for an unknown name.)");
    const auto table = [](const auto& names, auto key) {
        nb::dict meanings;
        for (const auto& known : names) {
            const std::string_view name = known.*key;
            meanings[nb::str(name.data(), name.size())] = nb::str(known.meaning.data(), known.meaning.size());
        }
        return meanings;
    };
    m.attr("COUNTS") = table(count_names, &CountName::name);
    m.attr("FORMS") = table(form_names, &FormName::suffix);
}

}  // namespace outflank::bindings
