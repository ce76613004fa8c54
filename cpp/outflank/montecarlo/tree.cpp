#include "tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace outflank {

namespace {

// A tree is searched for a later position this many discs ahead.
constexpr int lookahead = 4;

constexpr std::uint32_t most_visits = std::numeric_limits<std::uint32_t>::max() / 2 - 1;

// The natural logarithm to three digits, from plain arithmetic: the same on every machine.
float logarithm(std::uint32_t n) {
    const int exponent = std::bit_width(n) - 1;
    const float x = static_cast<float>(n) / static_cast<float>(std::uint32_t{1} << exponent);  // 1 to 2
    return 0.6931472F * static_cast<float>(exponent) +
           (((0.1083986F * x - 0.7253154F) * x + 2.1103034F) * x - 1.4933865F);
}

ProvenResult opposite(ProvenResult proof) {
    return proof == ProvenResult::win ? ProvenResult::loss : proof == ProvenResult::loss ? ProvenResult::win : proof;
}

ProvenResult proof_of(int margin) {
    return margin > 0 ? ProvenResult::win : margin < 0 ? ProvenResult::loss : ProvenResult::draw;
}

std::uint32_t points_of(ProvenResult proof) {
    return proof == ProvenResult::win ? 2 : proof == ProvenResult::draw ? 1 : 0;
}

}  // namespace

template <class B>
TreeReport Tree<B>::run(const Board<B>& root, Control& control, Random& random, const Progress& progress) {
    set_root(root);
    TreeReport found;
    std::uint64_t next_progress = 1024;
    try {
        expand(0, root_, random);
        while (nodes_[0].proof == ProvenResult::none && nodes_[0].visits < most_visits) {
            control.visit();
            iterate(random);
            if (control.nodes() < next_progress) continue;
            next_progress *= 2;
            progress(report(control));
        }
    } catch (const Stopped& stopped) {
        found.interrupted = stopped.interrupted;
    }
    const bool interrupted = found.interrupted;
    found = report(control);
    found.interrupted = interrupted;
    return found;
}

// Makes a position the root, with what is known of it if it lies in the tree.
template <class B>
void Tree<B>::set_root(const Board<B>& board) {
    const auto known = nodes_.empty() ? std::nullopt : find(0, root_, board);
    root_ = board;
    if (known == 0U) return;
    std::vector<Node> kept;
    kept.reserve(most_nodes());  // untouched memory costs nothing
    if (known) {
        kept.push_back(nodes_[*known]);
        for (std::size_t i = 0; i < kept.size(); ++i) {
            const auto block = nodes_.begin() + kept[i].first;
            kept[i].first = static_cast<std::uint32_t>(kept.size());
            kept.insert(kept.end(), block, block + kept[i].children);
        }
    } else {
        kept.push_back({0, 0, 0, pass, 0, ProvenResult::none});
    }
    nodes_ = std::move(kept);
}

// The node of a position a few discs further on, if it is in the tree.
template <class B>
std::optional<std::uint32_t> Tree<B>::find(std::uint32_t node, const Board<B>& here, const Board<B>& wanted) const {
    if (here == wanted) return node;
    const B occupied = wanted.occupied();
    if ((here.occupied() & ~occupied).any() || occupied.count() > here.occupied().count() + lookahead) return {};
    const Node& parent = nodes_[node];
    for (std::uint32_t child = parent.first; child < parent.first + parent.children; ++child) {
        const int square = nodes_[child].square;
        if (square != pass && !(occupied.has(square) && !here.occupied().has(square))) continue;
        if (const auto found = find(child, after(here, nodes_[child]), wanted)) return found;
    }
    return {};
}

template <class B>
Board<B> Tree<B>::after(const Board<B>& board, const Node& node) const {
    return node.square == pass ? board.passed() : board.played(node.square, flips(board, node.square));
}

// One way from the root to a leaf, a playout from there, and its result carried back.
template <class B>
void Tree<B>::iterate(Random& random) {
    Board<B> board = root_;
    std::uint32_t node = 0;
    path_.assign(1, 0);
    while (nodes_[node].proof == ProvenResult::none) {
        if (nodes_[node].children == 0) {
            if (nodes_[node].visits == 0 || (settings_.flat && node != 0)) break;
            expand(node, board, random);
            if (nodes_[node].children == 0) break;
        }
        const Node& parent = nodes_[node];
        node = settings_.flat ? least_visited(parent) : select(parent);
        board = after(board, nodes_[node]);
        path_.push_back(node);
    }
    if (nodes_[node].proof == ProvenResult::none && is_over(board, shape_)) {
        nodes_[node].proof = opposite(proof_of(final_margin(board, shape_)));
    }
    const bool proven = nodes_[node].proof != ProvenResult::none;
    // Of the side that moved into the node, twice the points.
    std::uint32_t points = proven ? points_of(nodes_[node].proof)
                                  : 2 - points_of(proof_of(playout(board, shape_, settings_.policy, random)));
    bool spreads = proven;
    for (auto step = path_.rbegin(); step != path_.rend(); ++step) {
        Node& here = nodes_[*step];
        ++here.visits;
        here.points += points;
        points = 2 - points;
        if (spreads && step != path_.rbegin()) {
            here.proof = proof_from_children(here);
            spreads = here.proof != ProvenResult::none;
        }
    }
}

