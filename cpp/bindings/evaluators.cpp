// Evaluators for the search: weighted features, or any Python function.
#include "evaluators.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>

#include "../outflank/eval/linear.hpp"
#include "python_lock.hpp"

namespace outflank::bindings {

namespace {

// A Python function of a position. Called with the lock held, as often as the search has leaves.
template <class B>
class Function : public Evaluator<B> {
  public:
    Function(int size, nb::handle function) : size_(size), function_(function) {}

    float evaluate(const Board<B>& board) override {
        // Whose turn it is, the search does not know; an evaluation is for the side to move.
        return with_lock([&] { return number(function_(Position(board, size_, Color::black))); });
    }

    bool takes_threads() const override { return false; }
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

SizedEvaluator linear(int size, const std::vector<std::string>& names, Numbers weights,
                      const std::vector<Numbers>& tables, std::vector<int> table_of) {
    check_size(size);
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
        features.push_back(known_feature(name));
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
                return position.visit([&]<class B>(const Board<B>& board, const Shape<B>&) {
                    return plain(self.get<B>().evaluate(board));
                });
            },
            nb::arg("position"), "The value of a position for the side to move.");
    m.def("linear_evaluator", &linear, nb::arg("size"), nb::arg("features"), nb::arg("weights"),
          nb::arg("tables") = std::vector<Numbers>(), nb::arg("table_of") = std::vector<int>(),
          nb::sig("def linear_evaluator(size: int, features: Sequence[str], weights: Sequence[float], "
                  "tables: Sequence[Sequence[float]] = ..., table_of: Sequence[int] = ...) -> Evaluator"),
          R"(A weighted sum of features, with a row of weights for each number of discs, one row after the other.

`tables` are values of the squares, row by row; `table_of` says for each number of discs which of them
counts. Raises ValueError for unknown names and wrong lengths.)");
    m.def("function_evaluator", &function, nb::arg("size"), nb::arg("function"),
          nb::sig("def function_evaluator(size: int, function: Callable[[Position], float]) -> Evaluator"),
          R"(Any function of a position that returns its value for the side to move.

The function sees each position as Black's to move.)");
}

}  // namespace outflank::bindings
