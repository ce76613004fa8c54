// A weighted sum of features, with weights and square values that depend on the discs on the board.
#pragma once

#include <utility>
#include <vector>

#include "features.hpp"

namespace outflank {

template <class B>
class Linear : public Evaluator<B> {
  public:
    // weights[discs * features.size() + i] is the weight of features[i] when `discs` discs are on the board,
    // values[table_of[discs]] are the square values then.
    Linear(const Shape<B>& shape, std::vector<Feature> features, std::vector<double> weights,
           std::vector<SquareValues<B>> values, std::vector<int> table_of)
        : shape_(shape),
          features_(std::move(features)),
          weights_(std::move(weights)),
          values_(std::move(values)),
          table_of_(std::move(table_of)) {
        for (const Feature feature : features_) needs_path_ |= feature.count == Count::path_mobility;
    }

    float evaluate(const Board<B>& board) override {
        return evaluate(board, {needs_path_ ? legal_moves(board, shape_).count() : 0, 0});
    }

    // The value at the end of a path.
    float evaluate(const Board<B>& board, const Path& path) {
        const auto discs = static_cast<std::size_t>(board.occupied().count());
        const double* weight = &weights_[discs * features_.size()];
        const Sides<B> sides(board, shape_, path, values_[static_cast<std::size_t>(table_of_[discs])]);
        double sum = 0;
        for (const Feature feature : features_) {
            const double w = *weight++;
            if (w != 0) sum += w * sides.value(feature);
        }
        return static_cast<float>(sum);
    }

    // Whether the value depends on the path, so that a transposition table would mix things up.
    bool needs_path() const { return needs_path_; }

  private:
    const Shape<B>& shape_;
    std::vector<Feature> features_;
    std::vector<double> weights_;
    std::vector<SquareValues<B>> values_;
    std::vector<int> table_of_;
    bool needs_path_ = false;
};

}  // namespace outflank
