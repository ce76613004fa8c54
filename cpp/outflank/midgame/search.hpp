// The search: principal variation search with iterative deepening, the exact search at its end, one table.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "../endgame/solver.hpp"
#include "../eval/evaluator.hpp"
#include "../search/limits.hpp"
#include "../search/table.hpp"
#include "../search/team.hpp"
#include "ordering.hpp"
#include "root_moves.hpp"
#include "settings.hpp"

namespace outflank {

template <class B>
class Search {
  public:
    using Progress = std::function<void(const Report&)>;

    // Without a table, or where values depend on the path, nothing is remembered.
    // The adviser is the exact search's.
    Search(const Shape<B>& shape, Evaluator<B>& evaluator, Table* table, Control& control, const Settings& settings,
           Evaluator<B>* adviser = nullptr)
        : shape_(shape),
          evaluator_(evaluator),
          leaves_(evaluator.siblings()),
          adviser_(adviser),
          table_(settings.table && !evaluator.needs_path() ? table : nullptr),
          control_(control),
          settings_(settings),
          salt_((settings.terminal == Terminal::quick_win ? 0x9FB21C651E98DF25 : 0) ^
                (settings.pass_is_ply ? 0xD6E8FEB86659FD93 : 0)) {}

    // Searches a board whose game is not over, at the root only the moves of `allowed` (ignored when the
    // player must pass). However early it is stopped, the report holds a legal move.
    Report run(const Board<B>& root, B allowed, const Progress& progress);

    // All that comes before the exact search, for that to follow.
    typename Solver<B>::Before foresee(const Board<B>& root, B allowed);

    // Whether the side that moved to `next` gets at least the bound, by a search of so many plies, the move included,
    // with a null window.
    bool reaches(const Board<B>& next, int depth, Value bound);

  private:
    // Where a node's candidates begin in the arena; the node's children use what lies behind them.
    using Slot = Candidate<B>*;

    // A side's turn on the way from the root: how far, along which path, and where to list moves.
    struct Turn {
        int ply;
        Path path;
        Slot slot;

        Turn next(int moves, int listed) const { return {ply + 1, path.then(moves), slot + listed}; }
    };

    // An iteration of the root.
    struct Stage {
        int depth;
        int confidence;
        bool to_the_end;  // of the game: all values are margins
    };

    // What a thread has to know that joins in at a node.
    struct Context {
        int ply;
        Path path;  // of its moves
        int confidence;
        bool probing;
        bool to_the_end;
    };
    using Point = SplitPoint<Candidate<B>, Context>;
    using Workers = Team<Point, Search<B>>;
    friend Workers;

    Value midgame(const Board<B>& board, int depth, Value alpha, Value beta, const Turn& turn);
    Value one_ply(const Board<B>& board, B moves, Value alpha, Value beta, const Turn& turn);
    Value leaf(const Board<B>& board, int square, const Turn& turn);
    Value finished(const Board<B>& board) const;
    Value scouted(const Candidate<B>& move, int place, int depth, Value alpha, const Turn& next);
    std::optional<Value> known_cut(Slot slot, int count, int depth, Value beta);
    std::optional<Value> probable_cut(const Board<B>& board, int depth, int moves, Value alpha, const Turn& turn);
    Value solved(const Board<B>& board, int empties, Value alpha, Value beta);
    void split(Point& point, Slot behind);
    void work_on(Point& point);
    void poll() { control_.poll(); }

    int list(const Board<B>& board, B moves, Slot slot) const;
    void order_midgame(const Board<B>& board, Slot slot, int count, int table_move, const Turn& turn);
    void order_as_learned(const Board<B>& board, Slot slot, int count, int table_move, const Turn& turn) const;

    void prepare(int empties);
    Turn first_turn(int root_moves, int listed) const;
    std::vector<Stage> stages(int empties) const;
    int confidence() const { return settings_.errors ? settings_.confidence : certain; }
    void deepen(const Board<B>& root, Slot slot, int count, int root_moves, Report& report, const Progress& progress);
    void search_root(Slot slot, int count, int root_moves, int depth, Report& report);
    Value search_window(Slot slot, int count, int root_moves, int depth, Value low, Value high, Report& report);
    void look_for_alternative(Slot slot, int count, int depth, Value value, const Turn& turn);
    Value bound_at(float discs) const;
    typename Solver<B>::Before found_before(const Board<B>& root, const Report& report) const;
    void solve_root(const Board<B>& root, Slot slot, int count, Report& report);
    void search_root_in_parallel(Slot slot, int count, int root_moves, int depth, int empties, Report& report);

    Key key_of(const Board<B>& board) const {
        const Key key = hash(board, shape_);
        return {key.place, key.check ^ salt_};
    }
    void extend_line(int ply, int square);
    void remember_killer(int ply, int square);

    const Shape<B>& shape_;
    Evaluator<B>& evaluator_;
    std::unique_ptr<Siblings<B>> leaves_;
    Evaluator<B>* adviser_;
    Table* table_;
    Control& control_;
    Settings settings_;
    std::uint64_t salt_;  // keeps apart what searches with other values or depths put in the same table
    std::unique_ptr<Candidate<B>[]> arena_;
    RootMoves root_moves_{1, false};
    std::vector<std::vector<int>> lines_;  // by ply, the best play below it
    std::vector<std::array<int, 2>> killers_;
    std::unique_ptr<Solver<B>> solver_;  // of what lies below a search to the end

    bool proves_ = true;        // ends with the exact search, if it goes so far
    int confidence_ = certain;  // of what is searched now
    bool probing_ = false;      // by a shallower search, in which there is no other
    bool to_the_end_ = false;

    Workers* team_ = nullptr;    // those who search with this one, if there are any
    const Point* at_ = nullptr;  // what it works on
    Slot behind_ = nullptr;      // where it may list the moves below a split point
};

extern template class Search<Bits64>;
extern template class Search<Bits256>;

}  // namespace outflank
