// When a search must stop: depth, nodes, time, or because it is told to.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

namespace outflank {

struct Limits {
    int depth = std::numeric_limits<int>::max();                      // plies; passes are free
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  // calls of a search function
    double time = std::numeric_limits<double>::infinity();            // seconds
};

// Thrown through the search to its root.
struct Stopped {
    bool interrupted = false;  // by the person at the keyboard
};

// Counts nodes and throws Stopped once a limit is reached.
class Control {
  public:
    // `interval` is how many nodes may pass between two looks at the clock; fewer if there is little time.
    Control(const Limits& limits, std::uint64_t interval)
        : limits_(limits), interval_(limits.time < brief ? std::min(interval, brief_interval) : interval) {
        plan_check();
    }
    virtual ~Control() = default;

    void visit() {
        if (nodes_ >= next_check_) check();
        ++nodes_;
    }

    // Looks whether to stop, without counting.
    void poll() {
        if (elapsed() >= limits_.time) throw Stopped{};
        listen();
    }

    // Counts what others searched on this one's behalf.
    void add(std::uint64_t nodes) { nodes_ += nodes; }

    // Discs that the best move has lost in the iteration under way, for those who decide when to stop.
    void note_fall(float discs) { fall_ = discs; }
    float fall() const { return fall_; }

    std::uint64_t nodes() const { return nodes_; }
    double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
    const Limits& limits() const { return limits_; }

  protected:
    // Throws Stopped if someone outside wants the search to end.
    virtual void listen() {}

  private:
    static constexpr double brief = 0.01;  // seconds
    static constexpr std::uint64_t brief_interval = 64;

    void check() {
        const double now = elapsed();
        longest_ = std::max(longest_, now - looked_);
        looked_ = now;
        if (nodes_ >= limits_.nodes || now + pause() >= limits_.time) throw Stopped{};
        listen();
        plan_check();
    }

    // Seconds until the next look at the clock, if it comes late: on a busy machine others run meanwhile. As little as
    // a machine at rest takes is not worth stopping early, and more than a part of the time never is.
    double pause() const {
        constexpr double usual = 0.003;
        constexpr double most = 0.1;
        return longest_ < usual ? 0 : std::min(longest_, most * limits_.time);
    }

    void plan_check() { next_check_ = limits_.nodes - nodes_ < interval_ ? limits_.nodes : nodes_ + interval_; }

    Limits limits_;
    std::uint64_t interval_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_check_ = 0;
    float fall_ = 0;
    double looked_ = 0;   // when the clock was last looked at
    double longest_ = 0;  // the longest time between two looks
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace outflank
