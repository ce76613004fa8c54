// Counting the leaves of the game tree: the standard check of a move generator.
#pragma once

#include <cstdint>

#include "board.hpp"

namespace outflank {

// What a forced pass costs: one ply, or none.
enum class PassCost { ply, nothing };

// Leaves `depth` plies below the board. A finished game is one leaf however much depth is left.
// The last ply is counted, not made. Calls `visit` at each node with more than two plies below it, which may throw to
// end the count.
template <PassCost pass_cost, class B, class Visit>
std::uint64_t perft(const Board<B>& board, const Shape<B>& shape, int depth, const Visit& visit) {
    if (depth == 0) return 1;
    const B moves = legal_moves(board, shape);
    if (!moves.any()) {
        const Board<B> passed = board.passed();
        if (!legal_moves(passed, shape).any()) return 1;
        return perft<pass_cost>(passed, shape, pass_cost == PassCost::ply ? depth - 1 : depth, visit);
    }
    if (depth == 1) return static_cast<std::uint64_t>(moves.count());
    if (depth > 2) visit();
    std::uint64_t leaves = 0;
    for (const int square : each(moves)) {
        leaves += perft<pass_cost>(board.played(square, flips(board, square)), shape, depth - 1, visit);
    }
    return leaves;
}

}  // namespace outflank
