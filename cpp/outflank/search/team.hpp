// Threads that search the moves of one node side by side (young brothers wait, idle threads join late).
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "constants.hpp"
#include "limits.hpp"
#include "moves.hpp"

namespace outflank {

// A node with a null window whose moves are shared out. It lives on the stack of the thread that opened it.
template <class Move, class Score, class Context>
struct SplitPoint {
    Move* moves;
    int count;
    int size;  // how much work it is: plies to search, or empty squares
    Score alpha;
    Context context;        // what else a thread needs to know to join
    std::atomic<int> next;  // the first move that nobody has taken

    // Under the team's lock.
    Score best;
    int best_square;
    int helpers = 0;

    std::atomic<bool> done = false;     // cut off, or given up
    const SplitPoint* above = nullptr;  // the point that the thread that opened it was working on

    bool has_work() const { return next < count && !done; }

    // Whether it is pointless to go on, here or further up.
    bool cut() const {
        for (const SplitPoint* point = this; point != nullptr; point = point->above) {
            if (point->done.load(std::memory_order_relaxed)) return true;
        }
        return false;
    }

    bool is_below(const SplitPoint& other) const {
        const SplitPoint* point = above;
        while (point != nullptr && point != &other) point = point->above;
        return point != nullptr;
    }
};

// Thrown through a search that became pointless, to where its split point was joined.
struct Cut {};

// `Worker` searches: it has work_on(point) and poll().
template <class Point, class Worker>
class Team {
  public:
    // As many threads as the system has room for besides the one that leads, each with a worker made by
    // `make(team, control)`.
    template <class Make>
    Team(int helpers, Make make) {
        try {
            for (int i = 0; i < helpers; ++i) {
                auto helper = std::make_unique<Helper>();
                helper->worker = make(*this, helper->control);
                helpers_.push_back(std::move(helper));
            }
            for (const auto& helper : helpers_) helper->thread = std::thread([&, this] { help(*helper); });
        } catch (const std::exception&) {
            // Those that run do the work.
        }
    }

    ~Team() { dismiss(); }

    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    // Ends the threads, which must have nothing to do.
    void dismiss() {
        {
            const std::scoped_lock lock(mutex_);
            quit_ = true;
        }
        changed_.notify_all();
        for (const auto& helper : helpers_) {
            if (helper->thread.joinable()) helper->thread.join();
        }
    }

    // Whether a thread has nothing to do.
    bool wants_work() const { return idle_.load(std::memory_order_relaxed) > 0; }

    void open(Point& point) {
        {
            const std::scoped_lock lock(mutex_);
            open_.push_back(&point);
        }
        ++opened_;
        changed_.notify_all();
    }

    // Notes the score of a move of a point.
    template <class Score>
    void note(Point& point, Score score, int square) {
        const std::scoped_lock lock(mutex_);
        if (score <= point.best) return;
        point.best = score;
        point.best_square = square;
        if (score > point.alpha) point.done = true;
    }

    // Waits for those who work on a point without moves left, and helps them.
    void finish(Point& point, Worker& own) {
        std::unique_lock lock(mutex_);
        std::erase(open_, &point);
        ++idle_;
        const auto busy = [&](bool is) { idle_ += is ? -1 : 1; };
        while (point.helpers > 0) {
            if (Point* other = work_below(&point)) {
                busy(true);
                join(*other, own, lock);
                busy(false);
                continue;
            }
            changed_.wait_for(lock, std::chrono::milliseconds(1));
            lock.unlock();
            try {
                own.poll();
            } catch (...) {
                busy(true);
                throw;
            }
            lock.lock();
        }
        busy(true);
    }

    // Calls off the work on a point.
    void abandon(Point& point) {
        point.done = true;
        std::unique_lock lock(mutex_);
        std::erase(open_, &point);
        changed_.wait(lock, [&] { return point.helpers == 0; });
    }

    // The nodes of the helpers since the last call.
    std::uint64_t take_nodes() { return nodes_.exchange(0); }

  private:
    struct Helper {
        Control control{Limits{}, std::uint64_t{1} << 20};
        std::unique_ptr<Worker> worker;
        std::uint64_t counted = 0;
        std::thread thread;
    };

    // The point with the most work; only below `above`, if there is one.
    Point* work_below(const Point* above) const {
        Point* found = nullptr;
        for (Point* point : open_) {
            if (!point->has_work() || (above != nullptr && !point->is_below(*above))) continue;
            if (found == nullptr || point->size > found->size) found = point;
        }
        return found;
    }

