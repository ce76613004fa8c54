// The search and its table. The lock is released while it thinks.
#include "../outflank/midgame/search.hpp"
#include "../outflank/midgame/learned.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "../outflank/search/constants.hpp"
#include "control.hpp"
#include "evaluators.hpp"
#include "searching.hpp"

namespace outflank::bindings {

namespace {

using SharedTable = Shared<Table>;

nb::dict search(const Position& position, SizedEvaluator& evaluator, SizedEvaluator& ordering_evaluator,
                SharedTable& shared, const Limits& limits, const Settings& settings,
                const std::optional<std::vector<nb::object>>& moves, nb::object stop, nb::object progress) {
    evaluator.check(position);
    ordering_evaluator.check(position);
    return position.visit([&]<class B>(const Board<B>& board, const Shape<B>& shape) {
        const std::vector<int> squares = squares_to_search(board, shape, moves);
        const SharedTable::Loan table(shared, stop);
        PythonControl control(limits, evaluator.get<B>().nodes_between_checks(), stop);
        Search<B> engine(shape, evaluator.get<B>(), &*table, control, settings, &ordering_evaluator.get<B>());
        B allowed{};
        for (const int square : squares) allowed |= B::of(square);
        const Report report = without_lock([&] {
            return engine.run(board, allowed, [&](const Report& so_far) {
                control.report(progress, [&] { return answer(so_far, shape); });
            });
        });
        return answer(report, shape);
    });
}

template <class B>
nb::dict answer(const Proof& proof, const Shape<B>& shape) {
    nb::list moves;
    for (const auto& [square, bounds] : proof.moves) {
        moves.append(nb::make_tuple(named(square, shape), bounds.lower, bounds.upper));
    }
    nb::dict fields;
    fields["moves"] = moves;
    fields["lower"] = proof.bounds.lower;
    fields["upper"] = proof.bounds.upper;
    fields["pv"] = named(proof.line, shape);
    return fields;
}

// What was proved before the end, or before it was stopped.
nb::dict solve(const Position& position, SizedEvaluator& evaluator, SizedEvaluator& ordering_evaluator,
               SharedTable& shared, const Limits& limits, const Settings& settings, int alpha, int beta, bool every,
               const std::optional<std::vector<nb::object>>& moves, nb::object stop, nb::object progress) {
    evaluator.check(position);
    ordering_evaluator.check(position);
    return position.visit([&]<class B>(const Board<B>& board, const Shape<B>& shape) {
        const std::vector<int> squares = squares_to_search(board, shape, moves);
        if (!(-shape.area <= alpha && alpha < beta && beta <= shape.area)) throw nb::value_error("not a window");
        const SharedTable::Loan table(shared, stop);
        PythonControl control(limits, 1 << 16, stop);
        Solver<B> solver(shape, *table, control, &ordering_evaluator.get<B>(), settings.threads);
        const auto told = [&](const Proof& proof) {
            nb::dict fields = answer(proof, shape);
            fields["nodes"] = control.nodes();
            fields["time"] = control.elapsed();
            return fields;
        };
        const bool interrupted = without_lock([&] {
            try {
                table->next_generation();
                const bool whole = alpha == -shape.area && beta == shape.area;  // a narrower question is soon answered
                if (whole && settings.errors && board.empties(shape).count() >= pre_search_from) {
                    const bool passes = !legal_moves(board, shape).any();
                    B allowed = passes ? shape.mask : B{};
                    for (const int square : squares) allowed |= B::of(square);
                    Settings selective = settings;
                    selective.pre_search = true;
                    Search<B> first(shape, evaluator.get<B>(), &*table, control, selective,
                                    &ordering_evaluator.get<B>());
                    solver.follow(first.pre_search(passes ? board.passed() : board, allowed));
                }
                solver.run(board, squares, alpha, beta, every,
                           [&](const Proof& so_far) { control.report(progress, [&] { return told(so_far); }); });
            } catch (const Stopped& stopped) {
                return stopped.interrupted;
            }
            return false;
        });
        nb::dict fields = told(solver.proof());
        fields["interrupted"] = interrupted;
        return fields;
    });
}

// The moves of a position for training: the levels of each, whether it refutes, and at the cost of how many nodes.
nb::list refutations(const Position& position, SizedEvaluator& evaluator, int depth, float bound, Settings settings) {
    evaluator.check(position);
    if (depth < 1) throw nb::value_error("expected a depth of 1 or more");
    if (!std::isfinite(bound)) throw nb::value_error("expected a finite bound");
    return position.visit([&]<class B>(const Board<B>& board, const Shape<B>& shape) {
        std::vector<Candidate<B>> moves;
        for (const int square : each(legal_moves(board, shape))) {
            moves.push_back({square, 0, board.played(square, flips(board, square))});
        }
        std::vector<Levels> described(moves.size());
        describe(board, shape, moves.data(), static_cast<int>(moves.size()), described.data());
        std::vector<std::pair<bool, std::uint64_t>> results;
        PythonControl control({}, evaluator.get<B>().nodes_between_checks());
        without_lock([&] {
            Table table(1 << 18);
            for (const Candidate<B>& move : moves) {
                table.clear();
                const std::uint64_t before = control.nodes();
                Search<B> engine(shape, evaluator.get<B>(), &table, control, settings);
                const bool refutes = engine.reaches(move.next, depth, Value::estimate(bound));
                results.emplace_back(refutes, control.nodes() - before);
            }
        });
        nb::list found;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            nb::list levels;
            for (const int level : described[i]) levels.append(level);
            found.append(nb::make_tuple(levels, results[i].first, results[i].second));
        }
        return found;
    });
}

}  // namespace

