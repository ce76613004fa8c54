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

extern template Bits64 stable_discs(const Board<Bits64>&, const Shape<Bits64>&);
extern template Bits256 stable_discs(const Board<Bits256>&, const Shape<Bits256>&);

}  // namespace outflank
