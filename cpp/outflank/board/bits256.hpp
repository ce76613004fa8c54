// A set of squares in the 16x16 frame: sixteen rows of sixteen bits, one AVX register where there is one.
#pragma once

#include <bit>
#include <cstdint>

#include "bits64.hpp"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace outflank {

struct Bits256 {
    static constexpr int width = 16;
    static constexpr int squares = 256;
    static constexpr int words = 4;

    typedef std::uint64_t Words __attribute__((vector_size(32)));

    Words v;

    static Bits256 of(int square) {
#ifdef __AVX2__
        // A shift by 64 or more leaves nothing; stays clear of memory, where a partial store would stall the load.
        const __m256i places = _mm256_sub_epi64(_mm256_set1_epi64x(square), _mm256_setr_epi64x(0, 64, 128, 192));
        return from(_mm256_sllv_epi64(_mm256_set1_epi64x(1), places));
#else
        Bits256 set{};
        set.v[square >> 6] = std::uint64_t{1} << (square & 63);
        return set;
#endif
    }

    bool any() const {
#ifdef __AVX2__
        return !_mm256_testz_si256(reg(), reg());
#else
        return (v[0] | v[1] | v[2] | v[3]) != 0;
#endif
    }
    int count() const { return std::popcount(v[0]) + std::popcount(v[1]) + std::popcount(v[2]) + std::popcount(v[3]); }
    bool has(int square) const { return v[square >> 6] >> (square & 63) & 1; }

    // The lowest square; the set must not be empty.
    int first() const {
        int i = 0;
        while (v[i] == 0) ++i;
        return i * 64 + std::countr_zero(v[i]);
    }

    // The n-th lowest square, from 0; there must be one.
    int nth(int n) const {
        int i = 0;
        for (int here = std::popcount(v[0]); n >= here; here = std::popcount(v[++i])) n -= here;
        return i * 64 + nth_bit(v[i], n);
    }

    friend Bits256 operator&(Bits256 a, Bits256 b) { return {a.v & b.v}; }
    friend Bits256 operator|(Bits256 a, Bits256 b) { return {a.v | b.v}; }
    friend Bits256 operator^(Bits256 a, Bits256 b) { return {a.v ^ b.v}; }
    friend Bits256 operator~(Bits256 a) { return {~a.v}; }
    friend bool operator==(Bits256 a, Bits256 b) { return !(a ^ b).any(); }
    Bits256& operator|=(Bits256 b) { return *this = *this | b; }
    Bits256& operator&=(Bits256 b) { return *this = *this & b; }

    // Every square moved by (dx, dy) columns and rows; what leaves the frame is dropped.
    template <int dx, int dy>
    Bits256 shifted() const {
        return rows_shifted<dy>().template columns_shifted<dx>();
    }

    std::uint64_t word_at(int index) const { return v[index]; }

#ifdef __AVX2__
    __m256i reg() const { return reinterpret_cast<__m256i>(v); }
    static Bits256 from(__m256i r) { return {reinterpret_cast<Words>(r)}; }
#endif

  private:
    template <int dx>
    Bits256 columns_shifted() const {
        if constexpr (dx == 0) {
            return *this;
        } else {
            typedef std::uint16_t Rows __attribute__((vector_size(32)));
            const Rows rows = reinterpret_cast<Rows>(v);
            if constexpr (dx > 0) {
                return {reinterpret_cast<Words>(rows << dx)};
            } else {
                return {reinterpret_cast<Words>(rows >> -dx)};
            }
        }
    }

    template <int dy>
    Bits256 rows_shifted() const {
        if constexpr (dy == 0) {
            return *this;
        } else {
#if defined(__AVX2__)
            const __m256i x = reg();
            constexpr int bytes = 2 * (dy > 0 ? dy : -dy);
            if constexpr (dy > 0) {
                const __m256i low = _mm256_permute2x128_si256(x, x, 0x08);  // {0, low half}
                return from(_mm256_alignr_epi8(x, low, 16 - bytes));
            } else {
                const __m256i high = _mm256_permute2x128_si256(x, x, 0x81);  // {high half, 0}
                return from(_mm256_alignr_epi8(high, x, bytes));
            }
#else
            constexpr int bits = 16 * (dy > 0 ? dy : -dy);
            static_assert(bits <= 128);
            constexpr int whole = bits / 64;
            constexpr int part = bits % 64;
            Bits256 moved{};
            for (int i = 0; i < 4; ++i) {
                const int from = dy > 0 ? i - whole : i + whole;
                const int next = dy > 0 ? from - 1 : from + 1;
                std::uint64_t word = 0;
                if (from >= 0 && from < 4) word = dy > 0 ? v[from] << part : v[from] >> part;
                if (part != 0 && next >= 0 && next < 4) {
                    word |= dy > 0 ? v[next] >> (64 - part) : v[next] << (64 - part);
                }
                moved.v[i] = word;
            }
            return moved;
#endif
        }
    }
};

}  // namespace outflank
