// The root: iterative deepening, and what is kept when time runs out.
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>

#include "../search/constants.hpp"
#include "search.hpp"

namespace outflank {

template <class B>
Report Search<B>::run(const Board<B>& root, B allowed, const Progress& progress) {
    const B moves = legal_moves(root, shape_);
    if (!moves.any()) {
        const auto through_pass = [](Report report) {
            for (RankedMove& move : report.moves) {
                move.square = no_square;
                move.value = -move.value;
                move.line.insert(move.line.begin(), no_square);
            }
            report.moves.resize(1);
            return report;
        };
        return through_pass(
            run(root.passed(), shape_.mask, [&](const Report& so_far) { progress(through_pass(so_far)); }));
    }

    const int empties = root.empties(shape_).count();
    if (table_ != nullptr) table_->next_generation();
    prepare(empties);
    const Slot slot = arena_.get();
    const int count = list(root, moves & allowed, slot);
    order_midgame(root, count, no_square, {0, {}, slot, nullptr});
    for (int i = 0; i < count; ++i) bring_best(slot, count, i);

    Report report;
    report.moves = {{slot[0].square, Value(), false, {slot[0].square}}};
    root_moves_ = RootMoves(settings_.lines, settings_.window > 0);
    for (int i = 0; i < count; ++i) root_moves_.add(slot[i].square);
    const bool shared =
        settings_.threads > 1 && evaluator_.takes_threads() && control_.limits().nodes == Limits{}.nodes;
    std::optional<Workers> team;
    if (shared) {
        team.emplace(settings_.threads - 1, [&](Workers& workers, Control& control) {
            auto worker =
                std::make_unique<Search<B>>(shape_, evaluator_, table_, control, settings_, ordering_evaluator_);
            worker->prepare(empties);
            worker->join(workers);
            return worker;
        });
        team_ = &*team;
    }
    deepen(root, slot, count, report, progress);
    team_ = nullptr;
    return report;
}

// What to search, one after the other: deeper and deeper, then to the end of the game, surer and surer.
template <class B>
std::vector<typename Search<B>::Stage> Search<B>::stages(int empties) const {
    const int depth = control_.limits().depth;
    const bool to_the_end = depth >= empties || empties <= settings_.exact_from;
    std::vector<Stage> found;
    const int deepest = to_the_end ? empties - exact_lead : std::min(depth, 2 * empties);
    for (int d = 1; d <= deepest; ++d) found.push_back({d, {.confidence = confidence()}});
    if (!to_the_end) return found;
    const bool leads = empties >= confidence_from[0] && table_ != nullptr;
    const bool proves = !settings_.pre_search;
    const int last = proves ? certain : std::min(confidence() + 1, certain);
    for (int c = confidence(); leads && c < last; ++c) {
        if (c == confidence() || empties >= confidence_from[static_cast<std::size_t>(c)])
            found.push_back({empties, {.confidence = c, .to_the_end = true}});
    }
    if (proves) found.push_back({empties, {.to_the_end = true}});
    return found;
}

template <class B>
void Search<B>::deepen(const Board<B>& root, Slot slot, int count, Report& report, const Progress& progress) {
    const int empties = root.empties(shape_).count();
    for (const Stage& stage : stages(empties)) {
        const Report before = report;
        root_moves_.begin(report.moves, stage.mode.confidence == certain);
        control_.note_fall(0);
        try {
            control_.visit();
            if (stage.is_exact()) {
                solve_root(root, slot, count, report);
            } else {
                search_root(slot, count, stage, report);
            }
            report.depth = stage.depth;
            report.percent = confidences[static_cast<std::size_t>(stage.mode.confidence)].percent;
        } catch (const Stopped& stopped) {
            report = before;
            report.moves = root_moves_.answer();
            report.stopped = true;
            report.interrupted = stopped.interrupted;
        }
        count_helpers();
        report.nodes = control_.nodes();
        report.time = control_.elapsed();
        if (report.stopped) return;
        try {
            progress(report);
        } catch (const Stopped& stopped) {
            report.stopped = true;
            report.interrupted = stopped.interrupted;
            return;
        }
    }
}

template <class B>
bool Search<B>::reaches(const Board<B>& next, int depth, Value bound) {
    prepare(next.empties(shape_).count() + 1);
    const Node node = first_node(0, {.confidence = confidence()});
    return -search_node(next, depth - 1, -bound, (-bound).next(), node) >= bound;
}

template <class B>
void Search<B>::prepare(int empties) {
    lines_.assign(2 * static_cast<std::size_t>(empties) + 4, {});
    killers_.assign(lines_.size(), {no_square, no_square});
    states_ = States(evaluator_.state_size(), lines_.size());
    Base::prepare(empties);
    if (confidence() < certain && table_ != nullptr) {
        solver_ = std::make_unique<Solver<B>>(shape_, *table_, control_, ordering_evaluator_);
        solver_->prepare(solved_below);
    }
}

template <class B>
typename Search<B>::Node Search<B>::first_node(int listed, Mode mode) const {
    return {1, mode, arena_.get() + listed, nullptr};
}

// One iteration, by windows around what the one before found.
template <class B>
void Search<B>::search_root(Slot slot, int count, const Stage& stage, Report& report) {
    const auto bound_at = [&](float discs) {
        return stage.mode.to_the_end ? Value::margin(static_cast<int>(std::lround(discs))) : Value::estimate(discs);
    };
    const Value before = report.best().value;
    Value low = -Value::infinity();
    Value high = Value::infinity();
    float width = settings_.window;
    const bool guessed = stage.mode.to_the_end || (stage.mode.confidence == certain && !before.is_proven());
    if (width > 0 && settings_.lines == 1 && report.depth > 0 && count > 1 && guessed) {
        low = bound_at(before.in_discs() - width);
        high = bound_at(before.in_discs() + width);
    }
    while (true) {
        const Value value = search_window(slot, count, stage, low, high, report);
        width *= 2;
        const bool far = width > static_cast<float>(shape_.area);
        if (value <= low && low > -Value::infinity()) {
            low = far ? -Value::infinity() : bound_at(value.in_discs() - width);
        } else if (value >= high && high < Value::infinity()) {
            high = far || value.is_proven() ? Value::infinity() : bound_at(value.in_discs() + width);
        } else {
            return;
        }
    }
}

// The best moves with values within the window, or a bound outside it. Its first move is the best of the iteration
// before. Each value is also noted in `root_moves_`, for the answer of an iteration that a limit ends.
template <class B>
Value Search<B>::search_window(Slot slot, int count, const Stage& stage, Value low, Value high, Report& report) {
    const Node node = first_node(count, stage.mode);
    const auto child = [&](const Candidate<B>& move, Value alpha, Value beta) {
        const Value value = -search_node(move.next, stage.depth - 1, -beta, -alpha, node);
        root_moves_.note(move.square, value, alpha, beta);
        control_.note_fall(root_moves_.fall());
        return value;
    };
    const auto wanted = static_cast<std::size_t>(settings_.lines);
    std::vector<RankedMove> found;
    std::vector<int> order;  // where the found ones are
    Value best = -Value::infinity();
    for (int i = 0; i < count; ++i) {
        const Value alpha = found.size() < wanted ? low : std::max(low, found.back().value);
        if (i == 1 && wanted == 1 && !stage.mode.to_the_end && root_moves_.has_fallen()) {
            look_for_alternative(slot, count, stage.depth, best, node);
        }
        if (i >= settings_.lines) {
            const Value value = child(slot[i], alpha, alpha.next());
            best = std::max(best, value);
            if (value <= alpha) continue;
        }
        const Value value = child(slot[i], alpha, high);
        best = std::max(best, value);
        if (value <= alpha) continue;  // a table that filled meanwhile may tell otherwise than before
        extend_line(0, slot[i].square);
        root_moves_.note_line(slot[i].square, lines_[0]);
        const auto place =
            std::find_if(found.begin(), found.end(), [&](const auto& other) { return other.value < value; });
        const auto at = place - found.begin();
        found.insert(place, {slot[i].square, value, value.is_proven() && stage.mode.confidence == certain, lines_[0]});
        order.insert(order.begin() + at, i);
        if (found.size() > wanted) {
            found.pop_back();
            order.pop_back();
        }
        if (value >= high) break;
    }
    if (found.empty()) return best;
    // The best to the front, in their order; each that comes moves those before it one place on.
    for (auto from = order.rbegin(); from != order.rend(); ++from) {
        std::rotate(slot, slot + *from, slot + *from + 1);
        for (auto other = std::next(from); other != order.rend(); ++other) *other += *other < *from;
    }
    report.moves = std::move(found);
    return best;
}

// Looks for a better move than a first one that has fallen to `value`, by searches from one or two plies to two less
// than `depth`, which cost little. The best one is the answer if a limit comes soon, and is searched next if not.
template <class B>
void Search<B>::look_for_alternative(Slot slot, int count, int depth, Value value, const Node& node) {
    for (int shallow = 2 - depth % 2; shallow <= depth - 2; shallow += 2) {
        const auto child = [&](int i, Value alpha, Value beta) {
            return -search_node(slot[i].next, shallow - 1, -beta, -alpha, node);
        };
        Value best = value;
        int best_place = 1;
        for (int i = 1; i < count; ++i) {
            if (i > 1 && child(i, best, best.next()) <= best) continue;
            const Value found = child(i, best, Value::infinity());
            if (found <= best) continue;
            best = found;
            best_place = i;
            extend_line(0, slot[i].square);
            root_moves_.note_alternative(slot[i].square, found, lines_[0]);
        }
        std::rotate(slot + 1, slot + best_place, slot + best_place + 1);
    }
}

template <class B>
typename Solver<B>::Before Search<B>::found_before(const Board<B>& root, const Report& report) const {
    const float area = static_cast<float>(shape_.area);
    const float guess = std::clamp(report.best().value.in_discs(), -area, area);
    return {salt_, static_cast<int>(std::lround(guess)), report.depth == root.empties(shape_).count(),
            report.best().square, std::nullopt};
}

template <class B>
typename Solver<B>::Before Search<B>::pre_search(const Board<B>& root, B allowed) {
    assert(settings_.pre_search);
    const Report report = run(root, allowed, [](const Report&) {});
    auto found = found_before(root, report);
    if (report.stopped) found.stopped = Stopped{report.interrupted};
    return found;
}

// The margins of the best moves.
template <class B>
void Search<B>::solve_root(const Board<B>& root, Slot slot, int count, Report& report) {
    std::vector<int> squares;
    for (int i = 0; i < count; ++i) squares.push_back(slot[i].square);
    std::optional<Table> own;
    if (table_ == nullptr) own.emplace(std::size_t{1} << 20);
    Solver<B> solver(shape_, own ? *own : *table_, control_, ordering_evaluator_, settings_.threads);
    const auto ranked = [&] {
        const Proof proof = solver.proof();
        const int square = proof.moves[0].square;
        const Value value = Value::margin(proof.bounds.lower);
        return RankedMove{square, value, true, proof.line.empty() ? std::vector{square} : proof.line};
    };
    if (table_ != nullptr && report.depth > 0 && settings_.window > 0) {
        solver.follow(found_before(root, report));
    }
    std::vector<RankedMove> found;
    while (!squares.empty() && static_cast<int>(found.size()) < settings_.lines) {
        (own ? *own : *table_).next_generation();
        try {
            solver.run(root, squares, -shape_.area, shape_.area, false, [](const Proof&) {});
        } catch (const Stopped&) {
            for (const auto& [square, bounds] : solver.proof().moves) {
                if (bounds.lower > -shape_.area) {
                    root_moves_.note(square, Value::margin(bounds.lower), -Value::infinity(),
                                     Value::margin(bounds.lower));
                }
                if (bounds.upper < shape_.area) {
                    root_moves_.note(square, Value::margin(bounds.upper), Value::margin(bounds.upper),
                                     Value::infinity());
                }
            }
            throw;
        }
        found.push_back(ranked());
        root_moves_.note(found.back().square, found.back().value, -Value::infinity(), Value::infinity());
        root_moves_.note_line(found.back().square, found.back().line);
        std::erase(squares, found.back().square);
    }
    report.moves = std::move(found);
    report.exact = true;
}

template <class B>
void Search<B>::extend_line(int ply, int square) {
    std::vector<int>& line = lines_[ply];
    line.assign(1, square);
    line.insert(line.end(), lines_[ply + 1].begin(), lines_[ply + 1].end());
}

template class Search<Bits64>;
template class Search<Bits256>;

}  // namespace outflank
