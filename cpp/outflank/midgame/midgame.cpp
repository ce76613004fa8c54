// Principal variation search to a depth, with estimates at the leaves.
#include <cassert>

#include "../search/constants.hpp"
#include "entry.hpp"
#include "search.hpp"

namespace outflank {

namespace {

bool is_open(Value alpha, Value beta) { return alpha.next() < beta; }

}  // namespace

// Principal variation search: a node with an open window (a PV node) searches its first move with that window and the
// others with a null window first; a node with a null window only decides on which side of it the value lies.
template <class B>
Value Search<B>::search_node(const Board<B>& board, int depth, Value alpha, Value beta, const Node& node) {
    assert(alpha < beta);
    assert(depth >= 0);
    assert(node.ply >= 0 && node.ply + 1 < static_cast<int>(lines_.size()));

    // Step 1. Near the end of a search to the end of the game, the exact search takes over.
    if (node.mode.to_the_end && depth <= solved_below) return solved(board, depth, alpha, beta);

    // Step 2. Count the node; stop at a limit, or if another thread has made it pointless.
    visit();
    const bool is_pv = is_open(alpha, beta);
    if (is_pv) lines_[node.ply].clear();

    // Step 3. The end of the game, the depth, or a pass.
    const B moves = legal_moves(board, shape_);
    const bool must_pass = !moves.any();
    if (must_pass && !legal_moves(board.passed(), shape_).any()) return Value::margin(final_margin(board, shape_));
    if (depth == 0) {
        make_state(board, node);
        return Value::estimate(evaluate(board, moves.count(), node));
    }
    if (must_pass) {
        make_state(board, node);
        const Value value = -search_node(board.passed(), depth, -beta, -alpha, node.child(board, 0));
        if (is_pv) extend_line(node.ply, no_square);
        return value;
    }
    if (depth == 1) return search_last_ply(board, moves, alpha, beta, node);

    // Step 4. Transposition table. PV nodes only take the best move from it, so that their line is complete.
    Key key{};
    int table_move = no_square;
    if (table_ != nullptr) {
        key = key_of(board);
        if (const auto entry = table_->find(key)) {
            if (!is_pv && settles(*entry, depth, node.mode.confidence, alpha, beta)) return value_of(*entry);
            table_move = entry->best();
        }
    }

    // Step 5. ProbCut.
    make_state(board, node);
    if (!is_pv && node.mode.confidence < certain && depth >= probcut_from) {
        if (const auto value = prob_cut(board, depth, moves.count(), alpha, node)) return *value;
    }

    // Step 6. Enhanced transposition cut-off.
    const int count = list(board, moves, node.slot);
    if (!is_pv && table_ != nullptr && depth >= etc_from) {
        if (const auto value = transposition_cut(node, count, depth, beta)) return *value;
    }

    // Step 7. Search the moves, the most promising first.
    order_midgame(board, count, table_move, node);
    const Node next = node.child(board, count);
    const Value floor = alpha;
    Value best = -Value::infinity();
    int best_square = no_square;
    for (int i = 0; i < count; ++i) {
        // Step 8. Share the other moves of a null-window node with idle threads.
        if (!is_pv && depth >= split_from && can_split(i, count)) {
            Point point{node.slot, count, depth, alpha, next, i, best, best_square};
            split(point, count);
            best = point.best;
            best_square = point.best_square;
            break;
        }
        // Step 9. A null window first, but for the first move of a PV node; there, an open window for what lies inside.
        bring_best(node.slot, count, i);
        const Candidate<B>& move = node.slot[i];
        Value value = alpha.next();
        if (!is_pv || i > 0) value = search_null_window(move, is_pv ? 0 : i, depth, alpha, next);
        if (is_pv && value > alpha && value < beta) value = -search_node(move.next, depth - 1, -beta, -alpha, next);

        // Step 10. A new best move; a cut-off if the opponent will not allow it.
        if (value <= best) continue;
        best = value;
        best_square = move.square;
        if (value <= alpha) continue;
        alpha = value;
        if (is_pv) extend_line(node.ply, move.square);
        if (alpha >= beta) break;
    }

    // Step 11. Remember the result.
    if (best >= beta) remember_killer(node.ply, best_square);
    if (table_ != nullptr) {
        const Bound bound = best >= beta ? Bound::lower : best > floor ? Bound::exact : Bound::upper;
        table_->store(key, depth, node.mode.confidence, bound, content_of(best), best_square);
    }
    return best;
}

// The value of a move in a null window above alpha, with late-move reduction: a selective search searches late moves
// less deep first, and to the full depth only those that beat alpha then. `place` is how many moves were tried before.
template <class B>
Value Search<B>::search_null_window(const Candidate<B>& move, int place, int depth, Value alpha, const Node& next) {
    if (next.mode.confidence < reduced_below && !next.mode.to_the_end && depth >= reduced_from &&
        place >= reduced_after) {
        const int less = depth >= reduced_more_from && place >= 2 * reduced_after ? 2 : 1;
        const Value value = -search_node(move.next, depth - 1 - less, -alpha.next(), -alpha, next);
        if (value <= alpha) return value;
    }
    return -search_node(move.next, depth - 1, -alpha.next(), -alpha, next);
}

// The value of a move of a split point. The context is the node of each of its moves; the state of their parent may be
// another thread's.
template <class B>
Value Search<B>::search_shared(const Point& point, int i, Slot slot) {
    Node node = point.context;
    node.slot = slot;
    node.parent = nullptr;
    return search_null_window(point.moves[i], i, point.size, point.alpha, node);
}

// Enhanced transposition cut-off (after Plaat): a move that the table knows to reach beta, looked for before any move
// is searched.
template <class B>
std::optional<Value> Search<B>::transposition_cut(const Node& node, int count, int depth, Value beta) {
    const Slot slot = node.slot;
    for (int i = 0; i < count; ++i) table_->prefetch(key_of(slot[i].next));
    for (int i = 0; i < count; ++i) {
        const auto entry = table_->find(key_of(slot[i].next));
        if (entry && settles(*entry, depth - 1, node.mode.confidence, -beta, (-beta).next()) &&
            -value_of(*entry) >= beta) {
            return -value_of(*entry);
        }
    }
    return std::nullopt;
}

// The last ply: corners first, squares beside empty corners last, nothing else is worth ordering.
template <class B>
Value Search<B>::search_last_ply(const Board<B>& board, B moves, Value alpha, Value beta, const Node& node) {
    assert(alpha < beta && moves.any());
    const bool is_pv = is_open(alpha, beta);
    const Node next = node.child(board, 0);
    const B corners = moves & shape_.corners;
    const B danger = moves & beside_empty_corners(board, shape_);
    make_state(board, node);
    Value best = -Value::infinity();
    for (const B part : {corners, moves & ~corners & ~danger, danger}) {
        for (const int square : each(part)) {
            const Value value = -leaf(board.played(square, flips(board, square)), next);
            if (value <= best) continue;
            best = value;
            if (value <= alpha) continue;
            alpha = value;
            if (is_pv) extend_line(node.ply, square);
            if (alpha >= beta) return best;
        }
    }
    return best;
}

template <class B>
Value Search<B>::leaf(const Board<B>& board, const Node& node) {
    visit();
    lines_[node.ply].clear();
    const int moves = legal_moves(board, shape_).count();
    if (moves == 0 && !legal_moves(board.passed(), shape_).any()) return Value::margin(final_margin(board, shape_));
    make_state(board, node);
    return Value::estimate(evaluate(board, moves, node));
}

// Gets the evaluator's state of a node ready.
template <class B>
void Search<B>::make_state(const Board<B>& board, const Node& node) {
    if (node.parent == nullptr) {
        evaluator_.make_state(board, states_.at(node.ply));
    } else {
        evaluator_.derive_state(states_.at(node.ply - 1), Change<B>::between(*node.parent, board),
                                states_.at(node.ply));
    }
}

// The evaluator's value of a node with `moves` moves, whose state is ready.
template <class B>
float Search<B>::evaluate(const Board<B>& board, int moves, const Node& node) {
    return evaluator_.value(board, states_.at(node.ply), moves);
}

template Value Search<Bits64>::search_node(const Board<Bits64>&, int, Value, Value, const Node&);
template Value Search<Bits256>::search_node(const Board<Bits256>&, int, Value, Value, const Node&);
template Value Search<Bits64>::search_null_window(const Candidate<Bits64>&, int, int, Value, const Node&);
template Value Search<Bits256>::search_null_window(const Candidate<Bits256>&, int, int, Value, const Node&);
template Value Search<Bits64>::search_shared(const Point&, int, Slot);
template Value Search<Bits256>::search_shared(const Point&, int, Slot);
template std::optional<Value> Search<Bits64>::transposition_cut(const Node&, int, int, Value);
template std::optional<Value> Search<Bits256>::transposition_cut(const Node&, int, int, Value);
template Value Search<Bits64>::search_last_ply(const Board<Bits64>&, Bits64, Value, Value, const Node&);
template Value Search<Bits256>::search_last_ply(const Board<Bits256>&, Bits256, Value, Value, const Node&);
template Value Search<Bits64>::leaf(const Board<Bits64>&, const Node&);
template Value Search<Bits256>::leaf(const Board<Bits256>&, const Node&);
template void Search<Bits64>::make_state(const Board<Bits64>&, const Node&);
template void Search<Bits256>::make_state(const Board<Bits256>&, const Node&);
template float Search<Bits64>::evaluate(const Board<Bits64>&, int, const Node&);
template float Search<Bits256>::evaluate(const Board<Bits256>&, int, const Node&);

}  // namespace outflank
