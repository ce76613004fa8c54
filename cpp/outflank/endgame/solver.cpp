#include "solver.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "../board/stability.hpp"
#include "../board/symmetry.hpp"
#include "../search/constants.hpp"
#include "ordering.hpp"

namespace outflank {

namespace {

// The moves of a node that asks for enhanced transposition cut-offs need keys.
static_assert(exact_etc_from > SmallEndings<Bits64>::most + 1);

// Keeps apart what the passes put in the table, and what others do.
std::uint64_t salt(int width) { return 0x8CB92BA72F3D8DD7 * static_cast<std::uint64_t>(width); }

// The same key in another pass.
Key moved(const Key& key, int from, int to) { return {key.place, key.check ^ salt(from) ^ salt(to)}; }

// By what is proved of them; equals keep their order.
template <class Move>
void sort_best_first(std::vector<Move>& moves) {
    std::stable_sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
        return std::pair(a.bounds.lower, a.bounds.upper) > std::pair(b.bounds.lower, b.bounds.upper);
    });
}

}  // namespace

template <class B>
void Solver<B>::run(const Board<B>& root, const std::vector<int>& squares, int alpha, int beta, bool every,
                    const Progress& progress) {
    passed_ = !legal_moves(root, shape_).any();
    const Board<B> board = passed_ ? root.passed() : root;
    if (passed_) std::tie(alpha, beta) = std::pair(-beta, -alpha);
    empties_ = board.empties(shape_).count();
    prepare(empties_);
    list_root(board, passed_ ? std::vector<int>{} : squares);
    if (before_) {
        const auto first = [&](const RootMove& move) { return move.square == before_->first; };
        std::stable_partition(moves_.begin(), moves_.end(), first);
        if (before_->stopped) throw *before_->stopped;
    }

    std::optional<Workers> team;
    if (threads_ > 1 && empties_ > exact_split_from && control_.limits().nodes == Limits{}.nodes) {
        team.emplace(threads_ - 1, [&](Workers& workers, Control& control) {
            auto worker = std::make_unique<Solver<B>>(shape_, table_, control, ordering_evaluator_);
            worker->prepare(empties_);
            worker->join(workers);
            return worker;
        });
        team_ = &*team;
    }
    const auto dismiss = [&] {
        if (team_ == nullptr) return;
        team_->dismiss();
        count_helpers();
        team_ = nullptr;
    };
    try {
        search(alpha, beta, every, progress);
    } catch (...) {
        dismiss();
        throw;
    }
    dismiss();
}

template <class B>
int Solver<B>::margin(const Board<B>& board, int empties, int alpha, int beta) {
    if (beta - alpha > 1) return open(board, empties, alpha, beta, arena_.get(), {});
    return null(node_of(board, empties, {}), empties, alpha, arena_.get(), {});
}

template <class B>
void Solver<B>::search(int alpha, int beta, bool every, const Progress& progress) {
    std::optional<int> guess;
    if (before_) guess = before_->guess;
    int width_before = Pass::every_move;
    const auto search_pass = [&](int width) {
        const Pass pass{width, std::exchange(width_before, width)};
        guess = guess ? settle(alpha, beta, *guess, pass, progress) : search_root(alpha, beta, pass, progress);
    };
    for (const auto& [width, from] : narrow_passes) {
        if (empties_ >= from && !(before_ && before_->to_the_end)) search_pass(width);
    }
    search_pass(Pass::every_move);
    if (every && !passed_) settle_every(alpha, beta, progress);
    sort_best_first(moves_);
    if (proof().bounds.is_exact()) line_ = best_line();
}

template <class B>
Proof Solver<B>::proof() const {
    Proof proof{{-shape_.area, -shape_.area}, {}, line_};
    for (const RootMove& move : moves_) {
        proof.moves.push_back({move.square, move.bounds});
        proof.bounds.lower = std::max(proof.bounds.lower, move.bounds.lower);
        proof.bounds.upper = std::max(proof.bounds.upper, move.bounds.upper);
    }
    sort_best_first(proof.moves);
    if (passed_) {
        proof.bounds = proof.bounds.negated();
        proof.moves = {{no_square, proof.bounds}};
        if (!line_.empty()) proof.line.insert(proof.line.begin(), no_square);
    }
    return proof;
}

