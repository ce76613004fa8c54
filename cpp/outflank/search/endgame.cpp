// The exact search: margins in discs, no estimates.
#include "search.hpp"

namespace outflank {

namespace {

// From this many empty squares on, moves are listed and ordered, and positions are kept in the table.
constexpr int ordered_from = 7;

}  // namespace

template <class B>
int Search<B>::endgame(const Board<B>& board, int empties, int alpha, int beta, int ply, Slot slot) {
    if (empties < ordered_from) {
        if (beta - alpha > 1) lines_[ply].clear();
        return last_empties(board, board.empties(shape_), empties, alpha, beta, false);
    }
    control_.visit();
    const bool open = beta - alpha > 1;
    if (open) lines_[ply].clear();

    const B moves = legal_moves(board, shape_);
    if (!moves.any()) {
        if (!legal_moves(board.passed(), shape_).any()) return final_margin(board, shape_);
        const int margin = -endgame(board.passed(), empties, -beta, -alpha, ply + 1, slot);
        if (open) extend_line(ply, no_square);
        return margin;
    }

    Key key{};
    int table_move = no_square;
    if (table_ != nullptr) {
        key = key_of(board);
        if (const Entry* entry = table_->find(key)) {
            if (!open && entry->settles(empties, proven_margin(alpha), proven_margin(beta))) {
                return margin_below(entry->value);
            }
            table_move = entry->best();
        }
    }

    const int count = list(board, moves, slot);
    order_endgame(board, slot, count, table_move);
    const int floor = alpha;
    int best = -shape_.area - 1;
    int best_square = no_square;
    for (int i = 0; i < count; ++i) {
        bring_best(slot, count, i);
        const Candidate<B>& move = slot[i];
        int margin = 0;
        if (i == 0) {
            margin = -endgame(move.next, empties - 1, -beta, -alpha, ply + 1, slot + count);
        } else {
            margin = -endgame(move.next, empties - 1, -alpha - 1, -alpha, ply + 1, slot + count);
            if (margin > alpha && margin < beta) {
                margin = -endgame(move.next, empties - 1, -beta, -alpha, ply + 1, slot + count);
            }
        }
        if (margin <= best) continue;
        best = margin;
        best_square = move.square;
        if (margin <= alpha) continue;
        alpha = margin;
        if (open) extend_line(ply, move.square);
        if (alpha >= beta) break;
    }
    if (table_ != nullptr) {
        const Bound bound = best >= beta ? Bound::lower : best > floor ? Bound::exact : Bound::upper;
        table_->store(key, empties, bound, proven_margin(best), best_square);
    }
    return best;
}

// Few empty squares: every one is tried, those without an empty neighbour first, as they keep parity.
template <class B>
int Search<B>::last_empties(const Board<B>& board, B empties, int count, int alpha, int beta, bool passed) {
    control_.visit();
    const B row = empties.template shifted<1, 0>() | empties.template shifted<-1, 0>();
    const B rows = row | empties;
    const B beside = row | rows.template shifted<0, 1>() | rows.template shifted<0, -1>();
    int best = -shape_.area - 1;
    for (const B part : {empties & ~beside, empties & beside}) {
        for (const int square : each(part)) {
            const B turned = flips(board, square);
            if (!turned.any()) continue;
            const Board<B> next = board.played(square, turned);
            const int margin = count == 1
                                   ? -final_margin(next, shape_)
                                   : -last_empties(next, empties & ~B::of(square), count - 1, -beta, -alpha, false);
            if (margin > best) best = margin;
            if (best > alpha) alpha = best;
            if (alpha >= beta) return best;
        }
    }
    if (best >= -shape_.area) return best;
    if (passed) return -final_margin(board.passed(), shape_);
    return -last_empties(board.passed(), empties, count, -beta, -alpha, true);
}

template int Search<Bits64>::endgame(const Board<Bits64>&, int, int, int, int, Slot);
template int Search<Bits256>::endgame(const Board<Bits256>&, int, int, int, int, Slot);
template int Search<Bits64>::last_empties(const Board<Bits64>&, Bits64, int, int, int, bool);
template int Search<Bits256>::last_empties(const Board<Bits256>&, Bits256, int, int, int, bool);

}  // namespace outflank
