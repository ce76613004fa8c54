// Moves and flips in the 16x16 frame: by line with AVX2 and AVX-512, landings of both senses in one register.
#pragma once

#include "bits256.hpp"
#include "kernels.hpp"
#include "line.hpp"

#ifdef __AVX2__
#include <immintrin.h>

#include <array>
#include <cstdint>
#include <type_traits>
#endif

namespace outflank::kernels {

#ifdef __AVX2__

// For each square the squares of its two diagonals: at most one a row.
struct Diagonals {
    alignas(32) std::uint16_t falling[256][16];
    alignas(32) std::uint16_t rising[256][16];
};

constexpr Diagonals make_diagonals() {
    Diagonals lines{};
    for (int square = 0; square < 256; ++square) {
        const int column = square % 16;
        const int row = square / 16;
        for (int r = 0; r < 16; ++r) {
            const int falling = column + (r - row);
            const int rising = column - (r - row);
            if (falling >= 0 && falling < 16) lines.falling[square][r] = static_cast<std::uint16_t>(1 << falling);
            if (rising >= 0 && rising < 16) lines.rising[square][r] = static_cast<std::uint16_t>(1 << rising);
        }
    }
    return lines;
}

inline constexpr Diagonals diagonals = make_diagonals();

#ifdef __AVX512BW__

inline std::uint32_t line_of(Bits256 set, __m256i line) { return _mm256_test_epi16_mask(set.reg(), line); }

inline __m256i squares_of(std::uint32_t places, __m256i line) {
    return _mm256_maskz_mov_epi16(static_cast<__mmask16>(places), line);
}

#else

inline std::uint32_t line_of(Bits256 set, __m256i line) {
    const __m256i absent = _mm256_cmpeq_epi16(_mm256_and_si256(set.reg(), line), _mm256_setzero_si256());
    const __m128i bytes = _mm_packs_epi16(_mm256_castsi256_si128(absent), _mm256_extracti128_si256(absent, 1));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(bytes)) ^ 0xFFFF;
}

inline __m256i squares_of(std::uint32_t places, __m256i line) {
    const __m256i bit = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, -32768);
    const __m256i chosen = _mm256_and_si256(_mm256_set1_epi16(static_cast<short>(places)), bit);
    return _mm256_and_si256(_mm256_cmpeq_epi16(chosen, bit), line);
}

#endif

inline Bits256 flips(Bits256 player, Bits256 opponent, int square) {
    const int column = square % 16;
    const int row = square / 16;
    const auto flips_along = [&](__m256i line) {
        return squares_of(line_flips(line_of(player, line), line_of(opponent, line), row), line);
    };
    const __m256i file = _mm256_set1_epi16(static_cast<short>(1 << column));
    const __m256i falling = _mm256_load_si256(reinterpret_cast<const __m256i*>(diagonals.falling[square]));
    const __m256i rising = _mm256_load_si256(reinterpret_cast<const __m256i*>(diagonals.rising[square]));
    const __m256i steep =
        _mm256_or_si256(flips_along(file), _mm256_or_si256(flips_along(falling), flips_along(rising)));

    const int shift = row % 4 * 16;
    const auto row_of = [&](Bits256 set) { return static_cast<std::uint32_t>(set.v[row / 4] >> shift & 0xFFFF); };
    const std::uint32_t flat = line_flips(row_of(player), row_of(opponent), column);
    const __m256i rank = squares_of(1u << row, _mm256_set1_epi16(static_cast<short>(flat)));
    return Bits256::from(_mm256_or_si256(steep, rank));
}

#endif

#ifdef __AVX512BW__

