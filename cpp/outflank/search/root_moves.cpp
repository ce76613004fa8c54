#include "root_moves.hpp"

#include <algorithm>
#include <utility>

namespace outflank {

namespace {

// A move that loses more discs than this from one iteration to the next has fallen. Measured: below 8, moves that take
// its place turn out worse more often than better, since what a deeper search finds tends to lower all moves.
constexpr float far = 8;

}  // namespace

void RootMoves::begin(const std::vector<RankedMove>& answer, bool certain) {
    before_ = answer;
    alternative_.reset();
    certain_ = certain;
    for (RootMove& move : moves_) {
        move.lower = -infinite;
        move.upper = infinite;
    }
}

void RootMoves::note(int square, Value value, Value alpha, Value beta) {
    RootMove& move = at(square);
    if (value > alpha) move.lower = std::max(move.lower, value);
    if (value < beta) move.upper = std::min(move.upper, value);
    move.value = value >= beta ? std::max(move.value, value) : value;
}

bool RootMoves::has_fallen() const {
    if (discs_) return fall() > far;
    const RootMove& first = at(before_.front().square);
    return best_of_iteration() == &first && first.upper < -proven && before_.front().value > -proven;
}

float RootMoves::fall() const {
    const RootMove& first = at(before_.front().square);
    if (!discs_ || first.upper == infinite || best_of_iteration() != &first) return 0;
    return std::max(in_discs(before_.front().value) - in_discs(first.upper), 0.0F);
}

std::vector<RankedMove> RootMoves::answer() const {
    const RootMove& first = at(before_.front().square);
    const RootMove* chosen = best_of_iteration();
    if (lines_ == 1) {
        if (has_fallen()) return {alternative_ ? *alternative_ : ranked(best_by_value())};
        const bool searched = chosen->lower > -infinite || chosen->upper < infinite;
        return searched ? std::vector{ranked(*chosen)} : before_;
    }
    if (chosen == &first && !has_fallen()) return before_;
    std::vector<RankedMove> moves;
    for (const RootMove& move : moves_) {
        const auto same = [&](const RankedMove& other) { return other.square == move.square; };
        if (move.is_exact() || std::any_of(before_.begin(), before_.end(), same)) moves.push_back(ranked(move));
    }
    std::stable_sort(moves.begin(), moves.end(),
                     [](const RankedMove& a, const RankedMove& b) { return a.value > b.value; });
    moves.resize(std::min(moves.size(), lines_));
    return moves;
}

// The move with the highest lower bound in this iteration; the first one if there is none.
const RootMoves::RootMove* RootMoves::best_of_iteration() const {
    const RootMove* best = &at(before_.front().square);
    for (const RootMove& move : moves_) {
        if (move.lower > best->lower) best = &move;
    }
    return best;
}

// The move with the highest value by the latest search of it; the first one among equals.
const RootMoves::RootMove& RootMoves::best_by_value() const {
    const RootMove* best = &at(before_.front().square);
    for (const RootMove& move : moves_) {
        const bool better = discs_ ? in_discs(move.value) > in_discs(best->value) : move.value > best->value;
        if (better) best = &move;
    }
    return *best;
}

RankedMove RootMoves::ranked(const RootMove& move) const {
    const Value value = std::clamp(move.value, move.lower, move.upper);
    const bool is_win = value > proven && value == move.lower;
    const bool is_loss = value < -proven && value == move.upper;
    return {move.square, value, certain_ && (is_win || is_loss), move.line};
}

const RootMoves::RootMove& RootMoves::at(int square) const {
    return *std::find_if(moves_.begin(), moves_.end(), [&](const RootMove& move) { return move.square == square; });
}

RootMoves::RootMove& RootMoves::at(int square) { return const_cast<RootMove&>(std::as_const(*this).at(square)); }

}  // namespace outflank
