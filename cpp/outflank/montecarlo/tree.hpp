// Monte Carlo tree search: UCT (Kocsis and Szepesvari 2006) whose proven results rise through the tree
// (MCTS-Solver, Winands, Bjornsson and Saito 2008).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "../search/limits.hpp"
#include "playout.hpp"

namespace outflank {

struct TreeSettings {
    float exploration = 0.5F;  // how much what was seldom tried counts against what did well
    Policy policy = Policy::guided;
    bool flat = false;                 // no tree: every move gets as many playouts
    std::size_t memory = 64ULL << 20;  // bytes for nodes
};

// The result of a position if it is proved, for the side that moved into it.
enum class ProvenResult : std::int8_t { none, loss, draw, win };

// Visits and results are those of the side that moved into the position.
struct Tally {
    int square;  // of the move into it; negative for a pass
    std::uint32_t visits;
    double mean;  // 1 for a win, 0.5 for a draw
    ProvenResult proof;
};

struct TreeReport {
    std::vector<Tally> moves;  // of the root, the best first
    std::vector<int> line;     // best play, as squares; negative is a pass
    std::uint64_t playouts = 0;
    double time = 0;
    bool interrupted = false;
};

template <class B>
class Tree {
  public:
    using Progress = std::function<void(const TreeReport&)>;

    Tree(const Shape<B>& shape, const TreeSettings& settings) : shape_(shape), settings_(settings) {}

    const Shape<B>& shape() const { return shape_; }

    // Plays until a limit is reached or the result is proven; the game must not be over. Goes on in the tree
    // of the run before where the position is found there. Progress is told whenever playouts have doubled.
    TreeReport run(const Board<B>& root, Control& control, Random& random, const Progress& progress);

  private:
    static constexpr std::int16_t pass = -1;

    struct Node {
        std::uint32_t visits;
        std::uint32_t points;  // half a point for a draw: twice the points, so that they are whole
        std::uint32_t first;   // where its children begin
        std::int16_t square;   // of the move into it
        std::uint8_t children;
        ProvenResult proof;

        float mean() const { return static_cast<float>(points) / (2 * static_cast<float>(visits)); }
    };
    static_assert(sizeof(Node) == 16);

    std::size_t most_nodes() const { return std::max<std::size_t>(settings_.memory / sizeof(Node), 1024); }
    void set_root(const Board<B>& board);
    std::optional<std::uint32_t> find(std::uint32_t node, const Board<B>& here, const Board<B>& wanted) const;
    Board<B> after(const Board<B>& board, const Node& node) const;
    void iterate(Random& random);
    std::uint32_t select(const Node& parent) const;
    std::uint32_t least_visited(const Node& parent) const;
    void expand(std::uint32_t node, const Board<B>& board, Random& random);
    ProvenResult proof_from_children(const Node& parent) const;
    std::uint32_t best_child(const Node& parent) const;
    TreeReport report(const Control& control) const;

    const Shape<B>& shape_;
    TreeSettings settings_;
    Board<B> root_{};
    std::vector<Node> nodes_;  // the root first, children behind their parent
    std::vector<std::uint32_t> path_;
};

extern template class Tree<Bits64>;
extern template class Tree<Bits256>;

}  // namespace outflank
