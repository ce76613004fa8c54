// Discs that can never turn again: a sound lower bound.
#pragma once

#include <cstdint>
#include <vector>

#include "board.hpp"

namespace outflank {

// For every filling of an edge, the discs that no sequence of moves along the edge can turn. Exact, found
// by trying every move of either side, legal or not, on every empty square (after Edax's edge table).
class EdgeTable {
  public:
    // Edges up to this length have a table; of longer ones only full edges and chains from corners count.
    static constexpr int longest = 12;

    explicit EdgeTable(int length);

    std::uint32_t stable(std::uint32_t player, std::uint32_t opponent) const {
        return stable_[ternary_[player] + 2 * ternary_[opponent]];
    }

    // The shared table of a length of at most `longest`; built at first use.
    static const EdgeTable& of_length(int length);

  private:
    std::vector<std::uint32_t> ternary_;  // a set of places read in base three
    std::vector<std::uint16_t> stable_;   // stable discs of either side, by 1 = player, 2 = opponent
};

// The player's discs that are proved stable.
template <class B>
B stable_discs(const Board<B>& board, const Shape<B>& shape);

// The player's discs that are stable by what spreads from its corners alone: a disc is, when on each of the
// four lines through it one neighbour is off the board or stable.
template <class B>
B spread_from_corners(const Board<B>& board, const Shape<B>& shape);

}  // namespace outflank
