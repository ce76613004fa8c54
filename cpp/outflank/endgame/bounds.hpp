// What is proved of a margin, also as the transposition table keeps it.
#pragma once

#include <cassert>
#include <cstdint>

#include "../search/table.hpp"

namespace outflank {

// The least and the most that the margin of a position can be, in discs, for the side to move.
struct Bounds {
    int lower;
    int upper;

    bool is_exact() const { return lower == upper; }
    Bounds negated() const { return {-upper, -lower}; }

    // What follows from a search that returned `margin` for the window (alpha, beta): a bound unless it lies within.
    void tighten(int margin, int alpha, int beta) {
        assert(alpha < beta);
        if (margin > alpha && margin > lower) lower = margin;
        if (margin < beta && margin < upper) upper = margin;
    }
};

inline std::uint32_t content_of(Bounds bounds) {
    assert(bounds.lower == static_cast<std::int16_t>(bounds.lower));
    assert(bounds.upper == static_cast<std::int16_t>(bounds.upper));
    return static_cast<std::uint32_t>(bounds.upper) << 16 | (bounds.lower & 0xFFFF);
}

inline Bounds bounds_of(const Entry& entry) {
    return {static_cast<std::int16_t>(entry.content & 0xFFFF), static_cast<std::int16_t>(entry.content >> 16)};
}

}  // namespace outflank
