#include "playout.hpp"

namespace outflank {

namespace {

template <Policy policy, class B>
B choices(B moves, const Board<B>& board, const Shape<B>& shape) {
    if constexpr (policy == Policy::uniform) return moves;
    const B corners = moves & shape.corners;
    if (corners.any()) return corners;
    const B beside = spread(shape.corners & ~board.occupied()) & (shape.x_squares | shape.c_squares);
    const B safe = moves & ~beside;
    return safe.any() ? safe : moves;
}

template <Policy policy, class B>
int play(Board<B> board, const Shape<B>& shape, Random& random) {
    bool swapped = false;
    for (bool stuck = false;; swapped = !swapped) {
        const B moves = legal_moves(board, shape);
        if (!moves.any()) {
            if (stuck) break;
            stuck = true;
            board = board.passed();
            continue;
        }
        stuck = false;
        const B among = choices<policy>(moves, board, shape);
        const int square = among.nth(random.below(among.count()));
        board = board.played(square, flips(board, square));
    }
    const int margin = final_margin(board, shape);
    return swapped ? -margin : margin;
}

}  // namespace

template <class B>
int playout(Board<B> board, const Shape<B>& shape, Policy policy, Random& random) {
    return policy == Policy::uniform ? play<Policy::uniform>(board, shape, random)
                                     : play<Policy::guided>(board, shape, random);
}

template int playout(Board<Bits64>, const Shape<Bits64>&, Policy, Random&);
template int playout(Board<Bits256>, const Shape<Bits256>&, Policy, Random&);

}  // namespace outflank
