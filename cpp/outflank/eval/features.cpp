#include "features.hpp"

namespace outflank {

namespace {

// Pairs of a square of `a` and a square of `b` beside it.
template <class B>
int pairs(B a, B b) {
    return (a & b.template shifted<1, 0>()).count() + (a & b.template shifted<-1, 0>()).count() +
           (a & b.template shifted<0, 1>()).count() + (a & b.template shifted<0, -1>()).count() +
           (a & b.template shifted<1, 1>()).count() + (a & b.template shifted<-1, -1>()).count() +
           (a & b.template shifted<1, -1>()).count() + (a & b.template shifted<-1, 1>()).count();
}

template <class B>
B chained_to_corners(const Board<B>& board, const Shape<B>& shape) {
    B chain = board.player & shape.corners;
    while (true) {
        const B more = board.player & (chain | chain.template shifted<1, 0>() | chain.template shifted<-1, 0>() |
                                       chain.template shifted<0, 1>() | chain.template shifted<0, -1>());
        if (more == chain) return chain;
        chain = more;
    }
}

template <class B>
int region_parity(B empties) {
    int parity = 0;
    while (empties.any()) {
        B region = B::of(empties.first());
        for (B grown = spread(region) & empties; grown != region; grown = spread(region) & empties) region = grown;
        parity += region.count() % 2 == 1 ? 1 : -1;
        empties &= ~region;
    }
    return parity;
}

template <class B>
double sum_of_values(const SquareValues<B>& values, B squares) {
    double sum = 0;
    for (const ValuedSquares<B>& group : values) sum += group.value * (group.squares & squares).count();
    return sum;
}

}  // namespace

std::optional<Feature> feature_named(std::string_view name) {
    for (const FormName& form : form_names) {
        if (!name.ends_with(form.suffix)) continue;
        const std::string_view stem = name.substr(0, name.size() - form.suffix.size());
        for (const CountName& count : count_names) {
            if (count.name == stem) return Feature{count.count, form.form};
        }
    }
    return std::nullopt;
}

template <class B>
B members(Count what, const Side<B>& side) {
    const Board<B>& board = side.board;
    const Shape<B>& shape = side.shape;
    const B own = board.player;
    const B empties = board.empties(shape);
    switch (what) {
        case Count::discs:
        case Count::squares: return own;
        case Count::mobility:
        case Count::path_mobility: return legal_moves(board, shape);
        case Count::potential_mobility:
        case Count::potential_pairs: return empties & spread(board.opponent);
        case Count::frontier:
        case Count::frontier_pairs: return own & spread(empties);
        case Count::corners: return own & shape.corners;
        case Count::x_squares: return own & shape.x_squares & spread(shape.corners & empties);
        case Count::c_squares: return own & shape.c_squares & spread(shape.corners & empties);
        case Count::x_squares_unheld: return own & shape.x_squares & spread(shape.corners & ~own);
        case Count::c_squares_unheld: return own & shape.c_squares & spread(shape.corners & ~own);
        case Count::edges: return own & shape.edges;
        case Count::edge_anchors: return shape.edges & side.stable();
        case Count::stability: return side.stable();
        case Count::stability_at_corners: {
            const B corners = own & shape.corners;
            return corners | (own & shape.c_squares & spread(corners));
        }
        case Count::stability_chains: return chained_to_corners(board, shape);
        case Count::stability_spread: return spread_from_corners(board, shape);
        case Count::semi_stable: return own & ~side.stable() & ~side.turnable();
        case Count::unstable: return side.turnable();
        case Count::class_values: return own & ~side.turnable();
        case Count::parity:
        case Count::region_parity: return empties;
    }
    __builtin_unreachable();
}

template <class B>
B Side<B>::stable() const {
    if (!stable_) stable_ = stable_discs(board, shape);
    return *stable_;
}

template <class B>
B Side<B>::turnable() const {
    if (!turnable_) {
        const Board<B> other = board.passed();
        B turned{};
        for (const int square : each(legal_moves(other, shape))) turned |= flips(other, square);
        turnable_ = turned;
    }
    return *turnable_;
}

template <class B>
double Side<B>::count(Count what) const {
    const auto index = static_cast<std::size_t>(what);
    const std::uint32_t bit = std::uint32_t{1} << index;
    if ((known_ & bit) == 0) {
        counts_[index] = computed(what);
        known_ |= bit;
    }
    return counts_[index];
}

template <class B>
double Side<B>::computed(Count what) const {
    const B empties = board.empties(shape);
    switch (what) {
        case Count::path_mobility: return path_mobility;
        case Count::potential_pairs: return pairs(empties, board.opponent);
        case Count::frontier_pairs: return pairs(board.player, empties);
        case Count::squares: return sum_of_values(values, board.player);
        case Count::class_values: {
            const B semi_stable = members(Count::semi_stable, *this);
            return sum_of_values(values, stable()) + 0.5 * sum_of_values(values, semi_stable);
        }
        case Count::parity: return empties.count() % 2 == 1 ? 1 : -1;
        case Count::region_parity: return outflank::region_parity(empties);
        default: return members(what, *this).count();
    }
}

template <class B>
double share(Count what, const Side<B>& side, int square) {
    const B here = B::of(square);
    switch (what) {
        case Count::potential_pairs: return pairs(here, side.board.opponent);
        case Count::frontier_pairs: return pairs(here, side.board.empties(side.shape));
        case Count::squares: return sum_of_values(side.values, here);
        case Count::class_values: return sum_of_values(side.values, here) * ((side.stable() & here).any() ? 1 : 0.5);
        default: return 1;
    }
}

template <class B>
double Sides<B>::value(Feature feature) const {
    if (feature.form == Form::own || is_of_whole_board(feature.count)) return player.count(feature.count);
    const double b = opponent.count(feature.count);
    if (feature.form == Form::other) return b;
    const double a = player.count(feature.count);
    if (feature.form == Form::difference) return a - b;
    return a + b == 0 ? 0 : 100 * (a - b) / (a + b);
}

template class Side<Bits64>;
template class Side<Bits256>;
template Bits64 members(Count, const Side<Bits64>&);
template Bits256 members(Count, const Side<Bits256>&);
template double share(Count, const Side<Bits64>&, int);
template double share(Count, const Side<Bits256>&, int);
template struct Sides<Bits64>;
template struct Sides<Bits256>;

}  // namespace outflank