// The set turned by half a circle: every bit in reverse order.
inline __m512i reversed(__m512i sets) {
    const __m512i low_nibbles = _mm512_set1_epi8(0x0F);
    const __m512i high = _mm512_broadcast_i32x4(_mm_setr_epi8(0x00, -0x80, 0x40, -0x40, 0x20, -0x60, 0x60, -0x20, 0x10,
                                                              -0x70, 0x50, -0x30, 0x30, -0x50, 0x70, -0x10));
    const __m512i low = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15));
    const __m512i bytes =
        _mm512_or_si512(_mm512_shuffle_epi8(high, _mm512_and_si512(sets, low_nibbles)),
                        _mm512_shuffle_epi8(low, _mm512_and_si512(_mm512_srli_epi16(sets, 4), low_nibbles)));
    const __m512i backwards =
        _mm512_broadcast_i32x4(_mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    return _mm512_permutex_epi64(_mm512_shuffle_epi8(bytes, backwards), 0x4E);
}

template <int rows>
inline __m512i down_by(__m512i sets) {
    if constexpr (rows == 4) {
        return _mm512_maskz_permutex_epi64(0xEE, sets, 0x90);
    } else {
        alignas(64) static constexpr auto source = [] {
            std::array<std::uint16_t, 32> lanes{};
            for (int i = 0; i < 32; ++i) lanes[i] = static_cast<std::uint16_t>(i - rows);
            return lanes;
        }();
        constexpr std::uint32_t kept = (0xFFFFu << rows & 0xFFFFu) * 0x10001u;
        return _mm512_maskz_permutexvar_epi16(kept, _mm512_load_si512(source.data()), sets);
    }
}

inline __m512i with(__m512i run, __m512i reach, __m512i moved) {
    return _mm512_ternarylogic_epi64(run, reach, moved, 0xF8);  // run | (reach & moved)
}

// The board lies in the lower half of a register and, turned by half a circle, in the upper half: one shift
// then serves a direction and its opposite.
inline Bits256 landings(Bits256 player, Bits256 opponent) {
    const __m512i both = _mm512_inserti64x4(_mm512_castsi256_si512(player.reg()), opponent.reg(), 1);
    const __m512i turned = reversed(both);
    const __m512i own = _mm512_inserti64x4(both, _mm512_castsi512_si256(turned), 1);
    const __m512i discs = _mm512_shuffle_i64x2(both, turned, 0xEE);

    // Along the row a carry runs through the discs.
    const __m512i beside = _mm512_and_si512(_mm512_slli_epi16(own, 1), discs);
    __m512i ends = _mm512_andnot_si512(discs, _mm512_add_epi16(discs, beside));

    const auto towards = [&](auto slide) {
        using std::integral_constant;
        const auto by = [&](auto rows, __m512i sets) { return slide(rows, down_by<rows()>(sets)); };
        const integral_constant<int, 1> one;
        const integral_constant<int, 2> two;
        const integral_constant<int, 4> four;
        __m512i run = _mm512_and_si512(discs, by(one, own));
        const __m512i pairs = _mm512_and_si512(discs, by(one, discs));
        const __m512i fours = _mm512_and_si512(pairs, by(two, pairs));
        run = with(run, discs, by(one, run));
        run = with(run, pairs, by(two, run));
        run = with(run, fours, by(four, run));
        run = with(run, fours, by(four, run));
        run = with(run, fours, by(four, run));
        return by(one, run);
    };
    ends = _mm512_or_si512(ends, towards([](auto, __m512i sets) { return sets; }));
    ends = _mm512_or_si512(ends, towards([](auto rows, __m512i sets) { return _mm512_slli_epi16(sets, rows()); }));
    ends = _mm512_or_si512(ends, towards([](auto rows, __m512i sets) { return _mm512_srli_epi16(sets, rows()); }));

    const __m512i back = reversed(ends);
    return Bits256::from(_mm256_or_si256(_mm512_castsi512_si256(ends), _mm512_extracti64x4_epi64(back, 1)));
}

#else

inline Bits256 landings(Bits256 player, Bits256 opponent) { return landings_portable(player, opponent); }

#endif

#ifndef __AVX2__

inline Bits256 flips(Bits256 player, Bits256 opponent, int square) { return flips_portable(player, opponent, square); }

#endif

}  // namespace outflank::kernels
