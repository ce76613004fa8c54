// Searches that run without the lock, and their end when the interpreter shuts down: a thread that asks for
// the lock after that is killed in a way that C++ does not survive.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>

namespace outflank::bindings {

inline std::atomic<int> searches_thinking = 0;
inline std::atomic<bool> shutting_down = false;

// Whether searches must end and no new one may begin.
inline bool closing() { return shutting_down.load(std::memory_order_relaxed); }

// How often the process was forked since it loaded this. The threads of searches under way at a fork are not in the
// child.
inline std::atomic<unsigned> forks = 0;

// Called in the child of a fork.
inline void forget_searches() {
    ++forks;
    searches_thinking = 0;
}

// Counts a search while it lives.
class Thinking {
  public:
    Thinking() { ++searches_thinking; }
    ~Thinking() {
        if (forks_ == forks) --searches_thinking;
    }
    Thinking(const Thinking&) = delete;
    Thinking& operator=(const Thinking&) = delete;

  private:
    unsigned forks_ = forks;
};

// Lends a thing, such as a table, to one search at a time. Python's lock guards the loans.
//
// In the child of a fork, a thing that a search was using in the parent may be half changed. The next loan there gets
// a new one, made by `anew`; the old one is leaked, as it cannot be destroyed safely.
template <class T>
class Exclusive {
  public:
    explicit Exclusive(std::unique_ptr<T> thing) : thing_(std::move(thing)) {}
    ~Exclusive() {
        if (is_orphaned()) static_cast<void>(thing_.release());
    }
    Exclusive(const Exclusive&) = delete;
    Exclusive& operator=(const Exclusive&) = delete;

    class Loan {
      public:
        // Raises RuntimeError if another search has the thing, after waiting for one that was told to stop. `stop` is
        // the stop event of the search that borrows.
        explicit Loan(Exclusive& owner, nanobind::handle stop = nanobind::none()) : owner_(owner) {
            owner.await_free();
            owner.holder_ = this;
            owner.forks_ = forks;
            owner.thread_ = std::this_thread::get_id();
            owner.stop_ = stop;
            thing_ = owner.thing_.get();
        }
        ~Loan() {
            if (owner_.holder_ == this) owner_.holder_ = nullptr;
        }
        Loan(const Loan&) = delete;
        Loan& operator=(const Loan&) = delete;

        T& operator*() const { return *thing_; }
        T* operator->() const { return thing_; }

      private:
        Exclusive& owner_;
        T* thing_;
    };

    const T& operator*() const { return *thing_; }

  private:
    // A search comes back some milliseconds after it is told to stop; one that calls a slow function later.
    static constexpr int patience = 5000;  // milliseconds

    bool is_orphaned() const { return holder_ != nullptr && forks_ != forks; }

    bool is_told_to_stop() const {
        if (stop_.is_none()) return false;
        const nanobind::object stop = nanobind::borrow(stop_);
        return nanobind::bool_(stop.attr("is_set")()).operator bool();
    }

    void await_free() {
        if (is_orphaned()) {
            auto fresh = thing_->anew();
            static_cast<void>(thing_.release());
            thing_ = std::move(fresh);
            holder_ = nullptr;
        }
        for (int i = 0; holder_ != nullptr; ++i) {
            if (thread_ == std::this_thread::get_id() || i == patience || !is_told_to_stop()) {
                throw std::runtime_error(
                    "this engine is already searching: one search at a time; pass a search stop=threading.Event() and "
                    "set "
                    "the event to end it");
            }
            {
                const nanobind::gil_scoped_release unlocked;
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
        }
    }

    std::unique_ptr<T> thing_;
    const Loan* holder_ = nullptr;
    unsigned forks_ = 0;      // when it was lent
    std::thread::id thread_;  // of the holder
    nanobind::handle stop_;   // of the holder
};

// Called at exit, before the interpreter goes: ends all searches and waits for them, but not for ever, as
// an evaluator may never return.
inline void stop_all_thinking() {
    shutting_down = true;
    nanobind::gil_scoped_release unlocked;
    for (int i = 0; i < 2000 && searches_thinking > 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace outflank::bindings
