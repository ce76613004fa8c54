// The root moves in the iteration under way, and the answer when a limit ends it.
#pragma once

#include <optional>
#include <vector>

#include "../search/report.hpp"

namespace outflank {

class RootMoves {
  public:
    // `lines` is how many of the best moves the answer has; `discs` says whether values are in discs.
    RootMoves(int lines, bool discs) : lines_(static_cast<std::size_t>(lines)), discs_(discs) {}

    void add(int square) { moves_.push_back({square}); }

    // Begins an iteration after one with that answer. Values of a certain search can be proven.
    void begin(const std::vector<RankedMove>& answer, bool certain);

    // Notes what a search of a move with that window returned.
    void note(int square, Value value, Value alpha, Value beta);
    void note_line(int square, const std::vector<int>& line) { at(square).line = line; }

    // Notes the best of the other moves by a shallower search, made because the first one has fallen.
    void note_alternative(int square, Value value, const std::vector<int>& line) {
        alternative_ = {square, value, false, line};
    }

    // Whether this iteration found the best move of the one before to be far worse, and no better move yet.
    bool has_fallen() const;

    // Discs that the move lost by that; 0 if it lost none, or if values are not in discs.
    float fall() const;

    // The best moves now: those of the iteration before, unless this one has shown another move to be better; or the
    // alternative, if the first move has fallen.
    std::vector<RankedMove> answer() const;

  private:
    static constexpr Value unknown = -Value::infinity();  // of a move that was never searched

    struct RootMove {
        int square;
        Value value = unknown;             // by the latest search of it, perhaps a bound
        Value lower = -Value::infinity();  // bounds by this iteration
        Value upper = Value::infinity();
        std::vector<int> line{square};

        bool is_exact() const { return lower == upper; }
        Value guess() const { return value == unknown ? Value() : value; }
    };

    const RootMove& at(int square) const;
    RootMove& at(int square);
    const RootMove* best_of_iteration() const;
    const RootMove& best_by_value() const;
    bool is_better(Value a, Value b) const;
    bool is_won(const RootMove& move) const { return certain_ && move.lower.is_win(); }
    RankedMove ranked(const RootMove& move) const;
    RankedMove as_best(const RootMove& move) const;

    std::size_t lines_;
    bool discs_;
    bool certain_ = false;
    std::optional<RankedMove> alternative_;
    std::vector<RootMove> moves_;
    std::vector<RankedMove> before_;
};

}  // namespace outflank
