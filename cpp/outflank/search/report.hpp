// What a search reports: the best moves so far, and how far it got.
#pragma once

#include <cstdint>
#include <vector>

#include "../board/shape.hpp"
#include "value.hpp"

namespace outflank {

// A move of the root and its value.
struct RankedMove {
    int square = no_square;  // no_square only when the player must pass
    Value value;             // for the side to move
    bool proven = false;     // whether a value beyond all estimates is a margin that the winner can force
    std::vector<int> line;   // best play, the move first, as squares; no_square is a pass
};

// What a search found so far.
struct Report {
    std::vector<RankedMove> moves;  // the best first, at least one; more if more were requested
    int depth = 0;                  // plies completed; 0 when not even one was
    int percent = 100;              // how sure that depth is that nothing left out matters
    bool exact = false;             // searched to the end of the game, nothing left out
    bool stopped = false;           // by a limit on nodes or time, or from outside
    bool interrupted = false;       // by the person at the keyboard
    std::uint64_t nodes = 0;
    double time = 0;  // seconds

    const RankedMove& best() const { return moves.front(); }
};

}  // namespace outflank
