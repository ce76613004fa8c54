// The values of a search that mixes estimates and proven margins, on one scale.
#pragma once

#include <bit>
#include <cassert>
#include <cmath>
#include <compare>
#include <cstdint>
#include <cstdlib>

namespace outflank {

// Either an estimate, which evaluators give as a float, or a proven margin, a difference of discs, which the exact
// search counts as an int. Above every estimate lie the proven wins, by margin; below every estimate the proven losses.
// A proven draw is the estimate 0. It is an integer inside, so that null windows are exact and every processor agrees.
class Value {
  public:
    // A draw.
    constexpr Value() = default;

    // Both zeros are the same, and estimate(-x) is -estimate(x). No evaluator gives infinity, which lies between the
    // estimates and the proven margins and so may be a bound.
    static Value estimate(float score) {
        assert(!std::isnan(score));
        const auto bits = std::bit_cast<std::int32_t>(score);
        return Value(bits >= 0 ? bits : -(bits & 0x7FFFFFFF));
    }

    static constexpr Value margin(int discs) {
        assert(discs >= -most_discs && discs <= most_discs);
        if (discs == 0) return Value();
        return Value(discs > 0 ? first_win + discs : discs - first_win);
    }

    // Above every other value; its negation is below every other.
    static constexpr Value infinity() { return Value(0x7FFFFFFF); }

    // What `bits` gave of a value.
    static constexpr Value of_bits(std::int32_t bits) { return Value(bits); }
    constexpr std::int32_t bits() const { return bits_; }

    constexpr bool is_win() const { return bits_ > first_win; }
    constexpr bool is_loss() const { return bits_ < -first_win; }
    constexpr bool is_proven() const { return is_win() || is_loss(); }

    // The score of an estimate.
    float estimated() const {
        assert(!is_proven());
        return bits_ >= 0 ? std::bit_cast<float>(bits_) : -std::bit_cast<float>(-bits_);
    }

    // The margin of a proven value; of an estimate, the nearest margin below or above it.
    constexpr int margin_below() const {
        if (is_proven()) return is_win() ? bits_ - first_win : bits_ + first_win;
        return bits_ < 0 ? -1 : 0;
    }
    constexpr int margin_above() const { return -(-*this).margin_below(); }

    // Both kinds on one scale, for an evaluator in discs.
    float in_discs() const { return is_proven() ? static_cast<float>(margin_below()) : estimated(); }

    // The nearest values above and below: a null window is (alpha, alpha.next()).
    constexpr Value next() const { return Value(bits_ + 1); }
    constexpr Value previous() const { return Value(bits_ - 1); }

    constexpr Value operator-() const { return Value(-bits_); }
    constexpr auto operator<=>(const Value&) const = default;

  private:
    static constexpr std::int32_t first_win = 0x7F800000;  // the bits of the float infinity
    static constexpr int most_discs = 256;                 // on a board of 16x16

    explicit constexpr Value(std::int32_t bits) : bits_(bits) {}

    std::int32_t bits_ = 0;
};

}  // namespace outflank
