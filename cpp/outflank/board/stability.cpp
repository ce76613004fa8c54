#include "stability.hpp"

#include "line.hpp"

namespace outflank {

namespace {

// The same squares, whatever the direction, from one end of an edge to the other.
template <class B, int dx, int dy>
std::uint32_t edge_places(B set, int square) {
    std::uint32_t places = 0;
    if constexpr (dy == 0) {
        places = static_cast<std::uint32_t>(set.word_at(square / 64) >> square % 64);
    } else {
        for (int i = 0, at = square; at < B::squares; ++i, at += B::width) {
            places |= static_cast<std::uint32_t>(set.has(at)) << i;
        }
    }
    return places;
}

// Discs of a chain of one colour that starts in a corner, or of a full edge: for edges without a table.
std::uint32_t anchored(std::uint32_t player, std::uint32_t opponent, int length) {
    const std::uint32_t full = (1u << length) - 1;
    if ((player | opponent) == full) return player | opponent;
    std::uint32_t stable = 0;
    for (const std::uint32_t own : {player, opponent}) {
        for (int i = 0; i < length && (own >> i & 1); ++i) stable |= 1u << i;
        for (int i = length - 1; i >= 0 && (own >> i & 1); --i) stable |= 1u << i;
    }
    return stable;
}

template <class B, int dx, int dy>
B stable_on_edge(const Board<B>& board, const Shape<B>& shape, int square) {
    const std::uint32_t mask = (1u << shape.size) - 1;
    const std::uint32_t player = edge_places<B, dx, dy>(board.player, square) & mask;
    const std::uint32_t opponent = edge_places<B, dx, dy>(board.opponent, square) & mask;
    if (player == 0) return B{};
    std::uint32_t stable = 0;
    if (shape.size <= EdgeTable::longest) {
        stable = EdgeTable::of_length(shape.size).stable(player, opponent);
    } else {
        stable = anchored(player, opponent, shape.size);
    }
    B squares{};
    for (std::uint32_t places = stable & player; places != 0; places &= places - 1) {
        squares |= B::of(square + std::countr_zero(places) * (dx + dy * B::width));
    }
    return squares;
}

// Squares of the board on lines, in one direction and its opposite, that hold an empty square.
template <int dx, int dy, class B>
B on_open_lines(B empties, B mask) {
    B up = empties;
    B down = empties;
    const auto slide = [&]<int n>() {
        up |= up.template shifted<n * dx, n * dy>();
        down |= down.template shifted<-n * dx, -n * dy>();
    };
    slide.template operator()<1>();
    slide.template operator()<2>();
    slide.template operator()<4>();
    if constexpr (B::width == 16) slide.template operator()<8>();
    return (up | down) & mask;
}

template <int dx, int dy, class B>
B beside(B set) {
    return set.template shifted<dx, dy>() | set.template shifted<-dx, -dy>();
}

// Squares that are safe along a row, a column and the two diagonals whatever lies beside them.
template <class B>
struct Safe {
    B row, column, falling, rising;
};

// The stable discs, and all that they make stable one after the other.
template <class B>
B grown(B player, B stable, const Safe<B>& safe) {
    while (true) {
        const B more = player & (safe.row | beside<1, 0>(stable)) & (safe.column | beside<0, 1>(stable)) &
                       (safe.falling | beside<1, 1>(stable)) & (safe.rising | beside<-1, 1>(stable));
        if (!(more & ~stable).any()) return stable;
        stable |= more;
    }
}

}  // namespace

EdgeTable::EdgeTable(int length) : ternary_(std::size_t{1} << length) {
    std::vector<std::uint32_t> power(static_cast<std::size_t>(length) + 1, 1);
    for (int i = 0; i < length; ++i) power[i + 1] = 3 * power[i];
    for (std::uint32_t set = 0; set < ternary_.size(); ++set) {
        for (int i = 0; i < length; ++i) ternary_[set] += (set >> i & 1) * power[i];
    }
    stable_.resize(power[length]);
    // Fullest edges first: what stays is what stays after every next disc.
    const std::uint32_t full = (1u << length) - 1;
    std::vector<std::vector<std::uint32_t>> by_discs(static_cast<std::size_t>(length) + 1);
    for (std::uint32_t occupied = 0; occupied <= full; ++occupied)
        by_discs[std::popcount(occupied)].push_back(occupied);
    for (int discs = length; discs >= 0; --discs) {
        for (const std::uint32_t occupied : by_discs[discs]) {
            for (std::uint32_t player = occupied;; player = (player - 1) & occupied) {
                const std::uint32_t opponent = occupied & ~player;
                std::uint32_t kept = occupied;
                for (int place = 0; place < length && kept != 0; ++place) {
                    if (occupied >> place & 1) continue;
                    const std::uint32_t disc = 1u << place;
                    const std::uint32_t to_player = line_flips(player, opponent, place);
                    const std::uint32_t to_opponent = line_flips(opponent, player, place);
                    kept &= ~to_player & stable(player | to_player | disc, opponent & ~to_player);
                    kept &= ~to_opponent & stable(player & ~to_opponent, opponent | to_opponent | disc);
                }
                stable_[ternary_[player] + 2 * ternary_[opponent]] = static_cast<std::uint16_t>(kept);
                if (player == 0) break;
            }
        }
    }
}

const EdgeTable& EdgeTable::of_length(int length) {
    switch (length) {
        case 4: {
            static const EdgeTable table(4);
            return table;
        }
        case 6: {
            static const EdgeTable table(6);
            return table;
        }
        case 8: {
            static const EdgeTable table(8);
            return table;
        }
        case 10: {
            static const EdgeTable table(10);
            return table;
        }
        default: {
            static const EdgeTable table(12);
            return table;
        }
    }
}

template <class B>
B stable_discs(const Board<B>& board, const Shape<B>& shape) {
    const int last = shape.size - 1;
    const int corner = shape.square(0, 0);
    // Only its own line can turn a disc on an edge.
    B stable =
        stable_on_edge<B, 1, 0>(board, shape, corner) | stable_on_edge<B, 1, 0>(board, shape, shape.square(0, last)) |
        stable_on_edge<B, 0, 1>(board, shape, corner) | stable_on_edge<B, 0, 1>(board, shape, shape.square(last, 0));

    const B empties = board.empties(shape);
    const B full_row = shape.mask & ~on_open_lines<1, 0>(empties, shape.mask);
    const B full_column = shape.mask & ~on_open_lines<0, 1>(empties, shape.mask);
    const B full_falling = shape.mask & ~on_open_lines<1, 1>(empties, shape.mask);
    const B full_rising = shape.mask & ~on_open_lines<-1, 1>(empties, shape.mask);

    // A disc is safe along a line that is full, that ends beside it, or where a stable disc of its side lies
    // beside it; safe along all four, it is stable itself. (Corners are ends of all their lines.)
    return grown(board.player, stable,
                 {full_row | shape.side_columns, full_column | shape.side_rows, full_falling | shape.perimeter,
                  full_rising | shape.perimeter});
}

template <class B>
B spread_from_corners(const Board<B>& board, const Shape<B>& shape) {
    return grown(board.player, B{}, {shape.side_columns, shape.side_rows, shape.perimeter, shape.perimeter});
}

template Bits64 stable_discs(const Board<Bits64>&, const Shape<Bits64>&);
template Bits256 stable_discs(const Board<Bits256>&, const Shape<Bits256>&);
template Bits64 spread_from_corners(const Board<Bits64>&, const Shape<Bits64>&);
template Bits256 spread_from_corners(const Board<Bits256>&, const Shape<Bits256>&);

}  // namespace outflank
