// The search of the classroom agents: a plain alpha-beta with iterative deepening.
#pragma once

#include <functional>
#include <vector>

#include "../eval/linear.hpp"
#include "../search/limits.hpp"
#include "../search/report.hpp"
#include "settings.hpp"
#include "table.hpp"

namespace outflank::classic {

template <class B>
class Search {
  public:
    using Progress = std::function<void(const Report&)>;

    Search(const Shape<B>& shape, Linear<B>& evaluator, Table* table, Control& control, const Settings& settings)
        : shape_(shape),
          evaluator_(evaluator),
          table_(settings.table && !evaluator.needs_path() ? table : nullptr),
          control_(control),
          settings_(settings) {}

    // Searches a board whose game is not over, at the root only the moves of `allowed` (ignored when the player must
    // pass). However early it is stopped, the report holds a legal move.
    Report run(const Board<B>& root, B allowed, const Progress& progress);

  private:
    struct Move {
        int square;
        int score;
        Board<B> next;  // seen by the side to move after it

        // Whether it is searched before another one.
        bool operator<(const Move& other) const {
            return score != other.score ? score > other.score : square < other.square;
        }
    };

    // What the node at a distance from the root lists and finds.
    struct Ply {
        std::vector<Move> moves;
        std::vector<int> line;  // best play from there
    };

    Value search(const Board<B>& board, int depth, Value alpha, Value beta, int ply, Path path);
    Value search_last_ply(const Board<B>& board, B legal, Value alpha, Value beta, int ply, const Path& path);
    Value finished(const Board<B>& board) const;

    void list(const Board<B>& board, B squares, std::vector<Move>& moves) const {
        moves.clear();
        for (const int square : each(squares)) moves.push_back({square, 0, board.played(square, flips(board, square))});
    }
    void order(const Board<B>& board, std::vector<Move>& moves, int table_move, const Path& path);

    // Notes a move and the best play after it as the best play from a ply.
    void extend_line(int ply, int square) {
        const auto i = static_cast<std::size_t>(ply);
        plies_[i].line = plies_[i + 1].line;
        plies_[i].line.insert(plies_[i].line.begin(), square);
    }

    void search_root(int depth, const Path& path, Report& report);
    void search_root_in_parallel(int depth, const Path& path, Report& report);

    const Shape<B>& shape_;
    Linear<B>& evaluator_;
    Table* table_;
    Control& control_;
    Settings settings_;
    std::vector<Ply> plies_;  // the root's first
};

extern template class Search<Bits64>;
extern template class Search<Bits256>;

}  // namespace outflank::classic
