// Named features: what each side has, and how the two sides' counts are set against each other.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "../board/stability.hpp"
#include "evaluator.hpp"

namespace outflank {

enum class Count {
    discs,
    mobility,
    path_mobility,
    potential_mobility,
    potential_pairs,
    frontier,
    frontier_pairs,
    corners,
    x_squares,
    c_squares,
    x_squares_unheld,
    c_squares_unheld,
    edges,
    edge_anchors,
    stability,
    stability_at_corners,
    stability_chains,
    stability_spread,
    semi_stable,
    unstable,
    squares,
    class_values,
    parity,
    region_parity,
};

struct CountName {
    Count count;
    std::string_view name;
    std::string_view meaning;
};

inline constexpr std::array count_names = {
    CountName{Count::discs, "discs", "discs on the board"},
    CountName{Count::mobility, "mobility", "legal moves"},
    CountName{Count::path_mobility, "path_mobility",
              "legal moves at all its turns from the root of the search to here"},
    CountName{Count::potential_mobility, "potential_mobility", "empty squares beside a disc of the other side"},
    CountName{Count::potential_pairs, "potential_pairs",
              "pairs of an empty square and a disc of the other side beside it"},
    CountName{Count::frontier, "frontier", "discs beside an empty square"},
    CountName{Count::frontier_pairs, "frontier_pairs", "pairs of a disc and an empty square beside it"},
    CountName{Count::corners, "corners", "corners held"},
    CountName{Count::x_squares, "x_squares", "discs diagonally beside an empty corner"},
    CountName{Count::c_squares, "c_squares", "discs on the edge beside an empty corner"},
    CountName{Count::x_squares_unheld, "x_squares_unheld",
              "discs diagonally beside a corner that the side does not hold"},
    CountName{Count::c_squares_unheld, "c_squares_unheld",
              "discs on the edge beside a corner that the side does not hold"},
    CountName{Count::edges, "edges", "discs on the edges, corners left out"},
    CountName{Count::edge_anchors, "edge_anchors", "discs on the edges, corners left out, that are proved stable"},
    CountName{Count::stability, "stability",
              "discs proved never to turn: edges exactly, full lines, and what spreads from there"},
    CountName{Count::stability_at_corners, "stability_at_corners",
              "corners, and edge discs directly beside an own corner"},
    CountName{Count::stability_chains, "stability_chains", "discs joined to an own corner along rows and columns"},
    CountName{Count::stability_spread, "stability_spread",
              "discs with the board's end or a stable own disc beside them on each of their four lines"},
    CountName{Count::semi_stable, "semi_stable", "discs neither proved stable nor unstable"},
    CountName{Count::unstable, "unstable", "discs that the other side's next move can turn"},
    CountName{Count::squares, "squares", "sum of the values of the squares held"},
    CountName{Count::class_values, "class_values",
              "sum of square values: stable discs count fully, semi-stable half, unstable not"},
    CountName{Count::parity, "parity", "1 if the number of empty squares is odd, else -1"},
    CountName{Count::region_parity, "region_parity",
              "regions of touching empty squares: the odd ones less the even ones"},
};

inline bool is_of_whole_board(Count count) { return count == Count::parity || count == Count::region_parity; }

// How the counts a of the player and b of the opponent make a value.
enum class Form {
    difference,  // a - b
    percent,     // 100 (a - b) / (a + b), or 0 when both are 0
    own,         // a
    other,       // b
};

struct FormName {
    Form form;
    std::string_view suffix;
    std::string_view meaning;
};

inline constexpr std::array form_names = {
    FormName{Form::percent, "_percent", "100 (own - other's) / (own + other's), 0 when both are 0"},
    FormName{Form::own, "_own", "the side to move's alone"},
    FormName{Form::other, "_other", "the other side's alone"},
    FormName{Form::difference, "", "own - other's"},
};

struct Feature {
    Count count;
    Form form;
};

// The feature of a name such as "mobility" or "mobility_percent"; nothing if there is none.
std::optional<Feature> feature_named(std::string_view name);

// Squares of one value.
template <class B>
struct ValuedSquares {
    B squares;
    double value;
};

template <class B>
using SquareValues = std::vector<ValuedSquares<B>>;

// What a position alone does not tell: the legal moves that each side had on the way from the root, both ends
// included.
struct Path {
    int player = 0;
    int opponent = 0;
};

// One side of a position: as the player of its board. What several features need is computed once.
template <class B>
class Side {
  public:
    Side(const Board<B>& seen, const Shape<B>& on, int path, const SquareValues<B>& of_squares)
        : board(seen), shape(on), path_mobility(path), values(of_squares) {}

    // The side's discs proved stable, and those that the other side's next move can turn.
    B stable() const;
    B turnable() const;

    double count(Count what) const;

    const Board<B> board;
    const Shape<B>& shape;
    const int path_mobility;
    const SquareValues<B>& values;

  private:
    double computed(Count what) const;

    mutable std::optional<B> stable_;
    mutable std::optional<B> turnable_;
    mutable std::uint32_t known_ = 0;  // a bit for each count that is in counts_
    mutable std::array<double, count_names.size()> counts_;
};

// The squares that make up a side's count.
template <class B>
B members(Count what, const Side<B>& side);

// How much one of them adds to it (parity is no sum over squares).
template <class B>
double share(Count what, const Side<B>& side, int square);

// The two sides of a position.
template <class B>
struct Sides {
    Sides(const Board<B>& board, const Shape<B>& shape, const Path& path, const SquareValues<B>& values)
        : player(board, shape, path.player, values), opponent(board.passed(), shape, path.opponent, values) {}

    // The value of a feature for the player of the board.
    double value(Feature feature) const;

    Side<B> player;
    Side<B> opponent;
};

}  // namespace outflank
