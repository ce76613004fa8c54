#include "solver.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "../board/stability.hpp"
#include "../board/symmetry.hpp"
#include "../search/changed.hpp"
#include "../search/constants.hpp"
#include "ordering.hpp"

namespace outflank {

namespace {

// Keeps apart what the passes put in the table, and what others do.
std::uint64_t salt(int width) { return 0x8CB92BA72F3D8DD7 * static_cast<std::uint64_t>(width); }

// The same key in another pass.
Key moved(const Key& key, int from, int to) { return {key.place, key.check ^ salt(from) ^ salt(to)}; }

// Margins as the table keeps them.
Value packed(Margins margins) {
    return static_cast<Value>(static_cast<std::uint32_t>(margins.most) << 16 | (margins.least & 0xFFFF));
}
Margins unpacked(Value value) { return {static_cast<std::int16_t>(value & 0xFFFF), value >> 16}; }

template <class Move>
void bring_best(Move* moves, int count, int i) {
    int best = i;
    for (int j = i + 1; j < count; ++j) {
        if (moves[j].worth > moves[best].worth) best = j;
    }
    if (best != i) std::swap(moves[best], moves[i]);
}

// By what is proved of them; equals keep their order.
template <class Move>
void sort_best_first(std::vector<Move>& moves) {
    std::stable_sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
        return std::pair(a.margins.least, a.margins.most) > std::pair(b.margins.least, b.margins.most);
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
            auto worker = std::make_unique<Solver<B>>(shape_, table_, control, adviser_);
            worker->prepare(empties_);
            worker->team_ = &workers;
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
    if (beta - alpha > 1) return open(board, empties, alpha, beta, arena_.get());
    return null(board, key_of(board, empties), empties, alpha, arena_.get());
}

template <class B>
void Solver<B>::prepare(int empties) {
    const auto rows = static_cast<std::size_t>(empties) + 1;
    arena_.reset(new Move[rows * (rows + 1) / 2]);
    behind_ = arena_.get();
    at_ = nullptr;
}

template <class B>
void Solver<B>::search(int alpha, int beta, bool every, const Progress& progress) {
    std::optional<int> guess;
    if (before_) guess = before_->guess;
    width_before_ = every_move;
    const auto pass = [&](int width) {
        width_ = width;
        guess = guess ? settle(alpha, beta, *guess, progress) : search_root(alpha, beta, progress);
        width_before_ = width;
    };
    for (const auto& [width, from] : narrow_passes) {
        if (empties_ >= from && !(before_ && before_->to_the_end)) pass(width);
    }
    pass(every_move);
    if (every && !passed_) settle_every(alpha, beta, progress);
    sort_best_first(moves_);
    if (proof().margins.settled()) line_ = best_line();
}

template <class B>
void Solver<B>::count_helpers() {
    if (team_ != nullptr) control_.add(team_->take_nodes());
}

template <class B>
Proof Solver<B>::proof() const {
    Proof proof{{-shape_.area, -shape_.area}, {}, line_};
    for (const RootMove& move : moves_) {
        proof.moves.push_back({move.square, move.margins});
        proof.margins.least = std::max(proof.margins.least, move.margins.least);
        proof.margins.most = std::max(proof.margins.most, move.margins.most);
    }
    sort_best_first(proof.moves);
    if (passed_) {
        proof.margins = proof.margins.negated();
        proof.moves = {{no_square, proof.margins}};
        if (!line_.empty()) proof.line.insert(proof.line.begin(), no_square);
    }
    return proof;
}

template <class B>
void Solver<B>::list_root(const Board<B>& root, const std::vector<int>& squares) {
    const Slot slot = arena_.get();
    const int count = list(root, legal_moves(root, shape_), slot, empties_ - 1);
    order(root.empties(shape_), empties_, slot, count, no_square);
    moves_.clear();
    line_.clear();
    for (int i = 0; i < count; ++i) {
        bring_best(slot, count, i);
        moves_.push_back({slot[i].square, slot[i].next, {-shape_.area, shape_.area}});
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
int Solver<B>::settle(int alpha, int beta, int guess, const Progress& progress) {
    int low = std::max(alpha, std::min(guess - exact_aspiration, beta - 2));
    int high = std::min(beta, std::max(guess + exact_aspiration, alpha + 2));
    while (true) {
        const int margin = search_root(low, high, progress);
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
int Solver<B>::search_root(int alpha, int beta, const Progress& progress) {
    const int floor = alpha;
    int best = -shape_.area - 1;
    std::size_t best_move = 0;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        RootMove& move = moves_[i];
        int margin = 0;
        if (move.margins.settled() || move.margins.least >= beta) {
            margin = move.margins.least;
        } else if (move.margins.most <= alpha) {
            margin = move.margins.most;
        } else {
            if (i > 0) margin = -search_below(move.next, -alpha - 1, -alpha);
            if (i == 0 || (margin > alpha && margin < beta)) margin = -search_below(move.next, -beta, -alpha);
            if (width_ == every_move) {
                // The null window of an open one told less than the open one.
                move.margins.learn(margin, alpha, i > 0 && margin <= alpha ? alpha + 1 : beta);
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
int Solver<B>::search_below(const Board<B>& next, int alpha, int beta) {
    if (beta - alpha == 1) return null(next, key_of(next, empties_ - 1), empties_ - 1, alpha, arena_.get());
    return open(next, empties_ - 1, alpha, beta, arena_.get());
}

// The first moves left open are those that may be better than others think: what is proved of a move as a bound is
// the guess of its margin.
template <class B>
void Solver<B>::settle_every(int alpha, int beta, const Progress& progress) {
    for (RootMove& move : moves_) {
        Margins& margins = move.margins;
        while (!margins.settled() && margins.least < beta && margins.most > alpha) {
            const int high = std::min(beta, margins.most + 1);
            const int low = std::max({alpha, margins.least - 1, high - 2 * exact_aspiration - 1});
            margins.learn(-search_below(move.next, -high, -low), low, high);
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
    int margin = -moves_[0].margins.least;
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
        const int count = list(board, moves, slot, left);
        order(empties, left + 1, slot, count, known_best(board, key_of(board, left + 1)));
        for (int i = 0; i < count; ++i) {
            bring_best(slot, count, i);
            if (i + 1 < count && null(slot[i].next, slot[i].key, left, -margin, slot + count) > -margin) continue;
            line.push_back(slot[i].square);
            board = slot[i].next;
            break;
        }
        margin = -margin;
    }
    return line;
}

template <class B>
int Solver<B>::open(const Board<B>& board, int empties, int alpha, int beta, Slot slot) {
    control_.visit();
    const B moves = legal_moves(board, shape_);
    if (!moves.any()) {
        if (!legal_moves(board.passed(), shape_).any()) return final_margin(board, shape_);
        return -open(board.passed(), empties, -beta, -alpha, slot);
    }
    const Key key = key_of(board, empties);
    const int count = list(board, moves, slot, empties - 1);
    order(board.empties(shape_), empties, slot, count, known_best(board, key));
    const int floor = alpha;
    int best = -shape_.area - 1;
    int best_square = no_square;
    for (int i = 0; i < count; ++i) {
        bring_best(slot, count, i);
        const Move& move = slot[i];
        int margin = 0;
        if (i > 0) margin = -null(move.next, move.key, empties - 1, -alpha - 1, slot + count);
        if (i == 0 || (margin > alpha && margin < beta))
            margin = -open(move.next, empties - 1, -beta, -alpha, slot + count);
        if (margin <= best) continue;
        best = margin;
        best_square = move.square;
        alpha = std::max(alpha, best);
        if (alpha >= beta) break;
    }
    Margins margins{-shape_.area, shape_.area};
    margins.learn(best, floor, beta);
    table_.store(key, empties, 0, Bound::exact, packed(margins), best_square);
    return best;
}

// Whether the margin is above alpha: a bound of it on the same side of alpha.
template <class B>
int Solver<B>::null(const Board<B>& board, const Key& key, int empties, int alpha, Slot slot) {
    if (empties <= SmallEndings<B>::most) {
        if (empties == 0) return final_margin(board, shape_);
        return small_.solve(board, board.empties(shape_), empties, alpha);
    }
    control_.visit();
    if (at_ != nullptr && at_->cut()) throw Cut{};
    if (shape_.area - 2 * board.opponent.count() <= alpha) {
        const int most = shape_.area - 2 * stable_discs(board.passed(), shape_).count();
        if (most <= alpha) return most;
    }
    Margins margins{-shape_.area, shape_.area};
    int table_move = no_square;
    if (const auto entry = table_.find(key)) {
        margins = unpacked(entry->value);
        if (margins.least > alpha) return margins.least;
        if (margins.most <= alpha) return margins.most;
        table_move = entry->best();
    } else if (empties >= narrowed_from) {
        table_move = known_best(board, key);
    }

    const B left = board.empties(shape_);
    const B moves = kernels::landings(board.player, board.opponent) & left;
    if (!moves.any()) {
        const Board<B> passed = board.passed();
        if (!legal_moves(passed, shape_).any()) return final_margin(board, shape_);
        return -null(passed, key_of(passed, empties), empties, -alpha - 1, slot);
    }
    if (table_move == no_square && empties >= presearched_from && width_ == every_move) {
        table_move = probable_best(board, empties, alpha, slot);
    }
    const int count = list(board, moves, slot, empties - 1);
    if (count > 1) order(left, empties, slot, count, table_move);
    if (empties >= exact_etc_from) {
        for (int i = 0; i < count; ++i) {
            const auto entry = table_.find(slot[i].key);
            if (entry && -unpacked(entry->value).most > alpha) return -unpacked(entry->value).most;
        }
    }
    int best = -shape_.area - 1;
    int best_square = no_square;
    const int tries = tried(empties, count);
    for (int i = 0; i < tries; ++i) {
        if (i > 0 && i + 1 < tries && team_ != nullptr && empties >= exact_split_from && team_->wants_work()) {
            for (int j = i; j < tries; ++j) bring_best(slot, count, j);
            Point point{at_, slot, tries, empties, alpha, {width_, width_before_}, i, false, best, best_square};
            split(point, slot + count);
            best = point.best;
            best_square = point.best_square;
            break;
        }
        bring_best(slot, count, i);
        const Move& move = slot[i];
        const int margin = -null(move.next, move.key, empties - 1, -alpha - 1, slot + count);
        if (margin <= best) continue;
        best = margin;
        best_square = move.square;
        if (best > alpha) break;
    }
    margins.learn(best, alpha, alpha + 1);
    table_.store(key, empties, 0, Bound::exact, packed(margins), best_square);
    return best;
}

// Searches the moves of a node together with threads that have nothing to do.
template <class B>
void Solver<B>::split(Point& point, Slot behind) {
    std::swap(behind_, behind);
    team_->open(point);
    try {
        work_on(point);
        team_->finish(point, *this);
    } catch (...) {
        team_->abandon(point);
        throw;
    }
    std::swap(behind_, behind);
    if (at_ != nullptr && at_->cut()) throw Cut{};
}

// Searches moves of the point until there are none left, or it is cut off.
template <class B>
void Solver<B>::work_on(Point& point) {
    const Point* const before = std::exchange(at_, &point);
    const Slot behind = behind_;
    const Changed width(width_, point.context.width);
    const Changed width_before(width_before_, point.context.width_before);
    try {
        for (int i = point.next++; i < point.count && !point.cut(); i = point.next++) {
            const Move& move = point.moves[i];
            const int margin = -null(move.next, move.key, point.size - 1, -point.alpha - 1, behind);
            team_->tell(point, margin, move.square);
        }
    } catch (const Cut&) {
        behind_ = behind;
    }
    at_ = before;
}

template <class B>
int Solver<B>::probable_best(const Board<B>& board, int empties, int alpha, Slot slot) {
    const Changed narrower(width_, presearched_width);
    const Key key = key_of(board, empties);
    null(board, key, empties, alpha, slot);
    const auto entry = table_.find(key);
    return entry ? entry->best() : no_square;
}

template <class B>
int Solver<B>::list(const Board<B>& board, B moves, Slot slot, int empties_after) const {
    int count = 0;
    for (const int square : each(moves)) {
        Move& move = slot[count++];
        move.square = square;
        move.next = board.played(square, flips(board, square));
        if (empties_after <= SmallEndings<B>::most) continue;
        move.key = key_of(move.next, empties_after);
        table_.prefetch(move.key);
    }
    return count;
}

template <class B>
Key Solver<B>::key_of(const Board<B>& board, int empties) const {
    const Key key = hash(empties < merged_from ? board : canonical(board, shape_), shape_);
    return {key.place, key.check ^ salt(width_)};
}

template <class B>
void Solver<B>::order(B empties, int empty_count, Slot slot, int count, int table_move) const {
    const EndgameWeights& weights = empty_count >= many_from ? many_empties : few_empties;
    const bool advised = adviser_ != nullptr && empty_count >= advised_from;
    const B odd = odd_quarters(empties, shape_);
    for (int i = 0; i < count; ++i) {
        Move& move = slot[i];
        if (move.square == table_move) {
            move.worth = std::numeric_limits<int>::max();
            continue;
        }
        move.worth = endgame_worth(weights, shape_, empties, odd, move.square, move.next);
        if (advised) move.worth -= static_cast<int>(advice * adviser_->evaluate(move.next, Path{}));
    }
}

// The best move by an earlier search, or else by the pass before this one. Of a position that is merged with those
// symmetric to it the move may be another one's.
template <class B>
int Solver<B>::known_best(const Board<B>& board, const Key& key) const {
    auto entry = table_.find(key);
    if (!entry && width_before_ != every_move) entry = table_.find(moved(key, width_, width_before_));
    if (!entry && before_) {
        const Key midgame = hash(board, shape_);
        entry = table_.find({midgame.place, midgame.check ^ before_->salt});
    }
    return entry ? entry->best() : no_square;
}

template <class B>
int Solver<B>::tried(int empties, int count) const {
    return empties >= narrowed_from ? std::min(count, width_) : count;
}

template class Solver<Bits64>;
template class Solver<Bits256>;

}  // namespace outflank
