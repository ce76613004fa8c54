// The search: principal variation search with iterative deepening, the exact search at its end, one table.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "../endgame/solver.hpp"
#include "../eval/evaluator.hpp"
#include "limits.hpp"
#include "ordering.hpp"
#include "settings.hpp"
#include "table.hpp"

namespace outflank {

// What a search found so far.
struct Report {
    int best = no_square;      // no_square only when the player must pass
    Value value = 0;           // for the side to move
    int depth = 0;             // plies completed; 0 when not even one was
    bool exact = false;        // searched to the end of the game
    bool stopped = false;      // by a limit on nodes or time, or from outside
    bool interrupted = false;  // by the person at the keyboard
    std::uint64_t nodes = 0;
    double time = 0;        // seconds
    std::vector<int> line;  // best play, as squares; no_square is a pass
};

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
          adviser_(adviser),
          table_(settings.table && !evaluator.needs_path() ? table : nullptr),
          control_(control),
          settings_(settings),
          salt_((settings.terminal == Terminal::quick_win ? 0x9FB21C651E98DF25 : 0) ^
                (settings.pass_is_ply ? 0xD6E8FEB86659FD93 : 0)) {}

    // Searches a board whose game is not over, at the root only the moves of `allowed` (ignored when the
    // player must pass). However early it is stopped, the report holds a legal move.
    Report run(const Board<B>& root, B allowed, const Progress& progress);

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

    Value midgame(const Board<B>& board, int depth, Value alpha, Value beta, const Turn& turn);
    Value one_ply(const Board<B>& board, B moves, Value alpha, Value beta, const Turn& turn);
    Value finished(const Board<B>& board) const;

    int list(const Board<B>& board, B moves, Slot slot) const;
    void order_midgame(const Board<B>& board, Slot slot, int count, int table_move, const Turn& turn);
    void order_as_learned(const Board<B>& board, Slot slot, int count, int table_move, const Turn& turn) const;

    void prepare(int empties);
    Turn first_turn(int root_moves, int listed) const;
    void search_root(Slot slot, int count, int root_moves, int depth, Report& report);
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
    Evaluator<B>* adviser_;
    Table* table_;
    Control& control_;
    Settings settings_;
    std::uint64_t salt_;  // keeps apart what searches with other values or depths put in the same table
    std::unique_ptr<Candidate<B>[]> arena_;
    std::vector<std::vector<int>> lines_;  // by ply, the best play below it
    std::vector<std::array<int, 2>> killers_;
};

extern template class Search<Bits64>;
extern template class Search<Bits256>;

}  // namespace outflank
