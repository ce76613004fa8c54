// Named features of a position, each a difference: the player's count less the opponent's.
#pragma once

#include <array>
#include <string_view>

#include "../board.hpp"
#include "../stability.hpp"

namespace outflank {

enum class Feature {
    discs,
    mobility,
    potential_mobility,
    corners,
    x_squares,
    c_squares,
    edges,
    frontier,
    stability,
    parity,
};

struct FeatureName {
    Feature feature;
    std::string_view name;
    std::string_view meaning;
};

inline constexpr std::array feature_names = {
    FeatureName{Feature::discs, "discs", "discs on the board"},
    FeatureName{Feature::mobility, "mobility", "legal moves"},
    FeatureName{Feature::potential_mobility, "potential_mobility", "empty squares beside an opponent's disc"},
    FeatureName{Feature::corners, "corners", "corners held"},
    FeatureName{Feature::x_squares, "x_squares", "discs diagonally beside an empty corner"},
    FeatureName{Feature::c_squares, "c_squares", "discs on the edge beside an empty corner"},
    FeatureName{Feature::edges, "edges", "discs on the edges, corners left out"},
    FeatureName{Feature::frontier, "frontier", "discs beside an empty square"},
    FeatureName{Feature::stability, "stability", "discs proved stable"},
    FeatureName{Feature::parity, "parity", "1 if the number of empty squares is odd, else -1"},
};

template <class B>
int difference(const Board<B>& board, B squares) {
    return (board.player & squares).count() - (board.opponent & squares).count();
}

// Discs on `squares` whose corner is empty; `squares` are neighbours of corners.
template <class B>
int beside_empty_corners(const Board<B>& board, const Shape<B>& shape, B squares) {
    return difference(board, squares & spread(shape.corners & board.empties(shape)));
}

// `moves` are the player's legal moves.
template <class B>
int feature_value(Feature feature, const Board<B>& board, const Shape<B>& shape, B moves) {
    switch (feature) {
        case Feature::discs: return board.player.count() - board.opponent.count();
        case Feature::mobility: return moves.count() - legal_moves(board.passed(), shape).count();
        case Feature::potential_mobility: {
            const B empties = board.empties(shape);
            return (empties & spread(board.opponent)).count() - (empties & spread(board.player)).count();
        }
        case Feature::corners: return difference(board, shape.corners);
        case Feature::x_squares: return beside_empty_corners(board, shape, shape.x_squares);
        case Feature::c_squares: return beside_empty_corners(board, shape, shape.c_squares);
        case Feature::edges: return difference(board, shape.edges);
        case Feature::frontier: return difference(board, spread(board.empties(shape)));
        case Feature::stability:
            return stable_discs(board, shape).count() - stable_discs(board.passed(), shape).count();
        case Feature::parity: return board.empties(shape).count() % 2 == 1 ? 1 : -1;
    }
    __builtin_unreachable();
}

}  // namespace outflank
