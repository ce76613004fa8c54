// A small fast source of random numbers, the same on every machine.
#pragma once

#include <cstdint>

namespace outflank {

// SplitMix64 (Steele, Lea and Flood 2014).
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
        z = (z ^ z >> 27) * 0x94D049BB133111EB;
        return z ^ z >> 31;
    }

    // A whole number from 0 to n - 1; n is small, so that the bias is too.
    int below(int n) { return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(n) >> 32); }

  private:
    std::uint64_t state_;
};

}  // namespace outflank
