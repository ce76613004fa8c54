// The named features of positions: of one, in every form and square by square; of many, as rows of numbers.
#include <nanobind/stl/vector.h>

#include "control.hpp"
#include "evaluators.hpp"

namespace outflank::bindings {

namespace {

// Every count in every form, with the values of the squares for those that need them.
nb::dict features(const Position& position, const Numbers& squares) {
    nb::dict values;
    position.visit([&]<class B>(const Board<B>& board, const Shape<B>& shape) {
        const auto groups =
            grouped_tables(shape, squares.empty() ? std::vector<Numbers>() : std::vector<Numbers>{squares});
        const Sides<B> sides(board, shape, {legal_moves(board, shape).count(), 0}, groups[0]);
        for (const CountName& known : count_names) {
            for (const FormName& form : form_names) {
                const std::string name = std::string(known.name) + std::string(form.suffix);
                values[nb::str(name.c_str())] = sides.value({known.count, form.form});
            }
        }
    });
    return values;
}

// What each square adds to a count of the side to move, and to that of the other side.
nb::tuple shares(const Position& position, const std::string& name, const Numbers& squares) {
    const Count what = known_feature(name).count;
    return position.visit([&]<class B>(const Board<B>& board, const Shape<B>& shape) {
        const auto groups =
            grouped_tables(shape, squares.empty() ? std::vector<Numbers>() : std::vector<Numbers>{squares});
        const auto of_side = [&](const Board<B>& seen) {
            nb::dict amounts;
            const Side<B> side(seen, shape, 0, groups[0]);
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

// For each position the features, then what each table makes of the difference of squares.
nb::bytes feature_rows(const std::vector<Position>& positions, const std::vector<std::string>& names,
                       const std::vector<Numbers>& tables) {
    std::vector<Feature> features;
    for (const std::string& name : names) features.push_back(known_feature(name));
    std::vector<float> rows;
    if (!positions.empty()) {
        const int size = positions.front().size();
        const auto is_same = [&](const Position& position) { return position.size() == size; };
        if (!std::all_of(positions.begin(), positions.end(), is_same)) {
            throw nb::value_error("expected positions of one board size");
        }
        rows.reserve(positions.size() * (names.size() + tables.size()));
        with_shape(size, [&]<class B>(const Shape<B>& shape) {
            const std::vector<SquareValues<B>> groups = grouped_tables(shape, tables);
            repeat_without_lock(positions.size(), [&](std::uint64_t row) {
                const Board<B> board = positions[row].board<B>();
                const Path path{legal_moves(board, shape).count(), 0};
                const SquareValues<B> none;
                const Sides<B> sides(board, shape, path, none);
                for (const Feature feature : features) rows.push_back(static_cast<float>(sides.value(feature)));
                for (std::size_t i = 0; i < tables.size(); ++i) {
                    const Sides<B> valued(board, shape, path, groups[i]);
                    rows.push_back(static_cast<float>(valued.value({Count::squares, Form::difference})));
                }
            });
        });
    }
    return nb::bytes(rows.data(), rows.size() * sizeof(float));
}

}  // namespace

void bind_features(nb::module_& m) {
    m.def("features", &features, nb::arg("position"), nb::arg("squares") = Numbers(),
          nb::sig("def features(position: Position, squares: Sequence[float] = ...) -> dict[str, float]"),
          "Every feature in every form, for the side to move.");
    m.def("shares", &shares, nb::arg("position"), nb::arg("feature"), nb::arg("squares") = Numbers(),
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
    m.def("feature_rows", &feature_rows, nb::arg("positions"), nb::arg("features"),
          nb::arg("tables") = std::vector<Numbers>(),
          nb::sig("def feature_rows(positions: Sequence[Position], features: Sequence[str], "
                  "tables: Sequence[Sequence[float]] = ...) -> bytes"),
          R"(A row of numbers for each position, as native 32-bit floats one row after the other.

First the features, then for each table of square values what the side to move has more of it. Square values
of the features themselves are 0. ValueError for an unknown name or positions of several sizes.)");
}

}  // namespace outflank::bindings
