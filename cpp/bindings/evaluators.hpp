// An evaluator as Python knows it: made for one board size, in that size's frame.
#pragma once

#include <array>
#include <charconv>
#include <memory>

#include "../outflank/eval/evaluator.hpp"
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

}  // namespace outflank::bindings
