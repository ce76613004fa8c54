// A set of squares in the 8x8 frame: one bit a square, bit 0 at the top left, rows of eight bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace outflank {

// The place of the n-th set bit of a word, from 0; there must be one.
inline int nth_bit(std::uint64_t word, int n) {
#ifdef __BMI2__
    return std::countr_zero(_pdep_u64(std::uint64_t{1} << n, word));
#else
    for (; n > 0; --n) word &= word - 1;
    return std::countr_zero(word);
#endif
}

struct Bits64 {
    static constexpr int width = 8;
    static constexpr int squares = 64;

    std::uint64_t word;

    static constexpr Bits64 of(int square) { return {std::uint64_t{1} << square}; }

    constexpr bool any() const { return word != 0; }
    constexpr int count() const { return std::popcount(word); }
    constexpr bool has(int square) const { return word >> square & 1; }

    // The lowest square; the set must not be empty.
    constexpr int first() const { return std::countr_zero(word); }

    // The n-th lowest square, from 0; there must be one.
    int nth(int n) const { return nth_bit(word, n); }

    friend constexpr Bits64 operator&(Bits64 a, Bits64 b) { return {a.word & b.word}; }
    friend constexpr Bits64 operator|(Bits64 a, Bits64 b) { return {a.word | b.word}; }
    friend constexpr Bits64 operator^(Bits64 a, Bits64 b) { return {a.word ^ b.word}; }
    friend constexpr Bits64 operator~(Bits64 a) { return {~a.word}; }
    friend constexpr bool operator==(Bits64 a, Bits64 b) { return a.word == b.word; }
    constexpr Bits64& operator|=(Bits64 b) { return *this = *this | b; }
    constexpr Bits64& operator&=(Bits64 b) { return *this = *this & b; }

    // Every square moved by (dx, dy) columns and rows; what leaves the frame is dropped.
    template <int dx, int dy>
    constexpr Bits64 shifted() const {
        constexpr int amount = dy * width + dx;
        std::uint64_t moved = 0;
        if constexpr (amount >= 0) {
            moved = word << amount;
        } else {
            moved = word >> -amount;
        }
        return {moved & landing_columns<dx>()};
    }

    constexpr std::uint64_t word_at(int index) const {
        (void)index;
        return word;
    }
    static constexpr int words = 1;

  private:
    template <int dx>
    static constexpr std::uint64_t landing_columns() {
        constexpr std::uint64_t column_a = 0x0101010101010101;
        std::uint64_t columns = ~std::uint64_t{0};
        for (int i = 0; i < dx; ++i) columns &= ~(column_a << i);
        for (int i = 0; i > dx; --i) columns &= ~(column_a << (width - 1 + i));
        return columns;
    }
};

// The squares of a set, lowest first: `for (int square : each(set))`.
template <class B>
class each {
  public:
    explicit each(B set) : set_(set) {}

    class Iterator {
      public:
        Iterator(const B& set, int index) : set_(&set), index_(index), word_(set.word_at(0)) { skip(); }
        int operator*() const { return index_ * 64 + std::countr_zero(word_); }
        Iterator& operator++() {
            word_ &= word_ - 1;
            skip();
            return *this;
        }
        bool operator!=(std::nullptr_t) const { return word_ != 0; }

      private:
        void skip() {
            while (B::words > 1 && word_ == 0 && index_ + 1 < B::words) word_ = set_->word_at(++index_);
        }
        const B* set_;
        int index_;
        std::uint64_t word_;
    };

    Iterator begin() const { return {set_, 0}; }
    std::nullptr_t end() const { return nullptr; }

  private:
    B set_;
};

}  // namespace outflank
