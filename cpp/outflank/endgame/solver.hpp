// The exact search: margins in discs, no estimates.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "../board/hash.hpp"
#include "../eval/evaluator.hpp"
#include "../search/limits.hpp"
#include "../search/table.hpp"
#include "../search/team.hpp"
#include "bounds.hpp"
#include "cache.hpp"
#include "small_endings.hpp"

namespace outflank {

// What is proved of a position and its moves, for the side to move.
struct Proof {
    struct Move {
        int square;
        Bounds bounds;
    };

    Bounds bounds;
    std::vector<Move> moves;  // the best first, as far as is known; a single no_square when the player must pass
    std::vector<int> line;    // best play to the end, once the margin is settled; no_square is a pass
};

// A board with the key of its entry in the table.
template <class B>
struct EndgameNode {
    Board<B> board;
    Key key;
};

template <class B>
struct EndgameMove {
    EndgameNode<B> next;  // seen by the side to move after it
    int square;
    int worth;

    bool precedes(const EndgameMove& other) const { return worth > other.worth; }
};

// A pass of the search. Those before the exact one search only the most promising moves of a node.
struct EndgamePass {
    static constexpr int every_move = std::numeric_limits<int>::max();

    int width = every_move;
    int width_before = every_move;  // of the pass before

    bool is_exact() const { return width == every_move; }
};

template <class B>
class Solver : private TeamSearch<Solver<B>, EndgameMove<B>, int, EndgamePass> {
    using Base = TeamSearch<Solver<B>, EndgameMove<B>, int, EndgamePass>;
    friend Base;
    friend typename Base::Workers;

  public:
    using Progress = std::function<void(const Proof&)>;

    // `ordering_evaluator`, if there is one, helps to order moves far from the end; its values are about discs, and
    // threads may ask it side by side. With more than one thread the margins are the same; a limit on nodes is kept by
    // one thread alone.
    Solver(const Shape<B>& shape, Table& table, Control& control, Evaluator<B>* ordering_evaluator, int threads = 1)
        : Base(control),
          shape_(shape),
          table_(table),
          ordering_evaluator_(ordering_evaluator),
          small_(shape, control),
          threads_(threads) {
        if (ordering_evaluator != nullptr) states_ = States(ordering_evaluator->state_size(), 2);
    }

    // Proves the margin with best play of a board whose game is not over, or on which side of the window (alpha,
    // beta) it lies. At the root only the moves of `squares` are searched, in that order at first, unless the player
    // must pass; none stands for all. With `every` the margin of each of them is proved.
    void run(const Board<B>& root, const std::vector<int>& squares, int alpha, int beta, bool every,
             const Progress& progress);

    // What another search has found before, in the same table.
    struct Before {
        std::uint64_t salt;              // in the checks of its keys
        int guess;                       // of the margin
        bool to_the_end;                 // of the game: it stands for the first passes
        int first;                       // the best move
        std::optional<Stopped> stopped;  // before it came to its end
    };
    void follow(const Before& before) { before_ = before; }

    // What is proved so far, even when `run` threw.
    Proof proof() const;

    // Makes room for positions with `empties` empty squares, for a search that needs margins on its way.
    using Base::prepare;

    // The margin of such a position if it lies within the window, or a bound outside it.
    int margin(const Board<B>& board, int empties, int alpha, int beta);

  private:
    using Move = EndgameMove<B>;
    using Node = EndgameNode<B>;
    using Pass = EndgamePass;
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

    struct RootMove {
        int square;
        Board<B> next;
        Bounds bounds;
    };

    void list_root(const Board<B>& root, const std::vector<int>& squares);
    int settle(int alpha, int beta, int guess, Pass pass, const Progress& progress);
    int search_root(int alpha, int beta, Pass pass, const Progress& progress);
    int search_below(const Board<B>& next, int alpha, int beta, Pass pass);
    void settle_every(int alpha, int beta, const Progress& progress);
    std::vector<int> best_line();

    void search(int alpha, int beta, bool every, const Progress& progress);
    int search_shared(const Point& point, int i, Slot slot);

    int open(const Board<B>& board, int empties, int alpha, int beta, Slot slot, Pass pass);
    int null(const Node& node, int empties, int alpha, Slot slot, Pass pass);
    int probable_best(const Board<B>& board, int empties, int alpha, Slot slot, Pass pass);
    int list(const Board<B>& board, B moves, Slot slot, int empties_after, Pass pass) const;
    void order(const Board<B>& board, int empties, Slot slot, int count, int table_move) const;
    float ordering_value(const Board<B>& board, const Board<B>& next) const;
    int known_best(const Node& node, int empties, Pass pass) const;

    // What an earlier search found of a position, in the cache or the table.
    struct Known {
        Bounds bounds;
        int best;
    };
    std::optional<Known> find_cached(const Key& key) const;
    std::optional<Known> find(const Key& key, int empties) const;
    void store(const Key& key, int empties, Bounds bounds, int best);
    void prefetch(const Key& key, int empties) const;

    Key key_of(const Board<B>& board, int empties, Pass pass) const;
    Node node_of(const Board<B>& board, int empties, Pass pass) const { return {board, key_of(board, empties, pass)}; }

    const Shape<B>& shape_;
    Table& table_;
    Evaluator<B>* ordering_evaluator_;
    States states_;  // of the ordering evaluator: for a node, and for the board after one of its moves
    SmallEndings<B> small_;
    EndgameCache cache_;
    int threads_;
    std::optional<Before> before_;

    bool passed_ = false;  // the player of the root must pass
    int empties_ = 0;
    std::vector<RootMove> moves_;
    std::vector<int> line_;
};

extern template class Solver<Bits64>;
extern template class Solver<Bits256>;

}  // namespace outflank