template <class B>
void Solver<B>::list_root(const Board<B>& root, const std::vector<int>& squares) {
    const Slot slot = arena_.get();
    const int count = list(root, legal_moves(root, shape_), slot, empties_ - 1, {});
    order(root, empties_, slot, count, no_square);
    moves_.clear();
    line_.clear();
    for (int i = 0; i < count; ++i) {
        bring_best(slot, count, i);
        moves_.push_back({slot[i].square, slot[i].next.board, {-shape_.area, shape_.area}});
    }
    if (squares.empty()) return;
    std::vector<RootMove> chosen;
    for (const int square : squares) {
        const auto same = [&](const RootMove& move) { return move.square == square; };
        chosen.push_back(*std::find_if(moves_.begin(), moves_.end(), same));
    }
    moves_ = std::move(chosen);
}

// The margin if it lies within the window, or a bound outside it, by windows around what it is thought to be.
template <class B>
int Solver<B>::settle(int alpha, int beta, int guess, Pass pass, const Progress& progress) {
    int low = std::max(alpha, std::min(guess - exact_aspiration, beta - 2));
    int high = std::min(beta, std::max(guess + exact_aspiration, alpha + 2));
    while (true) {
        const int margin = search_root(low, high, pass, progress);
        if (margin <= low && margin > alpha) {
            high = margin + 1;
            low = std::max(alpha, margin - 2 * exact_aspiration);
        } else if (margin >= high && margin < beta) {
            low = margin - 1;
            high = std::min(beta, margin + 2 * exact_aspiration);
        } else {
            return margin;
        }
    }
}

template <class B>
int Solver<B>::search_root(int alpha, int beta, Pass pass, const Progress& progress) {
    const int floor = alpha;
    int best = -shape_.area - 1;
    std::size_t best_move = 0;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        RootMove& move = moves_[i];
        int margin = 0;
        if (move.bounds.is_exact() || move.bounds.lower >= beta) {
            margin = move.bounds.lower;
        } else if (move.bounds.upper <= alpha) {
            margin = move.bounds.upper;
        } else {
            if (i > 0) margin = -search_below(move.next, -alpha - 1, -alpha, pass);
            if (i == 0 || (margin > alpha && margin < beta)) margin = -search_below(move.next, -beta, -alpha, pass);
            if (pass.is_exact()) {
                // The null window of an open one told less than the open one.
                move.bounds.tighten(margin, alpha, i > 0 && margin <= alpha ? alpha + 1 : beta);
                count_helpers();
                progress(proof());
            }
        }
        if (margin <= best) continue;
        best = margin;
        if (best <= alpha) continue;
        best_move = i;
        alpha = best;
        if (alpha >= beta) break;
    }
    if (best > floor) std::rotate(moves_.begin(), moves_.begin() + best_move, moves_.begin() + best_move + 1);
    return best;
}

template <class B>
int Solver<B>::search_below(const Board<B>& next, int alpha, int beta, Pass pass) {
    const int empties = empties_ - 1;
    if (beta - alpha > 1) return open(next, empties, alpha, beta, arena_.get(), pass);
    return null(node_of(next, empties, pass), empties, alpha, arena_.get(), pass);
}

// The first moves left open are those that may be better than others think: what is proved of a move as a bound is
// the guess of its margin.
template <class B>
void Solver<B>::settle_every(int alpha, int beta, const Progress& progress) {
    for (RootMove& move : moves_) {
        Bounds& bounds = move.bounds;
        while (!bounds.is_exact() && bounds.lower < beta && bounds.upper > alpha) {
            const int high = std::min(beta, bounds.upper + 1);
            const int low = std::max({alpha, bounds.lower - 1, high - 2 * exact_aspiration - 1});
            bounds.tighten(-search_below(move.next, -high, -low, {}), low, high);
            count_helpers();
            progress(proof());
        }
    }
}

// Of each position on the way, the first move found to keep the margin.
template <class B>
std::vector<int> Solver<B>::best_line() {
    std::vector<int> line{moves_[0].square};
    Board<B> board = moves_[0].next;
    int margin = -moves_[0].bounds.lower;
    const Slot slot = arena_.get();
    while (!is_over(board, shape_)) {
        const B moves = legal_moves(board, shape_);
        if (!moves.any()) {
            line.push_back(no_square);
            board = board.passed();
            margin = -margin;
            continue;
        }
        const B empties = board.empties(shape_);
        const int left = empties.count() - 1;
        const int count = list(board, moves, slot, left, {});
        order(board, left + 1, slot, count, known_best(node_of(board, left + 1, {}), left + 1, {}));
        for (int i = 0; i < count; ++i) {
            bring_best(slot, count, i);
            if (i + 1 < count && null(slot[i].next, left, -margin, slot + count, {}) > -margin) continue;
            line.push_back(slot[i].square);
            board = slot[i].next.board;
            break;
        }
        margin = -margin;
    }
    return line;
}

