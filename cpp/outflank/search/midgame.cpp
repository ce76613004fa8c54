// Principal variation search to a depth, with estimates at the leaves.
#include "search.hpp"

namespace outflank {

namespace {

bool is_open(Value alpha, Value beta) { return static_cast<std::int64_t>(beta) - alpha > 1; }

}  // namespace

template <class B>
Value Search<B>::midgame(const Board<B>& board, int depth, Value alpha, Value beta, const Turn& turn) {
    control_.visit();
    const bool open = is_open(alpha, beta);
    if (open) lines_[turn.ply].clear();

    const B moves = legal_moves(board, shape_);
    const bool stuck = !moves.any();
    if (stuck && !legal_moves(board.passed(), shape_).any()) return finished(board);
    if (depth == 0) {
        return estimate(evaluator_.evaluate(board, {turn.path.player + moves.count(), turn.path.opponent}));
    }
    if (stuck) {
        const int below = settings_.pass_is_ply ? depth - 1 : depth;
        const Value value = -midgame(board.passed(), below, -beta, -alpha, turn.next(0, 0));
        if (open) extend_line(turn.ply, no_square);
        return value;
    }
    if (depth == 1) return one_ply(board, moves, alpha, beta, turn);

    Key key{};
    int table_move = no_square;
    if (table_ != nullptr) {
        key = key_of(board);
        if (const auto entry = table_->find(key)) {
            if (!open && entry->settles(depth, alpha, beta)) return entry->value;
            table_move = entry->best();
        }
    }

    const int count = list(board, moves, turn.slot);
    order_midgame(board, turn.slot, count, table_move, turn);
    const Turn next = turn.next(count, count);
    const Value floor = alpha;
    Value best = -infinite;
    int best_square = no_square;
    for (int i = 0; i < count; ++i) {
        bring_best(turn.slot, count, i);
        const Candidate<B>& move = turn.slot[i];
        Value value = 0;
        if (i == 0) {
            value = -midgame(move.next, depth - 1, -beta, -alpha, next);
        } else {
            value = -midgame(move.next, depth - 1, -alpha - 1, -alpha, next);
            if (value > alpha && value < beta) value = -midgame(move.next, depth - 1, -beta, -alpha, next);
        }
        if (value <= best) continue;
        best = value;
        best_square = move.square;
        if (value <= alpha) continue;
        alpha = value;
        if (open) extend_line(turn.ply, move.square);
        if (alpha >= beta) {
            remember_killer(turn.ply, move.square);
            break;
        }
    }
    if (table_ != nullptr) {
        const Bound bound = best >= beta ? Bound::lower : best > floor ? Bound::exact : Bound::upper;
        table_->store(key, depth, bound, best, best_square);
    }
    return best;
}

// The last ply: corners first, squares beside empty corners last, nothing else is worth ordering.
template <class B>
Value Search<B>::one_ply(const Board<B>& board, B moves, Value alpha, Value beta, const Turn& turn) {
    const bool open = is_open(alpha, beta);
    const Turn next = turn.next(moves.count(), 0);
    const B corners = moves & shape_.corners;
    const B danger = moves & Danger<B>(board, shape_).empty_corners;
    Value best = -infinite;
    for (const B part : {corners, moves & ~corners & ~danger, danger}) {
        for (const int square : each(part)) {
            const Value value = -midgame(board.played(square, flips(board, square)), 0, -beta, -alpha, next);
            if (value <= best) continue;
            best = value;
            if (value <= alpha) continue;
            alpha = value;
            if (open) extend_line(turn.ply, square);
            if (alpha >= beta) return best;
        }
    }
    return best;
}

template <class B>
Value Search<B>::finished(const Board<B>& board) const {
    const int margin = final_margin(board, shape_);
    if (settings_.terminal == Terminal::margin) return proven_margin(margin);
    const auto quick = static_cast<float>(1000 - board.occupied().count());
    return margin == 0 ? 0 : estimate(margin > 0 ? quick : -quick);
}

template Value Search<Bits64>::midgame(const Board<Bits64>&, int, Value, Value, const Turn&);
template Value Search<Bits256>::midgame(const Board<Bits256>&, int, Value, Value, const Turn&);
template Value Search<Bits64>::one_ply(const Board<Bits64>&, Bits64, Value, Value, const Turn&);
template Value Search<Bits256>::one_ply(const Board<Bits256>&, Bits256, Value, Value, const Turn&);
template Value Search<Bits64>::finished(const Board<Bits64>&) const;
template Value Search<Bits256>::finished(const Board<Bits256>&) const;

}  // namespace outflank
