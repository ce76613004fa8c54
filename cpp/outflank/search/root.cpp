// The root: iterative deepening, what is kept when time runs out, and the lists of moves.
#include <algorithm>
#include <limits>

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
        Report report = run(root.passed(), shape_.mask, [&](const Report& below) {
            Report here = below;
            here.best = no_square;
            here.value = -below.value;
            here.line.insert(here.line.begin(), no_square);
            progress(here);
        });
        report.best = no_square;
        report.value = -report.value;
        report.line.insert(report.line.begin(), no_square);
        return report;
    }

    const int empties = root.empties(shape_).count();
    table_.next_generation();
    lines_.assign(2 * static_cast<std::size_t>(empties) + 4, {});
    killers_.assign(lines_.size(), {no_square, no_square});
    // A node lists at most as many moves as there are empty squares, and each ply has one empty square less.
    const std::size_t longest = static_cast<std::size_t>(empties) * (static_cast<std::size_t>(empties) + 1) / 2;
    const std::unique_ptr<Candidate<B>[]> arena(new Candidate<B>[longest]);

    const int count = list(root, moves & allowed, arena.get());
    order_midgame(arena.get(), count, root.empties(shape_), no_square, 0);
    for (int i = 0; i < count; ++i) bring_best(arena.get(), count, i);

    const Limits& limits = control_.limits();
    const bool to_the_end = limits.depth >= empties || empties <= limits.exact_from;
    const int deepest = to_the_end ? empties : limits.depth;
    Report report;
    report.best = arena[0].square;
    report.line = {report.best};
    for (int depth = 1; depth <= deepest && !report.exact; ++depth) {
        const bool exact = to_the_end && depth > empties - exact_lead;
        report.stopped = !search_root(arena.get(), count, exact ? empties : depth, empties, exact, report);
        report.nodes = control_.nodes();
        report.time = control_.elapsed();
        if (report.stopped) break;
        progress(report);
    }
    return report;
}

// One iteration; false when it was stopped. What a stopped one found before is kept: its first move is the
// best of the iteration before, so a better one is better at the new depth.
template <class B>
bool Search<B>::search_root(Slot slot, int count, int depth, int empties, bool exact, Report& report) {
    const auto child = [&](const Candidate<B>& move, Value alpha, Value beta) {
        if (!exact) return -midgame(move.next, depth - 1, -beta, -alpha, 1, slot + count);
        return proven_margin(
            -endgame(move.next, empties - 1, -margin_above(beta), -margin_below(alpha), 1, slot + count));
    };
    Value alpha = -infinite;
    int best = 0;
    try {
        control_.visit();
        for (int i = 0; i < count; ++i) {
            if (i > 0) {
                const Value value = child(slot[i], alpha, alpha + 1);
                if (value <= alpha) continue;
            }
            alpha = child(slot[i], alpha, infinite);
            best = i;
            extend_line(0, slot[i].square);
            report.best = slot[i].square;
            report.value = alpha;
            report.line = lines_[0];
        }
        if (exact) complete_line(slot[best].next, report.line);
    } catch (const Stopped& stopped) {
        report.interrupted = stopped.interrupted;
        return false;
    }
    report.depth = depth;
    report.exact = exact;
    std::rotate(slot, slot + best, slot + best + 1);
    return true;
}

// Adds to a line of exact play, which begins with a move to `board`, what the last empty squares hold.
template <class B>
void Search<B>::complete_line(Board<B> board, std::vector<int>& line) {
    for (std::size_t i = 1; i < line.size(); ++i) {
        const int square = line[i];
        board = square == no_square ? board.passed() : board.played(square, flips(board, square));
    }
    while (!is_over(board, shape_)) {
        const B moves = legal_moves(board, shape_);
        if (!moves.any()) {
            line.push_back(no_square);
            board = board.passed();
            continue;
        }
        int best = -shape_.area - 1;
        int best_square = no_square;
        Board<B> best_next{};
        for (const int square : each(moves)) {
            const Board<B> next = board.played(square, flips(board, square));
            const B empties = next.empties(shape_);
            const int margin = empties.any() ? -last_empties(next, empties, empties.count(), -shape_.area, -best, false)
                                             : -final_margin(next, shape_);
            if (margin > best) {
                best = margin;
                best_square = square;
                best_next = next;
            }
        }
        line.push_back(best_square);
        board = best_next;
    }
}

template <class B>
int Search<B>::list(const Board<B>& board, B moves, Slot slot) const {
    int count = 0;
    for (const int square : each(moves)) slot[count++] = {square, 0, board.played(square, flips(board, square))};
    return count;
}

template <class B>
void Search<B>::order_midgame(Slot slot, int count, B empties, int table_move, int ply) const {
    const B danger = danger_squares(shape_, empties);
    for (int i = 0; i < count; ++i) {
        Candidate<B>& move = slot[i];
        if (move.square == table_move) {
            move.score = std::numeric_limits<int>::max();
            continue;
        }
        move.score = square_worth(shape_, danger, move.square) + replies_worth(move.next, shape_);
        if (move.square == killers_[ply][0] || move.square == killers_[ply][1]) move.score += ordering_weights.killer;
    }
}

template <class B>
void Search<B>::order_endgame(Slot slot, int count, B empties, int table_move) const {
    const B danger = danger_squares(shape_, empties);
    for (int i = 0; i < count; ++i) {
        Candidate<B>& move = slot[i];
        if (move.square == table_move) {
            move.score = std::numeric_limits<int>::max();
            continue;
        }
        const B others = empties & ~B::of(move.square);
        const bool isolated = !(spread(B::of(move.square)) & others).any();
        move.score = square_worth(shape_, danger, move.square) / 4 + 2 * replies_worth(move.next, shape_) +
                     (isolated ? ordering_weights.parity : 0);
    }
}

template <class B>
void Search<B>::extend_line(int ply, int square) {
    std::vector<int>& line = lines_[ply];
    line.assign(1, square);
    line.insert(line.end(), lines_[ply + 1].begin(), lines_[ply + 1].end());
}

template <class B>
void Search<B>::remember_killer(int ply, int square) {
    auto& killers = killers_[ply];
    if (killers[0] == square) return;
    killers[1] = killers[0];
    killers[0] = square;
}

template class Search<Bits64>;
template class Search<Bits256>;

}  // namespace outflank
