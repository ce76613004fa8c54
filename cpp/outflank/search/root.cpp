// The root: iterative deepening, and what is kept when time runs out.
#include <algorithm>
#include <limits>
#include <optional>

#include "search.hpp"

namespace outflank {

namespace {

// An exact search follows once ordinary ones have come within this many plies of the end.
constexpr int exact_lead = 8;

}  // namespace

template <class B>
Report Search<B>::run(const Board<B>& root, B allowed, const Progress& progress) {
    const B moves = legal_moves(root, shape_);
    if (!moves.any()) {
        const auto through_pass = [](Report report) {
            report.best = no_square;
            report.value = -report.value;
            report.line.insert(report.line.begin(), no_square);
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
    order_midgame(root, slot, count, no_square, {0, {}, slot});
    for (int i = 0; i < count; ++i) bring_best(slot, count, i);

    const Limits& limits = control_.limits();
    const bool provable = settings_.terminal == Terminal::margin;
    const bool to_the_end = provable && (limits.depth >= empties || empties <= settings_.exact_from);
    const int deepest = to_the_end ? empties : std::min(limits.depth, 2 * empties);
    const bool parallel = settings_.parallel_root && limits.nodes == std::numeric_limits<std::uint64_t>::max();
    Report report;
    report.best = slot[0].square;
    report.line = {report.best};
    for (int depth = 1; depth <= deepest && !report.exact; ++depth) {
        const bool exact = to_the_end && depth > empties - exact_lead;
        const Report before = report;
        try {
            control_.visit();
            if (exact) {
                solve_root(root, slot, count, report);
            } else if (parallel) {
                search_root_in_parallel(slot, count, moves.count(), depth, empties, report);
            } else {
                search_root(slot, count, moves.count(), depth, report);
            }
        } catch (const Stopped& stopped) {
            if (!settings_.keep_partial) report = before;
            report.stopped = true;
            report.interrupted = stopped.interrupted;
        }
        report.nodes = control_.nodes();
        report.time = control_.elapsed();
        if (report.stopped) break;
        try {
            progress(report);
        } catch (const Stopped& stopped) {
            report.stopped = true;
            report.interrupted = stopped.interrupted;
            break;
        }
    }
    return report;
}

template <class B>
bool Search<B>::reaches(const Board<B>& next, int depth, Value bound) {
    prepare(next.empties(shape_).count() + 1);
    return -midgame(next, depth - 1, -bound, -bound + 1, first_turn(1, 0)) >= bound;
}

template <class B>
void Search<B>::prepare(int empties) {
    lines_.assign(2 * static_cast<std::size_t>(empties) + 4, {});
    killers_.assign(lines_.size(), {no_square, no_square});
    // A node lists at most as many moves as there are empty squares, and each ply has one empty square less.
    const auto squares = static_cast<std::size_t>(empties);
    arena_.reset(new Candidate<B>[squares * (squares + 1) / 2]);
}

template <class B>
typename Search<B>::Turn Search<B>::first_turn(int root_moves, int listed) const {
    return Turn{0, {}, arena_.get()}.next(root_moves, listed);
}

// One iteration. What it found before it was stopped may be kept: its first move is the best of the iteration
// before, so that a better one is better at the new depth.
template <class B>
void Search<B>::search_root(Slot slot, int count, int root_moves, int depth, Report& report) {
    const Turn turn = first_turn(root_moves, count);
    const auto child = [&](const Candidate<B>& move, Value alpha, Value beta) {
        return -midgame(move.next, depth - 1, -beta, -alpha, turn);
    };
    Value alpha = -infinite;
    int best = 0;
    for (int i = 0; i < count; ++i) {
        if (i > 0 && child(slot[i], alpha, alpha + 1) <= alpha) continue;
        const Value value = child(slot[i], alpha, infinite);
        if (value <= alpha) continue;  // a table that filled meanwhile may tell otherwise than before
        alpha = value;
        best = i;
        extend_line(0, slot[i].square);
        report.best = slot[i].square;
        report.value = alpha;
        report.line = lines_[0];
    }
    report.depth = depth;
    if (!settings_.board_order) std::rotate(slot, slot + best, slot + best + 1);
}

// The margin with best play. Stopped before it knows, it tells of a win that is proved.
template <class B>
void Search<B>::solve_root(const Board<B>& root, Slot slot, int count, Report& report) {
    std::vector<int> squares;
    for (int i = 0; i < count; ++i) squares.push_back(slot[i].square);
    std::optional<Table> own;
    if (table_ == nullptr) own.emplace(std::size_t{1} << 20);
    Solver<B> solver(shape_, own ? *own : *table_, control_, adviser_, settings_.threads);
    const auto tell = [&](const Proof& proof) {
        report.best = proof.moves[0].square;
        report.value = proven_margin(proof.margins.least);
        report.line = proof.line.empty() ? std::vector{report.best} : proof.line;
    };
    try {
        solver.run(root, squares, -shape_.area, shape_.area, false, [](const Proof&) {});
    } catch (const Stopped&) {
        if (solver.proof().margins.least > 0) tell(solver.proof());
        throw;
    }
    tell(solver.proof());
    report.depth = root.empties(shape_).count();
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
