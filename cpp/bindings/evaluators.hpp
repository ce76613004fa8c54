// An evaluator as Python knows it: made for one board size, in that size's frame.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <vector>

#include "../outflank/board/stability.hpp"
#include "../outflank/eval/features.hpp"
#include "bindings.hpp"

namespace outflank::bindings {

// The number with the fewest digits that is this float: 0.8, not 0.800000011920929.
inline double plain(float value) {
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    double result = 0;
    std::from_chars(digits.data(), end, result);
    return result;
}

class SizedEvaluator {
  public:
    template <class B>
    SizedEvaluator(int size, std::unique_ptr<Evaluator<B>> evaluator) : size_(size) {
        if (size <= EdgeTable::longest) EdgeTable::of_length(size);  // built now, not in the first search
        if constexpr (B::width == Bits64::width) {
            small_ = std::move(evaluator);
        } else {
            large_ = std::move(evaluator);
        }
    }

    int size() const { return size_; }

    // The Python function that is called, if there is one; visible to the garbage collector.
    nb::object function;

    template <class B>
    Evaluator<B>& get() const {
        if constexpr (B::width == Bits64::width) {
            return *small_;
        } else {
            return *large_;
        }
    }

    // Raises ValueError for a position of another size.
    void check(const Position& position) const {
        if (position.size() != size_) {
            throw nb::value_error(("an evaluator for size " + std::to_string(size_) +
                                   " cannot judge a position of size " + std::to_string(position.size()))
                                      .c_str());
        }
    }

  private:
    int size_;
    std::unique_ptr<Evaluator<Bits64>> small_;
    std::unique_ptr<Evaluator<Bits256>> large_;
};

template <class B>
SquareValues<B> grouped(const Shape<B>& shape, const std::vector<double>& values) {
    SquareValues<B> groups;
    std::size_t i = 0;
    for (const int square : each(shape.mask)) {
        const double value = values[i++];
        if (value == 0) continue;
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.value == value; });
        if (same == groups.end()) {
            groups.push_back({B::of(square), value});
        } else {
            same->squares |= B::of(square);
        }
    }
    return groups;
}

using Numbers = std::vector<double>;

// Raises ValueError for an unknown name.
inline Feature known_feature(const std::string& name) {
    const auto feature = feature_named(name);
    if (!feature) throw nb::value_error(("no feature is called '" + name + "'").c_str());
    return *feature;
}

inline void check_finite(const Numbers& numbers) {
    // So that no sum of them leaves the range of a float.
    if (!std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::abs(x) <= 1e30; })) {
        throw nb::value_error("weights must be finite numbers, of at most 1e30");
    }
}

template <class B>
std::vector<SquareValues<B>> grouped_tables(const Shape<B>& shape, const std::vector<Numbers>& tables) {
    std::vector<SquareValues<B>> groups(1);  // without any table, no square has a value
    if (!tables.empty()) groups.clear();
    for (const Numbers& table : tables) {
        if (static_cast<int>(table.size()) != shape.area) throw nb::value_error("expected a value for each square");
        check_finite(table);
        groups.push_back(grouped(shape, table));
    }
    return groups;
}

}  // namespace outflank::bindings
