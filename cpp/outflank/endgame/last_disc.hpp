// The margin when one empty square is left.
#pragma once

#include <array>

#include "../board/board.hpp"

namespace outflank {

// What turns when the player's disc fills the last empty square of a line: every other square is the
// opponent's or off the board, and a run turns only if a disc of the player's ends it.
#ifdef __BMI2__

struct LastLines {
    // By place of the empty square on a line, and by the player's discs on it.
    std::array<std::array<std::uint8_t, 256>, 8> turned;
    struct Place {
        std::uint64_t column, rising, falling;  // the squares of the lines through it
        std::uint8_t row, on_column, on_rising, on_falling;
    };
    std::array<Place, 64> places;
};

constexpr LastLines make_last_lines() {
    LastLines lines{};
    for (int at = 0; at < 8; ++at) {
        for (int player = 0; player < 256; ++player) {
            int count = 0;
            for (const int step : {-1, 1}) {
                for (int i = at + step, run = 0; i >= 0 && i < 8; i += step, ++run) {
                    if (player >> i & 1) {
                        count += run;
                        break;
                    }
                }
            }
            lines.turned[at][player] = static_cast<std::uint8_t>(count);
        }
    }
    for (int square = 0; square < 64; ++square) {
        LastLines::Place& place = lines.places[square];
        place.row = static_cast<std::uint8_t>(square & ~7);
        for (int other = 0; other < 64; ++other) {
            const int dx = other % 8 - square % 8;
            const int dy = other / 8 - square / 8;
            const std::uint64_t bit = std::uint64_t{1} << other;
            const bool before = other < square;
            if (dx == 0) place.column |= bit;
            if (dx == 0 && before) ++place.on_column;
            if (dx == dy) place.falling |= bit;
            if (dx == dy && before) ++place.on_falling;
            if (dx == -dy) place.rising |= bit;
            if (dx == -dy && before) ++place.on_rising;
        }
    }
    return lines;
}

inline constexpr LastLines last_lines = make_last_lines();

inline int last_turned(Bits64 player, Bits64, int square) {
    const LastLines::Place& place = last_lines.places[square];
    const auto& turned = last_lines.turned;
    return turned[square & 7][player.word >> place.row & 0xFF] +
           turned[place.on_column][_pext_u64(player.word, place.column)] +
           turned[place.on_falling][_pext_u64(player.word, place.falling)] +
           turned[place.on_rising][_pext_u64(player.word, place.rising)];
}

#else

inline int last_turned(Bits64 player, Bits64 opponent, int square) {
    return kernels::flips(player, opponent, square).count();
}

#endif

inline int last_turned(Bits256 player, Bits256 opponent, int square) {
    return kernels::flips(player, opponent, square).count();
}

// The player's final margin with best play; `square` is the only empty one.
template <class B>
[[gnu::always_inline]] inline int last_margin(const Board<B>& board, int area, int square) {
    const int level = 2 * board.player.count() - area;
    if (const int turned = last_turned(board.player, board.opponent, square)) return level + 2 * turned + 2;
    if (const int turned = last_turned(board.opponent, board.player, square)) return level - 2 * turned;
    return level >= 0 ? level + 2 : level;
}

}  // namespace outflank
