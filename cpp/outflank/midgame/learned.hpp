// The learned order: what each move looks like in small numbers, and a table of what they are worth.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "ordering.hpp"

namespace outflank {

struct Trait {
    std::string_view name;
    int levels;     // from 0 up; what lies beyond counts as the nearest
    bool relative;  // how much above the mean of the position's moves, which is the middle level
};

inline constexpr int most_flips = 23;

inline constexpr std::array traits = {
    Trait{"place", 30, false},              // the kind of place, and who holds the nearest corner
    Trait{"replies", 32, true},             // moves of the opponent after it
    Trait{"corner_replies", 5, false},      // those of them that are corners
    Trait{"potential", 32, true},           // empty squares beside a disc of the player after it
    Trait{"own_potential", 32, true},       // empty squares beside a disc of the opponent after it
    Trait{"flips", most_flips + 1, false},  // discs that turn
    Trait{"room", 9, false},                // empty squares beside it
};

// Of a move, in the order of the traits.
using Levels = std::array<int, traits.size()>;

// The worth of every level of every trait, by phase: the share of the board that is filled.
class OrderingTable {
  public:
    static constexpr int phases = 8;
    static constexpr int levels = [] {
        int sum = 0;
        for (const Trait& trait : traits) sum += trait.levels;
        return sum;
    }();

    // By phase, trait and level.
    OrderingTable(std::vector<int> worth, int killer) : worth_(std::move(worth)), killer_(killer) {}

    // What the levels of a move are worth together.
    int worth(int phase, const Levels& move) const {
        const int* row = worth_.data() + phase * levels;
        int sum = 0;
        for (std::size_t i = 0; i < traits.size(); ++i) {
            sum += row[move[i]];
            row += traits[i].levels;
        }
        return sum;
    }

    int killer() const { return killer_; }

  private:
    std::vector<int> worth_;
    int killer_;  // for a move that refuted another one at the same ply
};

template <class B>
int phase_of(const Board<B>& board, const Shape<B>& shape) {
    return std::min(board.occupied().count() * OrderingTable::phases / shape.area, OrderingTable::phases - 1);
}

// Fills in the levels of all moves of a board.
template <class B>
void describe(const Board<B>& board, const Shape<B>& shape, const Candidate<B>* moves, int count, Levels* described) {
    const int discs = board.player.count();
    Levels mean{};
    for (int i = 0; i < count; ++i) {
        const Candidate<B>& move = moves[i];
        const auto square = static_cast<std::size_t>(move.square);
        const int corner = shape.nearest_corner[square];
        const int holder = board.player.has(corner) ? 1 : board.opponent.has(corner) ? 2 : 0;
        const B replies = legal_moves(move.next, shape);
        const B empties = move.next.empties(shape);
        const int flipped = move.next.opponent.count() - discs - 1;
        described[i] = {3 * shape.place[square] + holder,
                        replies.count(),
                        (replies & shape.corners).count(),
                        (spread(move.next.opponent) & empties).count(),
                        (spread(move.next.player) & empties).count(),
                        std::min(flipped, most_flips),
                        (shape.around[square] & empties).count()};
        for (std::size_t t = 0; t < traits.size(); ++t) mean[t] += described[i][t];
    }
    for (std::size_t t = 0; t < traits.size(); ++t) {
        if (!traits[t].relative) continue;
        const int middle = traits[t].levels / 2 - mean[t] / count;
        for (int i = 0; i < count; ++i) {
            described[i][t] = std::clamp(described[i][t] + middle, 0, traits[t].levels - 1);
        }
    }
}

}  // namespace outflank
