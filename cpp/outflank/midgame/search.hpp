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

// How a subtree is searched.
struct Mode {
    int confidence = certain;
    bool probing = false;     // in a shallow search for ProbCut, which has no ProbCut of its own
    bool to_the_end = false;  // of the game: all values are margins

    bool operator==(const Mode&) const = default;
};

// What a node gets from its parent besides its board, depth and window.
template <class B>
struct SearchNode {
    int ply;
    Mode mode;
    Candidate<B>* slot;      // where to list its moves
    const Board<B>* parent;  // the board whose state this thread has at the ply before; none at the top of its path

    // A child of this node, whose board is `board` and which lists `listed` moves.
    SearchNode child(const Board<B>& board, int listed) const { return {ply + 1, mode, slot + listed, &board}; }
};

template <class B>
class Search : private TeamSearch<Search<B>, Candidate<B>, Value, SearchNode<B>> {
    using Base = TeamSearch<Search<B>, Candidate<B>, Value, SearchNode<B>>;
    friend Base;
    friend typename Base::Workers;

  public:
    using Progress = std::function<void(const Report&)>;

    // Without a table nothing is remembered.
    // `ordering_evaluator` is the exact search's.
    Search(const Shape<B>& shape, Evaluator<B>& evaluator, Table* table, Control& control, const Settings& settings,
           Evaluator<B>* ordering_evaluator = nullptr)
        : Base(control),
          shape_(shape),
          evaluator_(evaluator),
          ordering_evaluator_(ordering_evaluator),
          table_(settings.table ? table : nullptr),
          settings_(settings),
          salt_(settings.pre_search ? 0xC2B2AE3D27D4EB4F : 0) {}

    // Searches a board whose game is not over, at the root only the moves of `allowed` (ignored when the
    // player must pass). However early it is stopped, the report holds a legal move.
    Report run(const Board<B>& root, B allowed, const Progress& progress);

    // The selective search before an exact one, for that to follow. The settings say that it is one.
    typename Solver<B>::Before pre_search(const Board<B>& root, B allowed);

    // Whether the side that moved to `next` gets at least the bound, by a search of `depth` plies, the move included,
    // with a null window.
    bool reaches(const Board<B>& next, int depth, Value bound);

  private:
    using Node = SearchNode<B>;
    using Base::arena_;
    using Base::can_split;
    using Base::control_;
    using Base::count_helpers;
    using Base::split;
    using Base::team_;
    using Base::visit;
    using typename Base::Point;
    using typename Base::Slot;
    using typename Base::Workers;

    // An iteration of the root.
    struct Stage {
        int depth;
        Mode mode;

        bool is_exact() const { return mode == Mode{.to_the_end = true}; }
    };

    Value search_node(const Board<B>& board, int depth, Value alpha, Value beta, const Node& node);
    Value search_last_ply(const Board<B>& board, B moves, Value alpha, Value beta, const Node& node);
    Value leaf(const Board<B>& board, const Node& node);
    void make_state(const Board<B>& board, const Node& node);
    float evaluate(const Board<B>& board, int moves, const Node& node);
    Value search_null_window(const Candidate<B>& move, int place, int depth, Value alpha, const Node& next);
    std::optional<Value> transposition_cut(const Node& node, int count, int depth, Value beta);
    std::optional<Value> prob_cut(const Board<B>& board, int depth, int moves, Value alpha, const Node& node);
    Value solved(const Board<B>& board, int empties, Value alpha, Value beta);
    Value search_shared(const Point& point, int i, Slot slot);

    int list(const Board<B>& board, B moves, Slot slot) const;
    void order_midgame(const Board<B>& board, int count, int table_move, const Node& node);
    void order_as_learned(const Board<B>& board, int count, int table_move, const Node& node) const;

    void prepare(int empties);
    Node first_node(int listed, Mode mode) const;
    std::vector<Stage> stages(int empties) const;
    int confidence() const { return settings_.errors ? settings_.confidence : certain; }
    void deepen(const Board<B>& root, Slot slot, int count, Report& report, const Progress& progress);
    void search_root(Slot slot, int count, const Stage& stage, Report& report);
    Value search_window(Slot slot, int count, const Stage& stage, Value low, Value high, Report& report);
    void look_for_alternative(Slot slot, int count, int depth, Value value, const Node& node);
    typename Solver<B>::Before found_before(const Board<B>& root, const Report& report) const;
    void solve_root(const Board<B>& root, Slot slot, int count, Report& report);

    Key key_of(const Board<B>& board) const {
        const Key key = hash(board, shape_);
        return {key.place, key.check ^ salt_};
    }
    void extend_line(int ply, int square);
    void remember_killer(int ply, int square);

    const Shape<B>& shape_;
    Evaluator<B>& evaluator_;
    Evaluator<B>* ordering_evaluator_;
    Table* table_;
    Settings settings_;
    const std::uint64_t salt_;  // keeps apart what searches with other values or depths put in the same table
    RootMoves root_moves_{1, false};
    std::vector<std::vector<int>> lines_;  // by ply, the best play below it
    std::vector<std::array<int, 2>> killers_;
    States states_;                      // of the evaluator, by ply
    std::unique_ptr<Solver<B>> solver_;  // of what lies below a search to the end
};

extern template class Search<Bits64>;
extern template class Search<Bits256>;

}  // namespace outflank
