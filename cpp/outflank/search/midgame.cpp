// Principal variation search to a depth, with estimates at the leaves.
#include "search.hpp"

namespace outflank {

namespace {

bool is_open(Value alpha, Value beta) { return static_cast<std::int64_t>(beta) - alpha > 1; }

}  // namespace

template <class B>
Value Search<B>::midgame(const Board<B>& board, int depth, Value alpha, Value beta, int ply, Slot slot) {
    control_.visit();
    const bool open = is_open(alpha, beta);
    if (open) lines_[ply].clear();

    const B moves = legal_moves(board, shape_);
    if (!moves.any() && !legal_moves(board.passed(), shape_).any()) return proven_margin(final_margin(board, shape_));
    if (depth == 0) return estimate(evaluator_.evaluate(board, moves));
    if (!moves.any()) {  // a pass costs no depth
        const Value value = -midgame(board.passed(), depth, -beta, -alpha, ply + 1, slot);
        if (open) extend_line(ply, no_square);
        return value;
    }
    if (depth == 1) return one_ply(board, moves, alpha, beta, ply, slot);

    const Key key = hash(board, shape_);
    int table_move = no_square;
    if (const Entry* entry = table_.find(key)) {
        if (!open && entry->settles(depth, alpha, beta)) return entry->value;
        table_move = entry->best();
    }

    const int count = list(board, moves, slot);
    order_midgame(slot, count, board.empties(shape_), table_move, ply);
    const Value floor = alpha;
    Value best = -infinite;
    int best_square = no_square;
    for (int i = 0; i < count; ++i) {
        bring_best(slot, count, i);
        const Candidate<B>& move = slot[i];
        Value value = 0;
        if (i == 0) {
            value = -midgame(move.next, depth - 1, -beta, -alpha, ply + 1, slot + count);
        } else {
            value = -midgame(move.next, depth - 1, -alpha - 1, -alpha, ply + 1, slot + count);
            if (value > alpha && value < beta) {
                value = -midgame(move.next, depth - 1, -beta, -alpha, ply + 1, slot + count);
            }
        }
        if (value <= best) continue;
        best = value;
        best_square = move.square;
        if (value <= alpha) continue;
        alpha = value;
        if (open) extend_line(ply, move.square);
        if (alpha >= beta) {
            remember_killer(ply, move.square);
            break;
        }
    }
    const Bound bound = best >= beta ? Bound::lower : best > floor ? Bound::exact : Bound::upper;
    table_.store(key, depth, bound, best, best_square);
    return best;
}

// The last ply: corners first, squares beside empty corners last, nothing else is worth ordering.
template <class B>
Value Search<B>::one_ply(const Board<B>& board, B moves, Value alpha, Value beta, int ply, Slot slot) {
    const bool open = is_open(alpha, beta);
    const B corners = moves & shape_.corners;
    const B danger = moves & danger_squares(shape_, board.empties(shape_));
    Value best = -infinite;
    for (const B part : {corners, moves & ~corners & ~danger, danger}) {
        for (const int square : each(part)) {
            const Value value = -midgame(board.played(square, flips(board, square)), 0, -beta, -alpha, ply + 1, slot);
            if (value <= best) continue;
            best = value;
            if (value <= alpha) continue;
            alpha = value;
            if (open) extend_line(ply, square);
            if (alpha >= beta) return best;
        }
    }
    return best;
}

template Value Search<Bits64>::midgame(const Board<Bits64>&, int, Value, Value, int, Slot);
template Value Search<Bits256>::midgame(const Board<Bits256>&, int, Value, Value, int, Slot);
template Value Search<Bits64>::one_ply(const Board<Bits64>&, Bits64, Value, Value, int, Slot);
template Value Search<Bits256>::one_ply(const Board<Bits256>&, Bits256, Value, Value, int, Slot);

}  // namespace outflank
