// The lists of moves: made, and scored for ordering.
#include <algorithm>
#include <cmath>

#include "learned.hpp"
#include "search.hpp"

namespace outflank {

template <class B>
int Search<B>::list(const Board<B>& board, B moves, Slot slot) const {
    int count = 0;
    for (const int square : each(moves)) slot[count++] = {square, 0, board.played(square, flips(board, square))};
    return count;
}

template <class B>
void Search<B>::order_midgame(const Board<B>& board, int count, int table_move, const Node& node) {
    if (settings_.learned != nullptr) {
        order_as_learned(board, count, table_move, node);
        return;
    }
    const OrderingWeights& w = settings_.ordering;
    const Danger<B> danger(board, shape_);
    const int discs = board.occupied().count();
    const int flip = 3 * discs < 2 * shape_.area ? w.flip : w.late_flip;
    const auto& killers = killers_[node.ply];
    for (int i = 0; i < count; ++i) {
        Candidate<B>& move = node.slot[i];
        if (move.square == table_move) {
            move.score = std::numeric_limits<int>::max();
            continue;
        }
        move.score = square_worth(w, shape_, danger, move.square);
        if ((w.reply | w.potential) != 0) move.score += replies_worth(w, move.next, shape_);
        if (w.mobility != 0) {
            const int own = legal_moves(move.next.passed(), shape_).count();
            move.score += w.mobility * (own - legal_moves(move.next, shape_).count());
        }
        if (flip != 0) move.score += flip * (move.next.opponent.count() - board.player.count() - 1);
        if (w.evaluation != 0) {
            const float value = evaluator_.evaluate(move.next, node.path.then(count));
            move.score -=
                static_cast<int>(std::clamp(std::floor(static_cast<float>(w.evaluation) * value), -1e8F, 1e8F));
        }
        if (move.square == killers[0] || move.square == killers[1]) move.score += w.killer;
    }
}

template <class B>
void Search<B>::order_as_learned(const Board<B>& board, int count, int table_move, const Node& node) const {
    const OrderingTable& learned = *settings_.learned;
    const int phase = phase_of(board, shape_);
    std::array<Levels, B::squares> described;
    describe(board, shape_, node.slot, count, described.data());
    const auto& killers = killers_[node.ply];
    for (int i = 0; i < count; ++i) {
        Candidate<B>& move = node.slot[i];
        move.score = learned.worth(phase, described[i]);
        if (move.square == killers[0] || move.square == killers[1]) move.score += learned.killer();
        if (move.square == table_move) move.score = std::numeric_limits<int>::max();
    }
}

template <class B>
void Search<B>::remember_killer(int ply, int square) {
    auto& killers = killers_[ply];
    if (killers[0] == square) return;
    killers[1] = killers[0];
    killers[0] = square;
}

template int Search<Bits64>::list(const Board<Bits64>&, Bits64, Slot) const;
template int Search<Bits256>::list(const Board<Bits256>&, Bits256, Slot) const;
template void Search<Bits64>::order_midgame(const Board<Bits64>&, int, int, const Node&);
template void Search<Bits256>::order_midgame(const Board<Bits256>&, int, int, const Node&);
template void Search<Bits64>::order_as_learned(const Board<Bits64>&, int, int, const Node&) const;
template void Search<Bits256>::order_as_learned(const Board<Bits256>&, int, int, const Node&) const;
template void Search<Bits64>::remember_killer(int, int);
template void Search<Bits256>::remember_killer(int, int);

}  // namespace outflank
