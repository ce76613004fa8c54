// The search's own values: integers, so that null windows are exact and every processor agrees.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace outflank {

// Estimates are the bits of a float, made to order like the float. Above every estimate lie the proven wins,
// by margin in discs; below every estimate the proven losses. A proven draw is the estimate 0.
using Value = std::int32_t;

inline constexpr Value proven = 0x7F800000;  // the bits of infinity
inline constexpr Value infinite = 0x7FFFFFFF;

// The estimate must be finite. Both zeros are 0, and estimate(-x) is -estimate(x).
inline Value estimate(float score) {
    const auto bits = std::bit_cast<std::int32_t>(score);
    return bits >= 0 ? bits : -(bits & 0x7FFFFFFF);
}

inline float estimated(Value value) { return value >= 0 ? std::bit_cast<float>(value) : -std::bit_cast<float>(-value); }

inline constexpr Value proven_margin(int margin) {
    if (margin == 0) return 0;
    return margin > 0 ? proven + margin : margin - proven;
}

inline constexpr bool is_proven(Value value) { return value > proven || value < -proven; }

// The margin of a proven value; of an estimate, the nearest margin below or above it.
inline constexpr int margin_below(Value value) {
    if (is_proven(value)) return value > 0 ? value - proven : value + proven;
    return value < 0 ? -1 : 0;
}
inline constexpr int margin_above(Value value) { return -margin_below(-value); }

// Both kinds on one scale, for an evaluator in discs.
inline float in_discs(Value value) {
    return is_proven(value) ? static_cast<float>(margin_below(value)) : estimated(value);
}

}  // namespace outflank
