// The search of the classroom agents. The lock is released while it thinks.
#include "../outflank/classic/search.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdlib>

#include "control.hpp"
#include "searching.hpp"

namespace outflank::bindings {

namespace {

using SharedTable = Shared<classic::Table>;

nb::dict search(const Position& position, SizedEvaluator& evaluator, SharedTable& shared, const Limits& limits,
                const classic::Settings& settings, const std::optional<std::vector<nb::object>>& moves, nb::object stop,
                nb::object progress) {
    evaluator.check(position);
    return position.visit([&]<class B>(const Board<B>& board, const Shape<B>& shape) {
        auto* const linear = dynamic_cast<Linear<B>*>(&evaluator.get<B>());
        if (linear == nullptr) throw nb::type_error("a classroom agent searches with weighted features alone");
        B allowed{};
        for (const int square : squares_to_search(board, shape, moves)) allowed |= B::of(square);
        const SharedTable::Loan table(shared, stop);
        PythonControl control(limits, linear->nodes_between_checks(), stop);
        classic::Search<B> engine(shape, *linear, &*table, control, settings);
        const Report report = without_lock([&] {
            return engine.run(board, allowed, [&](const Report& so_far) {
                control.report(progress, [&] { return answer(so_far, shape); });
            });
        });
        return answer(report, shape);
    });
}

}  // namespace

void bind_classic(nb::module_& m) {
    using classic::Settings;
    bind_table<classic::Table>(m, "ClassicTable");
    nb::class_<Settings> settings(m, "ClassicSettings", "How a classroom agent searches.");
    settings.def(nb::init<>());
    const auto weight = [&](const char* name, int Settings::* member) {
        settings.def_prop_rw(
            name, [member](const Settings& self) { return self.*member; },
            [member](Settings& self, int value) {
                if (std::abs(value) > 1'000'000) throw nb::value_error("expected a weight of at most a million");
                self.*member = value;  // no sum of them overflows
            });
    };
    weight("corner", &Settings::corner);
    weight("edge", &Settings::edge);
    weight("unheld", &Settings::unheld);
    weight("mobility", &Settings::mobility);
    weight("flip", &Settings::flip);
    weight("late_flip", &Settings::late_flip);
    weight("evaluation", &Settings::evaluation);
    settings.def_rw("table", &Settings::table)
        .def_rw("keep_partial", &Settings::keep_partial)
        .def_rw("quick_win", &Settings::quick_win)
        .def_rw("pass_is_ply", &Settings::pass_is_ply)
        .def_rw("parallel_root", &Settings::parallel_root);

    m.def(
        "classic_search",
        [](const Position& position, SizedEvaluator& evaluator, SharedTable& table, Settings settings,
           std::optional<int> depth, std::optional<std::uint64_t> nodes, std::optional<double> time, int lines,
           const std::optional<std::vector<nb::object>>& moves, nb::object stop, nb::object progress) {
            settings.lines = std::max(lines, 1);
            Limits limits;
            if (depth) limits.depth = *depth;
            if (nodes) limits.nodes = *nodes;
            if (time) limits.time = *time;
            return search(position, evaluator, table, limits, settings, moves, std::move(stop), std::move(progress));
        },
        nb::arg("position"), nb::arg("evaluator"), nb::arg("table"), nb::arg("settings"), nb::kw_only(),
        nb::arg("depth") = nb::none(), nb::arg("nodes") = nb::none(), nb::arg("time") = nb::none(),
        nb::arg("lines") = 1, nb::arg("moves") = nb::none(), nb::arg("stop") = nb::none(),
        nb::arg("progress") = nb::none(),
        nb::sig("def classic_search(position: Position, evaluator: Evaluator, table: ClassicTable, "
                "settings: ClassicSettings, *, depth: int | None = None, nodes: int | None = None, "
                "time: float | None = None, lines: int = 1, moves: Sequence[Move | str] | None = None, "
                "stop: object | None = None, progress: Callable[[dict[str, Any]], object] | None = None) "
                "-> dict[str, Any]"),
        "Searches with alpha-beta until a limit is reached; see outflank.engine.ClassicEngine.");
}

}  // namespace outflank::bindings
