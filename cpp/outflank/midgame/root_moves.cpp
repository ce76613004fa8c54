#include "root_moves.hpp"

#include <algorithm>
#include <utility>

#include "../search/constants.hpp"

namespace outflank {

void RootMoves::begin(const std::vector<RankedMove>& answer, bool certain) {
    before_ = answer;
    alternative_.reset();
    certain_ = certain;
    for (RootMove& move : moves_) {
        move.lower = -Value::infinity();
        move.upper = Value::infinity();
    }
}

void RootMoves::note(int square, Value value, Value alpha, Value beta) {
    RootMove& move = at(square);
    if (value > alpha) move.lower = std::max(move.lower, value);
    if (value < beta) move.upper = std::min(move.upper, value);
    move.value = value >= beta ? std::max(move.value, value) : value;
}

bool RootMoves::has_fallen() const {
    const RootMove& first = at(before_.front().square);
    if (best_of_iteration() != &first || is_won(first)) return false;
    const Value before = before_.front().value;
    const bool is_lost = first.upper.is_loss();
    if (certain_ && is_lost && before >= Value()) return true;  // any other move may still win
    return discs_ ? fall() > large_fall : is_lost && !before.is_loss();
}

float RootMoves::fall() const {
    const RootMove& first = at(before_.front().square);
    if (!discs_ || first.upper == Value::infinity() || best_of_iteration() != &first || is_won(first)) return 0;
    return std::max(before_.front().value.in_discs() - first.upper.in_discs(), 0.0F);
}

std::vector<RankedMove> RootMoves::answer() const {
    const RootMove& first = at(before_.front().square);
    const RootMove* chosen = best_of_iteration();
    if (lines_ == 1) {
        if (has_fallen()) return {alternative_ ? *alternative_ : as_best(best_by_value())};
        const bool searched = chosen->lower > -Value::infinity() || chosen->upper < Value::infinity();
        return searched ? std::vector{as_best(*chosen)} : before_;
    }
    if (chosen == &first && !has_fallen() && !is_won(first)) return before_;
    std::vector<RankedMove> moves;
    for (const RootMove& move : moves_) {
        const auto same = [&](const RankedMove& other) { return other.square == move.square; };
        if (move.is_exact() || std::any_of(before_.begin(), before_.end(), same)) moves.push_back(ranked(move));
    }
    std::stable_sort(moves.begin(), moves.end(), [&](const RankedMove& a, const RankedMove& b) {
        const bool a_wins = a.proven && a.value.is_win();
        const bool b_wins = b.proven && b.value.is_win();
        return a_wins != b_wins ? a_wins : is_better(a.value, b.value);
    });
    moves.resize(std::min(moves.size(), lines_));
    moves.front() = as_best(at(moves.front().square));
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
        if (is_better(move.guess(), best->guess())) best = &move;
    }
    return *best;
}

// Estimates and margins are on one scale only if estimates are in discs.
bool RootMoves::is_better(Value a, Value b) const { return discs_ ? a.in_discs() > b.in_discs() : a > b; }

RankedMove RootMoves::ranked(const RootMove& move) const {
    if (is_won(move)) return {move.square, move.lower, true, move.line};
    if (certain_ && move.upper.is_loss()) return {move.square, move.upper, true, move.line};
    return {move.square, std::clamp(move.guess(), move.lower, move.upper), false, move.line};
}

// The best move's value counts as the position's, which is a proven loss only if every move is one.
RankedMove RootMoves::as_best(const RootMove& move) const {
    const auto is_lost = [](const RootMove& other) { return other.upper.is_loss(); };
    RankedMove best = ranked(move);
    if (best.value < Value()) best.proven = best.proven && std::all_of(moves_.begin(), moves_.end(), is_lost);
    return best;
}

const RootMoves::RootMove& RootMoves::at(int square) const {
    return *std::find_if(moves_.begin(), moves_.end(), [&](const RootMove& move) { return move.square == square; });
}

RootMoves::RootMove& RootMoves::at(int square) { return const_cast<RootMove&>(std::as_const(*this).at(square)); }

}  // namespace outflank