template <class B>
int Solver<B>::open(const Board<B>& board, int empties, int alpha, int beta, Slot slot, Pass pass) {
    assert(alpha < beta);
    assert(empties == board.empties(shape_).count());
    visit();
    const B moves = legal_moves(board, shape_);
    if (!moves.any()) {
        if (!legal_moves(board.passed(), shape_).any()) return final_margin(board, shape_);
        return -open(board.passed(), empties, -beta, -alpha, slot, pass);
    }
    const Node node = node_of(board, empties, pass);
    const int count = list(board, moves, slot, empties - 1, pass);
    order(board, empties, slot, count, known_best(node, empties, pass));
    const int floor = alpha;
    int best = -shape_.area - 1;
    int best_square = no_square;
    for (int i = 0; i < count; ++i) {
        bring_best(slot, count, i);
        const Move& move = slot[i];
        int margin = 0;
        if (i > 0) margin = -null(move.next, empties - 1, -alpha - 1, slot + count, pass);
        if (i == 0 || (margin > alpha && margin < beta)) {
            margin = -open(move.next.board, empties - 1, -beta, -alpha, slot + count, pass);
        }
        if (margin <= best) continue;
        best = margin;
        best_square = move.square;
        alpha = std::max(alpha, best);
        if (alpha >= beta) break;
    }
    Bounds bounds{-shape_.area, shape_.area};
    bounds.tighten(best, floor, beta);
    store(node.key, empties, bounds, best_square);
    return best;
}

// Whether the margin is above alpha: a bound of it on the same side of alpha.
template <class B>
int Solver<B>::null(const Node& node, int empties, int alpha, Slot slot, Pass pass) {
    const Board<B>& board = node.board;
    assert(empties == board.empties(shape_).count());
    assert(pass.width > 0);

    // Step 1. A small ending.
    if (empties <= SmallEndings<B>::most) {
        if (empties == 0) return final_margin(board, shape_);
        return small_.solve(board, board.empties(shape_), empties, alpha);
    }

    // Step 2. Count the node; stop at a limit, or if another thread has made it pointless.
    visit();

    // Step 3. Stability cut-off.
    if (shape_.area - 2 * (board.opponent.count() - stability_slack) <= alpha) {
        const int most = shape_.area - 2 * stable_discs(board.passed(), shape_).count();
        if (most <= alpha) return most;
    }

    // Step 4. Transposition table.
    Bounds bounds{-shape_.area, shape_.area};
    int table_move = no_square;
    if (const auto known = find(node.key, empties)) {
        bounds = known->bounds;
        if (bounds.lower > alpha) return bounds.lower;
        if (bounds.upper <= alpha) return bounds.upper;
        table_move = known->best;
    } else if (empties >= tabled_from) {
        table_move = known_best(node, empties, pass);
    }

    // Step 5. The end of the game, or a pass.
    const B moves = kernels::landings(board.player, board.opponent) & board.empties(shape_);
    if (!moves.any()) {
        const Board<B> passed = board.passed();
        if (!legal_moves(passed, shape_).any()) return final_margin(board, shape_);
        return -null(node_of(passed, empties, pass), empties, -alpha - 1, slot, pass);
    }

    // Step 6. Internal deepening: a narrower search finds a first move where none is known.
    if (table_move == no_square && empties >= internal_from && pass.is_exact()) {
        table_move = probable_best(board, empties, alpha, slot, pass);
    }

    // Step 7. List the moves, look for an enhanced transposition cut-off, then order them.
    const int count = list(board, moves, slot, empties - 1, pass);
    if (empties >= exact_etc_from) {
        for (int i = 0; i < count; ++i) {
            const Key& key = slot[i].next.key;
            const auto known = empties - 1 <= cached_to ? find_cached(key) : find(key, empties - 1);
            if (known && -known->bounds.upper > alpha) return -known->bounds.upper;
        }
    }
    if (count > 1) order(board, empties, slot, count, table_move);

    // Step 8. Search the moves, the most promising first; share those after the first with idle threads.
    int best = -shape_.area - 1;
    int best_square = no_square;
    const int tries = empties >= narrowed_from ? std::min(count, pass.width) : count;
    for (int i = 0; i < tries; ++i) {
        if (empties >= exact_split_from && can_split(i, tries)) {
            Point point{slot, tries, empties, alpha, pass, i, best, best_square};
            split(point, count);
            best = point.best;
            best_square = point.best_square;
            break;
        }
        bring_best(slot, count, i);
        const Move& move = slot[i];
        const int margin = -null(move.next, empties - 1, -alpha - 1, slot + count, pass);
        if (margin <= best) continue;
        best = margin;
        best_square = move.square;
        if (best > alpha) break;
    }

    // Step 9. Remember the result.
    bounds.tighten(best, alpha, alpha + 1);
    store(node.key, empties, bounds, best_square);
    return best;
}