void bind_search(nb::module_& m) {
    bind_table<Table>(m, "Table");

    nb::class_<Settings> settings(m, "Settings", "How a search behaves, where agents differ in it.");
    settings.def(nb::init<>());
    const auto option = [&](const char* name, auto member, const char* meaning) {
        settings.def_rw(name, member, meaning);
    };
    option("table", &Settings::table, "Remember positions.");
    option("exact_from", &Settings::exact_from, "Empty squares from which on positions are solved.");
    option("lines", &Settings::lines, "How many of the best moves get their own value and line.");
    option("window", &Settings::window,
           "Half of the window around a guess of the value, if the evaluator's unit is discs.");
    settings.def_prop_rw(
        "selectivity",
        [](const Settings& self) { return confidences[static_cast<std::size_t>(self.confidence)].percent; },
        [](Settings& self, int percent) {
            const auto is = [&](const Confidence& confidence) { return confidence.percent == percent; };
            const auto found = std::find_if(confidences.begin(), confidences.end(), is);
            if (found == confidences.end()) throw nb::value_error("no such level of confidence");
            self.confidence = static_cast<int>(found - confidences.begin());
        },
        "The confidence in per cent that what is left out does not matter; 100: nothing is.");
    settings.def(
        "calibrate",
        [](Settings& self, double constant, double empties, double empties_squared, double deep, double shallow) {
            for (const double weight : {constant, empties, empties_squared, deep, shallow}) {
                if (!std::isfinite(weight)) throw nb::value_error("an error model: expected finite numbers");
            }
            self.errors = {constant, empties, empties_squared, deep, shallow};
        },
        nb::arg("constant"), nb::arg("empties"), nb::arg("empties_squared"), nb::arg("deep"), nb::arg("shallow"),
        "How the evaluator's values err: the logarithm of the deviation of a shallow search from a deep one.");
    settings.def(
        "learn",
        [](Settings& self, std::vector<int> worth, int killer) {
            constexpr int most = 1'000'000;  // so that no sum overflows
            const auto small = [](int number) { return -most <= number && number <= most; };
            if (worth.size() != static_cast<std::size_t>(OrderingTable::phases * OrderingTable::levels)) {
                throw nb::value_error("expected the worth of each level of each trait in each phase");
            }
            if (!small(killer) || !std::all_of(worth.begin(), worth.end(), small)) {
                throw nb::value_error("expected numbers of at most a million");
            }
            self.learned = std::make_shared<OrderingTable>(std::move(worth), killer);
        },
        nb::arg("worth"), nb::arg("killer"), "Orders the midgame by a table: the worth by phase, trait and level.");
    const auto weight = [&](const char* name, int OrderingWeights::* member, const char* meaning) {
        settings.def_prop_rw(
            name, [member](const Settings& self) { return self.ordering.*member; },
            [member](Settings& self, int value) { self.ordering.*member = value; }, meaning);
    };
    weight("order_corner", &OrderingWeights::corner, "Ordering: for a corner.");
    weight("order_edge", &OrderingWeights::edge, "Ordering: for another edge square.");
    weight("order_x_square", &OrderingWeights::x_square, "Ordering: diagonally beside an empty corner.");
    weight("order_c_square", &OrderingWeights::c_square, "Ordering: on the edge beside an empty corner.");
    weight("order_reply", &OrderingWeights::reply, "Ordering: for each reply; those in corners count twice.");
    weight("order_potential", &OrderingWeights::potential, "Ordering: for each empty square beside own discs.");
    weight("order_killer", &OrderingWeights::killer, "Ordering: for a move that refuted another at the same ply.");

    nb::dict levels;
    for (const Trait& trait : traits) levels[nb::cast(std::string(trait.name))] = trait.levels;
    m.attr("TRAITS") = levels;
    m.attr("ORDERING_PHASES") = OrderingTable::phases;
    nb::list percents;
    for (const Confidence& confidence : confidences) percents.append(confidence.percent);
    m.attr("SELECTIVITIES") = nb::tuple(percents);
    m.def("refutations", &refutations, nb::arg("position"), nb::arg("evaluator"), nb::arg("depth"), nb::arg("bound"),
          nb::arg("settings") = Settings(),
          nb::sig("def refutations(position: Position, evaluator: Evaluator, depth: int, bound: float, "
                  "settings: Settings = ...) -> list[tuple[list[int], bool, int]]"),
          "Of each legal move: the levels of its traits, whether it reaches the bound, and the nodes to find out.");
    m.def(
        "solve",
        [](const Position& position, SizedEvaluator& evaluator, SizedEvaluator& ordering_evaluator, SharedTable& table,
           Settings settings, int threads, int alpha, int beta, bool every, std::optional<std::uint64_t> nodes,
           std::optional<double> time, const std::optional<std::vector<nb::object>>& moves, nb::object stop,
           nb::object progress) {
            Limits limits;
            if (nodes) limits.nodes = *nodes;
            if (time) limits.time = *time;
            settings.threads = threads;
            return solve(position, evaluator, ordering_evaluator, table, limits, settings, alpha, beta, every, moves,
                         std::move(stop), std::move(progress));
        },
        nb::arg("position"), nb::arg("evaluator"), nb::arg("ordering_evaluator"), nb::arg("table"), nb::kw_only(),
        nb::arg("settings") = Settings(), nb::arg("threads"), nb::arg("alpha"), nb::arg("beta"),
        nb::arg("every") = false, nb::arg("nodes") = nb::none(), nb::arg("time") = nb::none(),
        nb::arg("moves") = nb::none(), nb::arg("stop") = nb::none(), nb::arg("progress") = nb::none(),
        nb::sig("def solve(position: Position, evaluator: Evaluator, ordering_evaluator: Evaluator, table: Table, *, "
                "settings: Settings = ..., threads: int, alpha: int, beta: "
                "int, every: bool = False, "
                "nodes: int | None = None, time: float | None = None, moves: Sequence[Move | str] | None = None, "
                "stop: object | None = None, progress: Callable[[dict[str, Any]], object] | None = None) "
                "-> dict[str, Any]"),
        R"(Proves margins; see outflank.Engine, which checks the window and the limits.)");

    m.def(
        "search",
        [](const Position& position, SizedEvaluator& evaluator, SizedEvaluator& ordering_evaluator, SharedTable& table,
           std::optional<int> depth, std::optional<std::uint64_t> nodes, std::optional<double> time, int threads,
           Settings settings, const std::optional<std::vector<nb::object>>& moves, nb::object stop,
           nb::object progress) {
            settings.threads = threads;
            Limits limits;
            if (depth) limits.depth = *depth;
            if (nodes) limits.nodes = *nodes;
            if (time) limits.time = *time;
            return search(position, evaluator, ordering_evaluator, table, limits, settings, moves, std::move(stop),
                          std::move(progress));
        },
        nb::arg("position"), nb::arg("evaluator"), nb::arg("ordering_evaluator"), nb::arg("table"), nb::kw_only(),
        nb::arg("depth") = nb::none(), nb::arg("nodes") = nb::none(), nb::arg("time") = nb::none(),
        nb::arg("threads") = 1, nb::arg("settings") = Settings(), nb::arg("moves") = nb::none(),
        nb::arg("stop") = nb::none(), nb::arg("progress") = nb::none(),
        nb::sig("def search(position: Position, evaluator: Evaluator, ordering_evaluator: Evaluator, table: Table, *, "
                "depth: int "
                "| None = None, "
                "nodes: int | None = None, time: float | None = None, threads: int = 1, settings: Settings = ..., "
                "moves: Sequence[Move | str] | None = None, stop: object | None = None, "
                "progress: Callable[[dict[str, Any]], object] | None = None) -> dict[str, Any]"),
        R"(Searches a position until a limit is reached; see outflank.Engine, which checks the limits.)");
}

}  // namespace outflank::bindings
