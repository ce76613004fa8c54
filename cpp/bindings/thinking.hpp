// Searches that run without the lock, and their end when the interpreter shuts down: a thread that asks for
// the lock after that is killed in a way that C++ does not survive.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace outflank::bindings {

inline std::atomic<int> searches_thinking = 0;
inline std::atomic<bool> shutting_down = false;

// Whether searches must end and no new one may begin.
inline bool closing() { return shutting_down.load(std::memory_order_relaxed); }

// Counts a search while it lives.
class Thinking {
  public:
    Thinking() { ++searches_thinking; }
    ~Thinking() { --searches_thinking; }
    Thinking(const Thinking&) = delete;
    Thinking& operator=(const Thinking&) = delete;
};

// Keeps what serves one search at a time to one search while it lives.
class Alone {
  public:
    explicit Alone(std::atomic<bool>& busy) : busy_(busy) {
        if (busy_.exchange(true)) throw std::runtime_error("this engine is already searching: one search at a time");
    }
    ~Alone() { busy_ = false; }
    Alone(const Alone&) = delete;
    Alone& operator=(const Alone&) = delete;

  private:
    std::atomic<bool>& busy_;
};

// Called at exit, before the interpreter goes: ends all searches and waits for them, but not for ever, as
// an evaluator may never return.
inline void stop_all_thinking() {
    shutting_down = true;
    nanobind::gil_scoped_release unlocked;
    for (int i = 0; i < 2000 && searches_thinking > 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace outflank::bindings