    void join(Point& point, Worker& worker, std::unique_lock<std::mutex>& lock) {
        ++point.helpers;
        lock.unlock();
        try {
            worker.work_on(point);
        } catch (...) {
            lock.lock();
            --point.helpers;
            changed_.notify_all();
            throw;
        }
        lock.lock();
        --point.helpers;
        changed_.notify_all();
    }

    void help(Helper& helper) {
        std::unique_lock lock(mutex_);
        while (!quit_) {
            if (Point* point = work_below(nullptr)) {
                join(*point, *helper.worker, lock);
                nodes_ += helper.control.nodes() - helper.counted;
                helper.counted = helper.control.nodes();
                continue;
            }
            ++idle_;
            const int seen = opened_;
            lock.unlock();
            for (int i = 0; i < spins_before_sleep && opened_.load(std::memory_order_relaxed) == seen; ++i) pause();
            lock.lock();
            if (opened_ == seen && !quit_) changed_.wait(lock);
            --idle_;
        }
    }

    static void pause() {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }

    std::vector<std::unique_ptr<Helper>> helpers_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Point*> open_;
    bool quit_ = false;
    std::atomic<int> opened_ = 0;
    std::atomic<int> idle_ = 0;
    std::atomic<std::uint64_t> nodes_ = 0;
};

// One thread of a search whose nodes a team can share: its arena of move lists, and the split point that it works on.
// `Searcher` derives from it and has search_shared(point, i, slot): the score of the point's i-th move, in a null
// window above the point's alpha.
template <class Searcher, class Move, class Score, class Context>
class TeamSearch {
  public:
    using Point = SplitPoint<Move, Score, Context>;
    using Workers = Team<Point, Searcher>;

    // Where a node's moves begin in the arena; the node's children use what lies behind them.
    using Slot = Move*;

    void join(Workers& team) { team_ = &team; }
    void poll() { control_.poll(); }

    // Searches moves of the point until there are none left, or it is cut off.
    void work_on(Point& point) {
        const Point* const before = std::exchange(at_, &point);
        const Slot behind = behind_;
        try {
            for (int i = point.next++; i < point.count && !point.cut(); i = point.next++) {
                const Score score = static_cast<Searcher*>(this)->search_shared(point, i, behind);
                team_->note(point, score, point.moves[i].square);
            }
        } catch (const Cut&) {
            behind_ = behind;
        }
        at_ = before;
    }

  protected:
    explicit TeamSearch(Control& control) : control_(control) {}

    // Makes room for the moves of a position with `empties` empty squares, and of all positions on one way down from
    // it: a node lists at most as many moves as there are empty squares, and each ply has one empty square less.
    void prepare(int empties) {
        const auto rows = static_cast<std::size_t>(empties) + 1;
        arena_.reset(new Move[rows * (rows + 1) / 2]);
        behind_ = arena_.get();
        at_ = nullptr;
    }

    // Counts a node. Throws Stopped at a limit, Cut if the node became pointless.
    void visit() {
        control_.visit();
        if (at_ != nullptr && at_->cut()) throw Cut{};
    }

    // Whether another thread would help with the moves of a node from `i` on; the first one comes before it splits.
    bool can_split(int i, int count) const { return i > 0 && i + 1 < count && team_ != nullptr && team_->wants_work(); }

    // Searches the remaining moves of a node, the best first, together with threads that have nothing to do. The node
    // has listed `listed` moves, of which it may search fewer.
    void split(Point& point, int listed) {
        assert(point.next > 0 && point.next < point.count && point.count <= listed);
        for (int i = point.next; i < point.count; ++i) bring_best(point.moves, listed, i);
        point.above = at_;
        Slot behind = std::exchange(behind_, point.moves + listed);
        team_->open(point);
        try {
            work_on(point);
            team_->finish(point, *static_cast<Searcher*>(this));
        } catch (...) {
            team_->abandon(point);
            throw;
        }
        behind_ = behind;
        if (at_ != nullptr && at_->cut()) throw Cut{};
    }

    // Adds the nodes that the others searched to this one's.
    void count_helpers() {
        if (team_ != nullptr) control_.add(team_->take_nodes());
    }

    Control& control_;
    Workers* team_ = nullptr;  // those who search with this one, if there are any
    std::unique_ptr<Move[]> arena_;

  private:
    const Point* at_ = nullptr;  // the point that it works on
    Slot behind_ = nullptr;      // where it may list the moves below a split point
};

}  // namespace outflank
