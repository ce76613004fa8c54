// The nodes below the root.
#include "search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace outflank::classic {

namespace {

// From this many plies on, the table is asked for all moves before the first is searched.
constexpr int probed_from = 4;

}  // namespace

// `path` counts the moves that both sides had on the way to the board.
template <class B>
Value Search<B>::search(const Board<B>& board, int depth, Value alpha, Value beta, int ply, Path path) {
    // 1. Count the node and look whether to stop.
    control_.visit();
    auto& [moves, line] = plies_[static_cast<std::size_t>(ply)];
    line.clear();

    // 2. The end of the game, a leaf, or a pass.
    const B legal = legal_moves(board, shape_);
    const bool stuck = !legal.any();
    if (stuck && !legal_moves(board.passed(), shape_).any()) return finished(board);
    path.player += legal.count();
    if (depth == 0) return Value::estimate(evaluator_.evaluate(board, path));
    const Path after{path.opponent, path.player};
    if (stuck) {
        const int below = settings_.pass_is_ply ? depth - 1 : depth;
        const Value value = -search(board.passed(), below, -beta, -alpha, ply + 1, after);
        extend_line(ply, no_square);
        return value;
    }

    if (depth == 1) return search_last_ply(board, legal, alpha, beta, ply, after);

    // 3. Look the position up; on the principal variation only for its best move.
    const bool is_pv = alpha.next() < beta;
    Key key{};
    int table_move = no_square;
    if (table_ != nullptr) {
        key = hash(board, shape_);
        if (const Entry* entry = table_->find(key)) {
            if (!is_pv && entry->settles(depth, alpha, beta)) return entry->value;
            table_move = entry->square;
        }
    }

    // 4. Look whether a move leads to a known position that is good enough (enhanced transposition cut-off).
    list(board, legal, moves);
    if (!is_pv && table_ != nullptr && depth >= probed_from) {
        for (const Move& move : moves) {
            const Entry* entry = table_->find(hash(move.next, shape_));
            if (entry && entry->settles(depth - 1, -beta, -alpha) && -entry->value >= beta) return -entry->value;
        }
    }

    // 5. Search the moves; on the principal variation later ones with a null window first.
    order(board, moves, table_move, after);
    const Value floor = alpha;
    Value best = -Value::infinity();
    int best_square = no_square;
    for (std::size_t i = 0; i < moves.size() && alpha < beta; ++i) {
        const auto next = moves.begin() + static_cast<std::ptrdiff_t>(i);
        const auto first = std::min_element(next, moves.end());
        if (first != next) std::iter_swap(first, next);
        const Move& move = *next;
        const auto child = [&](Value low, Value high) {
            return -search(move.next, depth - 1, -high, -low, ply + 1, after);
        };
        const bool is_tested = is_pv && i > 0;
        Value value = child(alpha, is_tested ? alpha.next() : beta);
        if (is_tested && value > alpha && value < beta) value = child(alpha, beta);
        if (value <= best) continue;
        best = value;
        best_square = move.square;
        if (value <= alpha) continue;
        alpha = value;
        if (is_pv) extend_line(ply, move.square);
    }

    // 6. Store the result.
    if (table_ != nullptr) {
        const Bound bound = best >= beta ? Bound::lower : best > floor ? Bound::exact : Bound::upper;
        table_->store(
            {key.check, best, static_cast<std::int16_t>(depth), static_cast<std::uint8_t>(best_square), bound},
            key.place);
    }
    return best;
}

// Corners first, squares beside empty corners last: nothing else pays one ply above the leaves.
template <class B>
Value Search<B>::search_last_ply(const Board<B>& board, B legal, Value alpha, Value beta, int ply, const Path& path) {
    const bool is_pv = alpha.next() < beta;
    const B corners = legal & shape_.corners;
    const B danger = legal & spread(shape_.corners & board.empties(shape_)) & (shape_.x_squares | shape_.c_squares);
    Value best = -Value::infinity();
    for (const B squares : {corners, legal & ~corners & ~danger, danger}) {
        for (const int square : each(squares)) {
            const Value value = -search(board.played(square, flips(board, square)), 0, -beta, -alpha, ply + 1, path);
            if (value <= best) continue;
            best = value;
            if (value <= alpha) continue;
            alpha = value;
            if (is_pv) extend_line(ply, square);
            if (alpha >= beta) return best;
        }
    }
    return best;
}

template <class B>
Value Search<B>::finished(const Board<B>& board) const {
    const int margin = final_margin(board, shape_);
    if (!settings_.quick_win) return Value::margin(margin);
    const auto quick = static_cast<float>(1000 - board.occupied().count());
    return margin == 0 ? Value() : Value::estimate(margin > 0 ? quick : -quick);
}

template <class B>
void Search<B>::order(const Board<B>& board, std::vector<Move>& moves, int table_move, const Path& path) {
    const Settings& s = settings_;
    const B beside_corners = shape_.x_squares | shape_.c_squares;
    const B beside_empty = spread(shape_.corners & board.empties(shape_)) & beside_corners;
    const B beside_unheld = spread(shape_.corners & ~board.player) & beside_corners;
    const B edges = shape_.edges & ~beside_empty & ~shape_.corners;
    const int flip = 3 * board.occupied().count() < 2 * shape_.area ? s.flip : s.late_flip;
    for (Move& move : moves) {
        if (move.square == table_move) {
            move.score = std::numeric_limits<int>::max();
            continue;
        }
        if (shape_.corners.has(move.square)) move.score += s.corner;
        if (edges.has(move.square)) move.score += s.edge;
        if (beside_unheld.has(move.square)) move.score += s.unheld;
        if (s.mobility != 0) {
            const int own = legal_moves(move.next.passed(), shape_).count();
            move.score += s.mobility * (own - legal_moves(move.next, shape_).count());
        }
        if (flip != 0) move.score += flip * (move.next.opponent.count() - board.player.count() - 1);
        if (s.evaluation != 0) {
            const float value = static_cast<float>(s.evaluation) * evaluator_.evaluate(move.next, path);
            move.score -= static_cast<int>(std::clamp(std::floor(value), -1e8F, 1e8F));
        }
    }
}

template Value Search<Bits64>::search(const Board<Bits64>&, int, Value, Value, int, Path);
template Value Search<Bits256>::search(const Board<Bits256>&, int, Value, Value, int, Path);
template Value Search<Bits64>::finished(const Board<Bits64>&) const;
template Value Search<Bits256>::finished(const Board<Bits256>&) const;
template void Search<Bits64>::order(const Board<Bits64>&, std::vector<Move>&, int, const Path&);
template void Search<Bits256>::order(const Board<Bits256>&, std::vector<Move>&, int, const Path&);
template Value Search<Bits64>::search_last_ply(const Board<Bits64>&, Bits64, Value, Value, int, const Path&);
template Value Search<Bits256>::search_last_ply(const Board<Bits256>&, Bits256, Value, Value, int, const Path&);

}  // namespace outflank::classic
