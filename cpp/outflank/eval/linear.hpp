// A weighted sum of features and of square values, with weights that depend on the discs on the board.
#pragma once

#include <utility>
#include <vector>

#include "evaluator.hpp"
#include "features.hpp"

namespace outflank {

template <class B>
class Linear : public Evaluator<B> {
  public:
    // Squares of one value.
    struct Squares {
        B squares;
        double value;
    };

    // weights[discs * (features + 1) + i] is the weight of features[i] when `discs` discs are on the board;
    // the last of each row is the weight of the square values.
    Linear(const Shape<B>& shape, std::vector<Feature> features, std::vector<double> weights,
           std::vector<Squares> square_values)
        : shape_(shape),
          features_(std::move(features)),
          weights_(std::move(weights)),
          square_values_(std::move(square_values)) {}

    float evaluate(const Board<B>& board, B moves) override {
        const double* weight = &weights_[static_cast<std::size_t>(board.occupied().count()) * (features_.size() + 1)];
        double sum = 0;
        for (const Feature feature : features_) {
            const double w = *weight++;
            if (w != 0) sum += w * feature_value(feature, board, shape_, moves);
        }
        if (*weight != 0) {
            double squares = 0;
            for (const Squares& group : square_values_) squares += group.value * difference(board, group.squares);
            sum += *weight * squares;
        }
        return static_cast<float>(sum);
    }

  private:
    const Shape<B>& shape_;
    std::vector<Feature> features_;
    std::vector<double> weights_;
    std::vector<Squares> square_values_;
};

}  // namespace outflank
