// A position without colours, sizes or history: the discs of the player to move and of the opponent.
#pragma once

#include "kernels256.hpp"
#include "kernels64.hpp"
#include "shape.hpp"

namespace outflank {

template <class B>
struct Board {
    B player;
    B opponent;

    B occupied() const { return player | opponent; }
    B empties(const Shape<B>& shape) const { return shape.mask & ~occupied(); }
    Board passed() const { return {opponent, player}; }

    // The board after the player's disc on `square` and the turning of `flips`, seen by the next to move.
    Board played(int square, B flips) const { return {opponent & ~flips, player | flips | B::of(square)}; }

    friend bool operator==(const Board&, const Board&) = default;
};

// The squares where the player may move.
template <class B>
B legal_moves(const Board<B>& board, const Shape<B>& shape) {
    return kernels::landings(board.player, board.opponent) & board.empties(shape);
}

// The discs that turn when the player moves on an empty square; none when the move is illegal.
template <class B>
B flips(const Board<B>& board, int square) {
    return kernels::flips(board.player, board.opponent, square);
}

template <class B>
bool is_over(const Board<B>& board, const Shape<B>& shape) {
    return !legal_moves(board, shape).any() && !legal_moves(board.passed(), shape).any();
}

// The player's discs less the opponent's at the end of the game, the empty squares going to the winner.
template <class B>
int final_margin(const Board<B>& board, const Shape<B>& shape) {
    const int player = board.player.count();
    const int opponent = board.opponent.count();
    const int empties = shape.area - player - opponent;
    if (player > opponent) return player - opponent + empties;
    if (player < opponent) return player - opponent - empties;
    return 0;
}

}  // namespace outflank
