// Leaving out what is unlikely to matter: a shallow search tells what a deep one would, with a known error
// (ProbCut, after Buro).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace outflank {

// How sure a selective search is that a cut is right: the part of a normal error that lies within `deviations` standard
// deviations.
struct Confidence {
    int percent;
    float deviations;
};
inline constexpr std::array confidences = {Confidence{73, 1.103F}, Confidence{87, 1.514F}, Confidence{95, 1.960F},
                                           Confidence{98, 2.326F}, Confidence{99, 2.576F}, Confidence{100, 0}};

// The place among them of the search that cuts nothing.
inline constexpr int certain = static_cast<int>(confidences.size()) - 1;

// How far a shallow value lies from a deep one: the logarithm of the standard deviation in discs, a sum of these
// times the empty squares and the depths.
struct ErrorModel {
    double constant;
    double empties;
    double empties_squared;
    double deep;
    double shallow;

    float deviation(int empty_squares, int deep_depth, int shallow_depth) const {
        const double e = empty_squares;
        const double sum =
            constant + empties * e + empties_squared * e * e + deep * deep_depth + shallow * shallow_depth;
        return static_cast<float>(std::exp(std::clamp(sum, -5.0, 5.0)));
    }
};

// The depth of the shallow search: about half, of the same parity, as the last mover's advantage would bias it.
inline constexpr int probe_depth(int depth) { return depth / 4 * 2 + depth % 2; }

}  // namespace outflank
