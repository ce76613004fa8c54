// One line of at most sixteen squares, as bits of a word: what turns on it.
#pragma once

#include <bit>
#include <cstdint>

namespace outflank {

// The opponent's discs that turn when the player puts one on the empty `place`. On either side the nearest
// square without an opponent's disc decides: if it is the player's, what lies before it turns.
constexpr std::uint32_t line_flips(std::uint32_t player, std::uint32_t opponent, int place) {
    const std::uint32_t after = ~std::uint32_t{0} << 1 << place;
    const std::uint32_t open_up = ~opponent & after;  // never empty: lines end before bit 16
    const std::uint32_t end_up = open_up & (0 - open_up);
    const std::uint32_t up = (end_up & player) != 0 ? (end_up - 1) & after : 0;

    // One place up, so that bit 0 is a guard which never belongs to the player.
    const std::uint32_t before = (std::uint32_t{2} << place) - 1;
    const std::uint32_t open_down = (~(opponent << 1) & before) | 1;
    const std::uint32_t end_down = std::bit_floor(open_down);
    const std::uint32_t down = (end_down & (player << 1)) != 0 ? (before & (0 - 2 * end_down)) >> 1 : 0;
    return up | down;
}

}  // namespace outflank
