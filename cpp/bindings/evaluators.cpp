// Evaluators for the search: weighted features, or any Python function. And the features themselves.
#include "evaluators.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>

#include "../outflank/eval/linear.hpp"
#include "../outflank/search/limits.hpp"

namespace outflank::bindings {

namespace {

Feature feature_named(const std::string& name) {
    for (const FeatureName& known : feature_names) {
        if (known.name == name) return known.feature;
    }
    throw nb::value_error(("no feature is called '" + name + "'").c_str());
}

// A Python function of a position. Called with the lock held, as often as the search has leaves.
template <class B>
class Function : public Evaluator<B> {
  public:
    Function(int size, nb::callable function) : size_(size), function_(std::move(function)) {}
    ~Function() override {
        nb::gil_scoped_acquire locked;
        function_.reset();
    }

    float evaluate(const Board<B>& board, B) override {
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
    nb::callable function_;
};

template <class B>
std::vector<typename Linear<B>::Squares> grouped(const Shape<B>& shape, const std::vector<double>& values) {
    std::vector<typename Linear<B>::Squares> groups;
    std::size_t i = 0;
    for (const int square : each(shape.mask)) {
        const double value = values[i++];
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.value == value; });
        if (same == groups.end()) {
            groups.push_back({B::of(square), value});
        } else {
            same->squares |= B::of(square);
        }
    }
    return groups;
}

SizedEvaluator linear(int size, const std::vector<std::string>& features, std::vector<double> weights,
                      const std::vector<double>& squares) {
    check_size(size);
    const std::size_t area = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    if (weights.size() != (area + 1) * (features.size() + 1)) {
        throw nb::value_error("expected a row of weights for each number of discs from none to all squares");
    }
    if (!squares.empty() && squares.size() != area) throw nb::value_error("expected a value for each square");
    const auto finite = [](double x) { return std::isfinite(x); };
    if (!std::all_of(weights.begin(), weights.end(), finite) || !std::all_of(squares.begin(), squares.end(), finite)) {
        throw nb::value_error("weights must be finite numbers");
    }
    std::vector<Feature> wanted;
    for (const std::string& name : features) wanted.push_back(feature_named(name));
    return with_shape(size, [&]<class B>(const Shape<B>& shape) {
        auto groups = squares.empty() ? std::vector<typename Linear<B>::Squares>() : grouped(shape, squares);
        return SizedEvaluator(size, std::unique_ptr<Evaluator<B>>(std::make_unique<Linear<B>>(
                                        shape, std::move(wanted), std::move(weights), std::move(groups))));
    });
}

SizedEvaluator function(int size, nb::callable callable) {
    check_size(size);
    return with_shape(size, [&]<class B>(const Shape<B>&) {
        return SizedEvaluator(size,
                              std::unique_ptr<Evaluator<B>>(std::make_unique<Function<B>>(size, std::move(callable))));
    });
}

nb::dict features(const Position& position) {
    nb::dict values;
    position.visit([&](const auto& board, const auto& shape) {
        const auto moves = legal_moves(board, shape);
        for (const FeatureName& known : feature_names) {
            values[nb::str(known.name.data(), known.name.size())] = feature_value(known.feature, board, shape, moves);
        }
    });
    return values;
}

}  // namespace

void bind_evaluators(nb::module_& m) {
    nb::class_<SizedEvaluator>(m, "Evaluator", "Values positions of one board size, natively.")
        .def_prop_ro("size", &SizedEvaluator::size, "The board size.")
        .def(
            "evaluate",
            [](const SizedEvaluator& self, const Position& position) {
                self.check(position);
                return position.visit([&]<class B>(const Board<B>& board, const Shape<B>& shape) {
                    return self.get<B>().evaluate(board, legal_moves(board, shape));
                });
            },
            nb::arg("position"), "The value of a position for the side to move.");
    m.def("linear_evaluator", &linear, nb::arg("size"), nb::arg("features"), nb::arg("weights"), nb::arg("squares"),
          R"(A weighted sum of features, with a row of weights for each number of discs.

A row holds a weight for each feature, then one for the sum of square values; `squares` are those values
row by row, or empty. Raises ValueError for unknown names and wrong lengths.)");
    m.def("function_evaluator", &function, nb::arg("size"), nb::arg("function"),
          nb::sig("def function_evaluator(size: int, function: Callable[[Position], float]) -> Evaluator"),
          R"(Any function of a position that returns its value for the side to move.

The function sees each position as Black's to move.)");
    m.def("features", &features, nb::arg("position"), nb::sig("def features(position: Position) -> dict[str, int]"),
          "Every named feature of a position: the side to move's count less the other's.");
    nb::dict meanings;
    for (const FeatureName& known : feature_names) {
        meanings[nb::str(known.name.data(), known.name.size())] = nb::str(known.meaning.data(), known.meaning.size());
    }
    m.attr("FEATURES") = meanings;
}

}  // namespace outflank::bindings
