// Threads: the moves of a node shared out, or root moves searched side by side, each with the full window.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <numeric>
#include <system_error>
#include <thread>

#include "search.hpp"

namespace outflank {

namespace {

// Ends when the others do.
class Follower : public Control {
  public:
    Follower(const Limits& limits, std::uint64_t interval, const std::atomic<bool>& stop)
        : Control(limits, interval), stop_(stop) {}

  private:
    void listen() override {
        if (stop_.load(std::memory_order_relaxed)) throw Stopped{};
    }

    const std::atomic<bool>& stop_;
};

}  // namespace

template <class B>
void Search<B>::search_root_in_parallel(Slot slot, int count, int root_moves, int depth, int empties, Report& report) {
    std::vector<Value> values(static_cast<std::size_t>(count));
    std::vector<std::vector<int>> lines(values.size());
    std::atomic<int> next_move = 0;
    std::atomic<bool> stop = false;
    std::atomic<std::uint64_t> nodes = 0;
    std::exception_ptr failure;
    std::atomic_flag failed;

    std::mutex mutex;  // of `running`
    std::condition_variable done;
    int running = 0;

    const auto work = [&] {
        Limits limits;
        Follower control(limits, static_cast<std::uint64_t>(evaluator_.nodes_between_checks()), stop);
        try {
            Search<B> worker(shape_, evaluator_, nullptr, control, settings_);
            worker.prepare(empties);
            for (int i = next_move++; i < count; i = next_move++) {
                values[i] = -worker.search_node(slot[i].next, depth - 1, -Value::infinity(), Value::infinity(),
                                                worker.first_node(root_moves, 0, {}));
                worker.extend_line(0, slot[i].square);
                lines[i] = worker.lines_[0];
            }
        } catch (...) {
            if (!failed.test_and_set()) failure = std::current_exception();
            stop = true;
        }
        nodes += control.nodes();
        {
            const std::scoped_lock lock(mutex);
            --running;
        }
        done.notify_one();
    };

    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const int workers = std::min(static_cast<int>(cores), count);
    running = workers;
    std::vector<std::thread> threads;
    try {
        for (int i = 0; i < workers; ++i) threads.emplace_back(work);
    } catch (const std::system_error&) {
        // The system gives no more threads: those that run do all the work, or else this one.
        const std::scoped_lock lock(mutex);
        running -= workers - static_cast<int>(threads.size());
    }
    if (threads.empty()) {
        running = 1;
        work();
    }
    std::exception_ptr told;
    while (true) {
        {
            std::unique_lock lock(mutex);
            if (done.wait_for(lock, std::chrono::milliseconds(5), [&] { return running == 0; })) break;
        }
        if (told) continue;
        try {
            control_.poll();
        } catch (...) {
            told = std::current_exception();
            stop = true;
        }
    }
    for (std::thread& thread : threads) thread.join();
    control_.add(nodes);
    if (told) std::rethrow_exception(told);
    if (failure) std::rethrow_exception(failure);

    std::vector<int> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return values[a] != values[b] ? values[a] > values[b] : slot[a].square < slot[b].square;
    });
    order.resize(std::min(order.size(), static_cast<std::size_t>(settings_.lines)));
    report.moves.clear();
    for (const int i : order) report.moves.push_back({slot[i].square, values[i], values[i].is_proven(), lines[i]});
}

// The value of a move of a split point. The context is the node of each of its moves; the state of their parent may be
// another thread's.
template <class B>
Value Search<B>::search_shared(const Point& point, int i, Slot slot) {
    Node node = point.context;
    node.slot = slot;
    node.parent = nullptr;
    return search_null_window(point.moves[i], i, point.size, point.alpha, node);
}

template Value Search<Bits64>::search_shared(const Point&, int, Slot);
template Value Search<Bits256>::search_shared(const Point&, int, Slot);
template void Search<Bits64>::search_root_in_parallel(Slot, int, int, int, int, Report&);
template void Search<Bits256>::search_root_in_parallel(Slot, int, int, int, int, Report&);

}  // namespace outflank