// The margin of a move of a split point.
template <class B>
int Solver<B>::search_shared(const Point& point, int i, Slot slot) {
    return -null(point.moves[i].next, point.size - 1, -point.alpha - 1, slot, point.context);
}

template <class B>
int Solver<B>::probable_best(const Board<B>& board, int empties, int alpha, Slot slot, Pass pass) {
    pass.width = internal_width;
    const Node node = node_of(board, empties, pass);
    null(node, empties, alpha, slot, pass);
    const auto known = find(node.key, empties);
    return known ? known->best : no_square;
}

template <class B>
int Solver<B>::list(const Board<B>& board, B moves, Slot slot, int empties_after, Pass pass) const {
    int count = 0;
    for (const int square : each(moves)) {
        Move& move = slot[count++];
        move.square = square;
        move.next.board = board.played(square, flips(board, square));
        if (empties_after <= SmallEndings<B>::most) continue;
        move.next.key = key_of(move.next.board, empties_after, pass);
        prefetch(move.next.key, empties_after);
    }
    return count;
}

template <class B>
Key Solver<B>::key_of(const Board<B>& board, int empties, Pass pass) const {
    const Key key = hash(empties < merged_from ? board : canonical(board, shape_), shape_);
    return {key.place, key.check ^ salt(pass.width)};
}

template <class B>
void Solver<B>::order(const Board<B>& board, int empties, Slot slot, int count, int table_move) const {
    const EndgameWeights& weights = empties >= many_from ? many_empties : few_empties;
    const bool evaluated = ordering_evaluator_ != nullptr && empties >= ordering_evaluator_from;
    if (evaluated) ordering_evaluator_->make_state(board, states_.at(0));
    const B empty = board.empties(shape_);
    const B odd = odd_quarters(empty, shape_);
    for (int i = 0; i < count; ++i) {
        Move& move = slot[i];
        if (move.square == table_move) {
            move.worth = std::numeric_limits<int>::max();
            continue;
        }
        const Board<B>& next = move.next.board;
        move.worth = endgame_worth(weights, shape_, empty, odd, move.square, next);
        if (evaluated) move.worth -= static_cast<int>(ordering_term_per_disc * ordering_value(board, next));
    }
}

// The ordering evaluator's value of a board after a move; the state of the board before must be ready.
template <class B>
float Solver<B>::ordering_value(const Board<B>& board, const Board<B>& next) const {
    ordering_evaluator_->derive_state(states_.at(0), Change<B>::between(board, next), states_.at(1));
    return ordering_evaluator_->value(next, states_.at(1), legal_moves(next, shape_).count());
}

template <class B>
std::optional<typename Solver<B>::Known> Solver<B>::find_cached(const Key& key) const {
    const auto* entry = cache_.find(key);
    return entry == nullptr ? std::nullopt : std::optional(Known{entry->bounds(), entry->best()});
}

template <class B>
std::optional<typename Solver<B>::Known> Solver<B>::find(const Key& key, int empties) const {
    if (empties <= cached_to) {
        const auto known = find_cached(key);
        if (known || empties < tabled_from) return known;
    }
    const auto entry = table_.find(key);
    return entry ? std::optional(Known{bounds_of(*entry), entry->best()}) : std::nullopt;
}

template <class B>
void Solver<B>::store(const Key& key, int empties, Bounds bounds, int best) {
    if (empties <= cached_to) cache_.store(key, bounds, best);
    if (empties >= tabled_from) table_.store(key, empties, 0, Bound::exact, content_of(bounds), best);
}

template <class B>
void Solver<B>::prefetch(const Key& key, int empties) const {
    if (empties <= cached_to) cache_.prefetch(key);
    if (empties >= tabled_from) table_.prefetch(key);
}

// The best move by an earlier search, or else by the pass before this one. Of a position that is merged with those
// symmetric to it the move may be another one's.
template <class B>
int Solver<B>::known_best(const Node& node, int empties, Pass pass) const {
    if (const auto known = find(node.key, empties)) return known->best;
    std::optional<Entry> entry;
    if (pass.width_before != Pass::every_move) {
        entry = table_.find(moved(node.key, pass.width, pass.width_before));
    }
    if (!entry && before_) {
        const Key midgame = hash(node.board, shape_);
        entry = table_.find({midgame.place, midgame.check ^ before_->salt});
    }
    return entry ? entry->best() : no_square;
}

template class Solver<Bits64>;
template class Solver<Bits256>;

}  // namespace outflank
