// The root: iterative deepening, one move after the other or a thread for each.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <system_error>
#include <thread>

#include "search.hpp"

namespace outflank::classic {

namespace {

// With so few empty squares a search to the end of the game begins there: the depths before cost more than they save.
constexpr int at_once = 8;

// Counts the nodes of a thread, and ends it when the others end.
class Follower : public Control {
  public:
    explicit Follower(const std::atomic<bool>& stop) : Control({}, 1024), stop_(stop) {}

  private:
    void listen() override {
        if (stop_.load(std::memory_order_relaxed)) throw Stopped{};
    }

    const std::atomic<bool>& stop_;
};

}  // namespace

template <class B>
Report Search<B>::run(const Board<B>& root, B allowed, const Progress& progress) {
    const B legal = legal_moves(root, shape_);
    if (!legal.any()) {
        const auto through_pass = [](Report report) {
            report.moves.resize(1);
            RankedMove& move = report.moves.front();
            move.square = no_square;
            move.value = -move.value;
            move.line.insert(move.line.begin(), no_square);
            return report;
        };
        return through_pass(
            run(root.passed(), shape_.mask, [&](const Report& so_far) { progress(through_pass(so_far)); }));
    }

    const int empties = root.empties(shape_).count();
    plies_.assign(2 * static_cast<std::size_t>(empties) + 4, {});
    const Path path{0, legal.count()};
    std::vector<Move>& moves = plies_.front().moves;
    list(root, legal & allowed, moves);
    order(root, moves, no_square, path);
    std::sort(moves.begin(), moves.end());

    Report report;
    report.moves = {{moves.front().square, Value(), false, {moves.front().square}}};

    // Each empty square is a ply. Where a pass is one too, depth does not say whether the search came to the end.
    const bool proves = !settings_.quick_win && !settings_.pass_is_ply;
    const int last = std::min(control_.limits().depth, proves ? empties : 2 * empties);
    const bool parallel = settings_.parallel_root && control_.limits().nodes == Limits{}.nodes;
    int depth = proves && last == empties && empties <= at_once ? empties : 1;
    try {
        for (; depth <= last; ++depth) {
            control_.visit();
            if (parallel) {
                search_root_in_parallel(depth, path, report);
            } else {
                search_root(depth, path, report);
            }
            report.depth = depth;
            report.exact = proves && depth == empties;
            report.nodes = control_.nodes();
            report.time = control_.elapsed();
            progress(report);
        }
    } catch (const Stopped& stopped) {
        report.stopped = true;
        report.interrupted = stopped.interrupted;
    }
    report.nodes = control_.nodes();
    report.time = control_.elapsed();
    return report;
}

// One iteration: exact values for the best moves, as many as `lines`, and null windows to exclude the others.
template <class B>
void Search<B>::search_root(int depth, const Path& path, Report& report) {
    const auto lines = static_cast<std::size_t>(settings_.lines);
    auto& [moves, line] = plies_.front();
    std::vector<RankedMove> found;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const int square = moves[i].square;
        const auto child = [&](Value alpha, Value beta) {
            return -search(moves[i].next, depth - 1, -beta, -alpha, 1, path);
        };
        const Value alpha = found.size() < lines ? -Value::infinity() : found.back().value;
        if (i >= lines && child(alpha, alpha.next()) <= alpha) continue;
        const Value value = child(alpha, Value::infinity());
        if (value <= alpha) continue;  // the table has learned more since the null window
        extend_line(0, square);
        const auto worse =
            std::find_if(found.begin(), found.end(), [&](const RankedMove& other) { return other.value < value; });
        found.insert(worse, {square, value, value.is_proven(), line});
        if (found.size() > lines) found.pop_back();
        if (settings_.keep_partial && lines == 1) report.moves = found;
    }
    report.moves = found;
    if (settings_.parallel_root) return;  // board order decides between equals
    for (auto best = found.rbegin(); best != found.rend(); ++best) {
        const auto at =
            std::find_if(moves.begin(), moves.end(), [&](const Move& move) { return move.square == best->square; });
        std::rotate(moves.begin(), at, at + 1);
    }
}

// One iteration with the full window for each move, on all cores.
template <class B>
void Search<B>::search_root_in_parallel(int depth, const Path& path, Report& report) {
    const std::vector<Move>& moves = plies_.front().moves;
    std::vector<RankedMove> found(moves.size());
    std::atomic<std::size_t> next = 0;
    std::atomic<std::uint64_t> nodes = 0;
    std::atomic<bool> stop = false;
    const auto work = [&] {
        Follower control(stop);
        Search<B> worker(shape_, evaluator_, nullptr, control, settings_);
        worker.plies_.resize(plies_.size());
        try {
            for (std::size_t i = next++; i < moves.size(); i = next++) {
                const Value value =
                    -worker.search(moves[i].next, depth - 1, -Value::infinity(), Value::infinity(), 1, path);
                worker.extend_line(0, moves[i].square);
                found[i] = {moves[i].square, value, value.is_proven(), worker.plies_.front().line};
            }
        } catch (const Stopped&) {
            // Who stopped it knows.
        }
        nodes += control.nodes();
    };

    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::future<void>> workers;
    try {
        while (workers.size() < std::min(cores, moves.size())) {
            workers.push_back(std::async(std::launch::async, work));
        }
    } catch (const std::system_error&) {
        // The system gives no more threads: those that run do all the work, or else this one.
        if (workers.empty()) workers.push_back(std::async(std::launch::deferred, work));
    }
    std::exception_ptr failure;
    const auto note_failure = [&] {
        if (!failure) failure = std::current_exception();
        stop = true;
    };
    for (std::future<void>& worker : workers) {
        while (worker.wait_for(std::chrono::milliseconds(5)) == std::future_status::timeout) {
            try {
                if (!failure) control_.poll();
            } catch (...) {
                note_failure();
            }
        }
        try {
            worker.get();
        } catch (...) {
            note_failure();
        }
    }
    control_.add(nodes);
    if (failure) std::rethrow_exception(failure);

    std::sort(found.begin(), found.end(), [](const RankedMove& a, const RankedMove& b) {
        return a.value != b.value ? a.value > b.value : a.square < b.square;
    });
    found.resize(std::min(found.size(), static_cast<std::size_t>(settings_.lines)));
    report.moves = std::move(found);
}

template class Search<Bits64>;
template class Search<Bits256>;

}  // namespace outflank::classic
