#include "small_endings.hpp"

#include <algorithm>
#include <utility>

#include "../board/hash.hpp"
#include "../search/constants.hpp"

namespace outflank {

template <class B>
int SmallEndings<B>::solve(const Board<B>& board, B empties, int count, int alpha) {
    static_assert(most == 6);
    if (count == 6) return several<6>(board, empties, alpha, false);
    if (count == 5) return several<5>(board, empties, alpha, false);
    if (count == 4) return several<4>(board, empties, alpha, false);
    if (count == 3) return three(board, empties, alpha);
    const int first = empties.first();
    if (count == 2) return two(board, first, (empties & ~B::of(first)).first(), alpha);
    control_.visit();
    return last_margin(board, shape_.area, first);
}

template <class B>
template <int count>
int SmallEndings<B>::several(const Board<B>& board, B empties, int alpha, bool passed) {
    control_.visit();
    int best_square = no_square;
    if constexpr (count < cached_from) return try_all<count>(board, empties, alpha, best_square, passed);
    const Key key = hash(board, shape_);
    if (const auto* entry = cache_.find(key)) {
        const Bounds bounds = entry->bounds();
        if (bounds.lower > alpha) return bounds.lower;
        if (bounds.upper <= alpha) return bounds.upper;
        best_square = entry->best();
    }
    const int margin = try_all<count>(board, empties, alpha, best_square, passed);
    Bounds bounds{-shape_.area, shape_.area};
    bounds.tighten(margin, alpha, alpha + 1);
    cache_.store(key, bounds, best_square);
    return margin;
}

// The cached square first, then those without an empty neighbor, as they keep parity, then the others.
template <class B>
template <int count>
int SmallEndings<B>::try_all(const Board<B>& board, B empties, int alpha, int& best_square, bool passed) {
    const B row = empties.template shifted<1, 0>() | empties.template shifted<-1, 0>();
    const B rows = row | empties;
    const B touching = row | rows.template shifted<0, 1>() | rows.template shifted<0, -1>();
    const B first = best_square != no_square ? B::of(best_square) : B{};
    int best = -shape_.area - 1;
    for (const B part : {first, empties & ~touching & ~first, empties & touching & ~first}) {
        for (const int square : each(part)) {
            if (!may_turn(board, square)) continue;
            const B turned = flips(board, square);
            if (!turned.any()) continue;
            const Board<B> next = board.played(square, turned);
            const B left = empties & ~B::of(square);
            int margin = 0;
            if constexpr (count == 4) {
                margin = -three(next, left, -alpha - 1);
            } else {
                margin = -several<count - 1>(next, left, -alpha - 1, false);
            }
            if (margin <= best) continue;
            best = margin;
            best_square = square;
            if (best > alpha) return best;
        }
    }
    if (best >= -shape_.area) return best;
    best_square = no_square;
    if (passed) return -final_margin(board.passed(), shape_);
    return -several<count>(board.passed(), empties, -alpha - 1, true);
}

template <class B>
int SmallEndings<B>::three(const Board<B>& board, B empties, int alpha) {
    int squares[3];
    int n = 0;
    for (const int square : each(empties)) squares[n++] = square;
    // A square without an empty neighbour first.
    if (!(shape_.around[squares[0]] & empties).any()) {
    } else if (!(shape_.around[squares[1]] & empties).any()) {
        std::swap(squares[0], squares[1]);
    } else if (!(shape_.around[squares[2]] & empties).any()) {
        std::swap(squares[0], squares[2]);
    }
    const int margin = three_tried(board, squares, alpha);
    if (margin >= -shape_.area) return margin;
    const int passed = three_tried(board.passed(), squares, -alpha - 1);
    return passed >= -shape_.area ? -passed : final_margin(board, shape_);
}

// Less than any margin where there is no move.
template <class B>
int SmallEndings<B>::three_tried(const Board<B>& board, const int* squares, int alpha) {
    control_.visit();
    int best = -shape_.area - 1;
    for (int i = 0; i < 3; ++i) {
        const int square = squares[i];
        if (!may_turn(board, square)) continue;
        const B turned = flips(board, square);
        if (!turned.any()) continue;
        const int margin = -two(board.played(square, turned), squares[i == 0], squares[i == 2 ? 1 : 2], -alpha - 1);
        if (margin > best) best = margin;
        if (best > alpha) break;
    }
    return best;
}

template <class B>
int SmallEndings<B>::two(const Board<B>& board, int first, int second, int alpha) {
    const int margin = two_tried(board, first, second, alpha);
    if (margin >= -shape_.area) return margin;
    const int passed = two_tried(board.passed(), first, second, -alpha - 1);
    return passed >= -shape_.area ? -passed : final_margin(board, shape_);
}

// Less than any margin where there is no move.
template <class B>
int SmallEndings<B>::two_tried(const Board<B>& board, int first, int second, int alpha) {
    control_.visit();
    int best = -shape_.area - 1;
    if (may_turn(board, first)) {
        const B turned = flips(board, first);
        if (turned.any()) {
            control_.visit();
            best = -last_margin(board.played(first, turned), shape_.area, second);
            if (best > alpha) return best;
        }
    }
    if (may_turn(board, second)) {
        const B turned = flips(board, second);
        if (turned.any()) {
            control_.visit();
            best = std::max(best, -last_margin(board.played(second, turned), shape_.area, first));
        }
    }
    return best;
}

template class SmallEndings<Bits64>;
template class SmallEndings<Bits256>;

}  // namespace outflank
