// Moves and flips in the 8x8 frame: four directions in an AVX2 register, eight in an AVX-512 one.
#pragma once

#include "bits64.hpp"
#include "kernels.hpp"

#ifdef __AVX2__
#include <immintrin.h>

#include <array>
#endif

namespace outflank::kernels {

#ifdef __AVX2__

// The squares of the four rays from each square towards higher bits, then of the four towards lower bits,
// each in the order of `steps`: along the row, the column, and the two diagonals.
struct Rays {
    alignas(64) std::uint64_t up[64][4];
    alignas(64) std::uint64_t down[64][4];
};

inline constexpr int steps[4] = {1, 8, 9, 7};

constexpr Rays make_rays() {
    constexpr int dx[4] = {1, 0, 1, -1};
    constexpr int dy[4] = {0, 1, 1, 1};
    Rays rays{};
    for (int square = 0; square < 64; ++square) {
        for (int d = 0; d < 4; ++d) {
            for (int sign = -1; sign <= 1; sign += 2) {
                int column = square % 8 + sign * dx[d];
                int row = square / 8 + sign * dy[d];
                std::uint64_t ray = 0;
                while (column >= 0 && column < 8 && row >= 0 && row < 8) {
                    ray |= std::uint64_t{1} << (row * 8 + column);
                    column += sign * dx[d];
                    row += sign * dy[d];
                }
                (sign > 0 ? rays.up : rays.down)[square][d] = ray;
            }
        }
    }
    return rays;
}

inline constexpr Rays rays = make_rays();

inline std::uint64_t union_of(__m256i lanes) {
    const __m128i pair = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))));
}

// Runs lie on inner columns and rows (of the direction), so rotating and shifting never wraps one.
inline constexpr std::uint64_t inner_columns = 0x7E7E7E7E7E7E7E7E;
inline constexpr std::uint64_t inner_rows = 0x00FFFFFFFFFFFF00;

#ifdef __AVX512F__

inline Bits64 landings(Bits64 player, Bits64 opponent) {
    constexpr std::uint64_t inner = inner_columns & inner_rows;
    const __m512i step = _mm512_setr_epi64(1, 8, 9, 7, 63, 56, 55, 57);
    const __m512i two = _mm512_setr_epi64(2, 16, 18, 14, 62, 48, 46, 50);
    const __m512i reach =
        _mm512_setr_epi64(inner_columns, inner_rows, inner, inner, inner_columns, inner_rows, inner, inner);
    const __m512i discs = _mm512_and_si512(_mm512_set1_epi64(static_cast<long long>(opponent.word)), reach);
    __m512i run =
        _mm512_and_si512(discs, _mm512_rolv_epi64(_mm512_set1_epi64(static_cast<long long>(player.word)), step));
    const __m512i pairs = _mm512_and_si512(discs, _mm512_rolv_epi64(discs, step));
    run = _mm512_ternarylogic_epi64(run, discs, _mm512_rolv_epi64(run, step), 0xF8);  // run | (discs & moved)
    run = _mm512_ternarylogic_epi64(run, pairs, _mm512_rolv_epi64(run, two), 0xF8);
    run = _mm512_ternarylogic_epi64(run, pairs, _mm512_rolv_epi64(run, two), 0xF8);
    const __m512i ends = _mm512_rolv_epi64(run, step);
    return {union_of(_mm256_or_si256(_mm512_castsi512_si256(ends), _mm512_extracti64x4_epi64(ends, 1)))};
}

#else

inline Bits64 landings(Bits64 player, Bits64 opponent) {
    const __m256i step = _mm256_setr_epi64x(1, 8, 9, 7);
    const __m256i two = _mm256_setr_epi64x(2, 16, 18, 14);
    const __m256i reach = _mm256_setr_epi64x(inner_columns, -1, inner_columns, inner_columns);
    const __m256i discs = _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(opponent.word)), reach);
    const __m256i own = _mm256_set1_epi64x(static_cast<long long>(player.word));
    __m256i up = _mm256_and_si256(discs, _mm256_sllv_epi64(own, step));
    __m256i down = _mm256_and_si256(discs, _mm256_srlv_epi64(own, step));
    up = _mm256_or_si256(up, _mm256_and_si256(discs, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(discs, _mm256_srlv_epi64(down, step)));
    const __m256i pairs_up = _mm256_and_si256(discs, _mm256_sllv_epi64(discs, step));
    const __m256i pairs_down = _mm256_srlv_epi64(pairs_up, step);
    for (int i = 0; i < 2; ++i) {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
    }
    return {union_of(_mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step)))};
}

#endif

// On each ray the nearest square without an opponent's disc decides: if it is the player's, what lies
// before it turns. Towards higher bits that square is the lowest bit, towards lower bits the highest.
inline Bits64 flips(Bits64 player, Bits64 opponent, int square) {
    const __m256i own = _mm256_set1_epi64x(static_cast<long long>(player.word));
    const __m256i other = _mm256_set1_epi64x(static_cast<long long>(opponent.word));
    const __m256i zero = _mm256_setzero_si256();

    const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.up[square]));
    const __m256i open_up = _mm256_andnot_si256(other, up);
    const __m256i end_up = _mm256_and_si256(_mm256_and_si256(open_up, _mm256_sub_epi64(zero, open_up)), own);
    const __m256i below_end = _mm256_add_epi64(end_up, _mm256_set1_epi64x(-1));
    const __m256i turned_up = _mm256_andnot_si256(_mm256_cmpeq_epi64(end_up, zero), _mm256_and_si256(up, below_end));

    const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.down[square]));
    __m256i open_down = _mm256_andnot_si256(other, down);
#ifdef __AVX512CD__
    // A shift by 64 (an empty ray) leaves nothing.
    const __m256i end_down = _mm256_srlv_epi64(_mm256_set1_epi64x(static_cast<long long>(std::uint64_t{1} << 63)),
                                               _mm256_lzcnt_epi64(open_down));
    const __m256i above_end = _mm256_sub_epi64(zero, _mm256_add_epi64(end_down, end_down));
    const __m256i reached = _mm256_and_si256(end_down, own);
    const __m256i turned_down =
        _mm256_andnot_si256(_mm256_cmpeq_epi64(reached, zero), _mm256_and_si256(down, above_end));
#else
    // Everything at or beyond the end, by smearing along the ray; its highest square is the end.
    const __m256i step = _mm256_setr_epi64x(steps[0], steps[1], steps[2], steps[3]);
    __m256i beyond = _mm256_or_si256(open_down, _mm256_srlv_epi64(open_down, step));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, _mm256_slli_epi64(step, 1)));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, _mm256_slli_epi64(step, 2)));
    const __m256i end_down = _mm256_andnot_si256(_mm256_srlv_epi64(beyond, step), beyond);
    const __m256i reached = _mm256_and_si256(_mm256_and_si256(end_down, own), down);
    const __m256i turned_down =
        _mm256_andnot_si256(_mm256_cmpeq_epi64(reached, zero), _mm256_andnot_si256(beyond, down));
#endif
    return {union_of(_mm256_or_si256(turned_up, turned_down))};
}

#else

inline Bits64 landings(Bits64 player, Bits64 opponent) { return landings_portable(player, opponent); }
inline Bits64 flips(Bits64 player, Bits64 opponent, int square) { return flips_portable(player, opponent, square); }

#endif

}  // namespace outflank::kernels