// The child with the highest upper confidence bound, the untried ones first, the lost ones never.
template <class B>
std::uint32_t Tree<B>::select(const Node& parent) const {
    const float log_visits = logarithm(parent.visits + 1);
    std::uint32_t best = parent.first;
    float highest = -1;
    for (std::uint32_t child = parent.first; child < parent.first + parent.children; ++child) {
        const Node& node = nodes_[child];
        if (node.visits == 0) return child;
        if (node.proof == ProvenResult::loss) continue;
        const float bound =
            node.mean() + settings_.exploration * std::sqrt(log_visits / static_cast<float>(node.visits));
        if (bound > highest) {
            highest = bound;
            best = child;
        }
    }
    return best;
}

template <class B>
std::uint32_t Tree<B>::least_visited(const Node& parent) const {
    const auto begin = nodes_.begin() + parent.first;
    const auto least = std::min_element(begin, begin + parent.children,
                                        [](const Node& a, const Node& b) { return a.visits < b.visits; });
    return static_cast<std::uint32_t>(least - nodes_.begin());
}

// Gives a node its children, in random order; none where the game is over or the memory is full.
template <class B>
void Tree<B>::expand(std::uint32_t node, const Board<B>& board, Random& random) {
    if (nodes_[node].children != 0) return;
    const B moves = legal_moves(board, shape_);
    const int count = moves.any() ? moves.count() : 1;
    if (nodes_.size() + static_cast<std::size_t>(count) > most_nodes()) return;
    const std::size_t first = nodes_.size();
    if (!moves.any()) {
        if (!legal_moves(board.passed(), shape_).any()) return;
        nodes_.push_back({0, 0, 0, pass, 0, ProvenResult::none});
    } else {
        for (const int square : each(moves)) {
            nodes_.push_back({0, 0, 0, static_cast<std::int16_t>(square), 0, ProvenResult::none});
        }
        for (int i = count - 1; i > 0; --i) std::swap(nodes_[first + i], nodes_[first + random.below(i + 1)]);
    }
    nodes_[node].first = static_cast<std::uint32_t>(first);
    nodes_[node].children = static_cast<std::uint8_t>(count);
}

// What the children prove of the side that moved into their parent.
template <class B>
ProvenResult Tree<B>::proof_from_children(const Node& parent) const {
    ProvenResult best = ProvenResult::loss;
    for (std::uint32_t child = parent.first; child < parent.first + parent.children; ++child) {
        const ProvenResult proof = nodes_[child].proof;
        if (proof == ProvenResult::win) return ProvenResult::loss;
        if (proof == ProvenResult::none) best = ProvenResult::none;
        if (proof == ProvenResult::draw && best == ProvenResult::loss) best = ProvenResult::draw;
    }
    return opposite(best);
}

// The child to play: a proven win, else the most visited one that is not lost.
template <class B>
std::uint32_t Tree<B>::best_child(const Node& parent) const {
    const auto rank = [&](std::uint32_t child) {
        const Node& node = nodes_[child];
        const int sure = node.proof == ProvenResult::win ? 2 : node.proof == ProvenResult::loss ? 0 : 1;
        const float mean = node.visits == 0 ? 0 : node.mean();
        // Of drawn or equally often visited moves the one that did better.
        return std::tuple(sure, settings_.flat ? 0U : node.visits, mean, -node.square);
    };
    std::uint32_t best = parent.first;
    for (std::uint32_t child = parent.first + 1; child < parent.first + parent.children; ++child) {
        if (rank(child) > rank(best)) best = child;
    }
    return best;
}

template <class B>
TreeReport Tree<B>::report(const Control& control) const {
    TreeReport found;
    found.playouts = control.nodes();
    found.time = control.elapsed();
    const Node& root = nodes_[0];
    const std::uint32_t best = best_child(root);
    for (std::uint32_t child = root.first; child < root.first + root.children; ++child) {
        const Node& node = nodes_[child];
        const double mean = node.visits == 0 ? 0.5 : node.mean();
        found.moves.push_back({node.square, node.visits, mean, node.proof});
    }
    std::swap(found.moves[0], found.moves[best - root.first]);
    std::sort(found.moves.begin() + 1, found.moves.end(), [](const Tally& a, const Tally& b) {
        return std::tuple(-static_cast<double>(a.visits), a.square) <
               std::tuple(-static_cast<double>(b.visits), b.square);
    });
    for (const Node* node = &root; node->children != 0;) {
        node = &nodes_[best_child(*node)];
        if (node->visits == 0 && !found.line.empty()) break;
        found.line.push_back(node->square);
    }
    return found;
}

template class Tree<Bits64>;
template class Tree<Bits256>;

}  // namespace outflank
