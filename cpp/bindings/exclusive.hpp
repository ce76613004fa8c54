// Things that one search has at a time, such as tables.
#pragma once

#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>

#include "python_lock.hpp"

namespace outflank::bindings {

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
        explicit Loan(Exclusive& owner, nb::handle stop = nb::none()) : owner_(owner) {
            owner.await_free();
            owner.holder_ = this;
            owner.forks_ = forks();
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

    bool is_orphaned() const { return holder_ != nullptr && forks_ != forks(); }

    bool is_told_to_stop() const {
        if (stop_.is_none()) return false;
        const nb::object stop = nb::borrow(stop_);
        return nb::bool_(stop.attr("is_set")()).operator bool();
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
            without_lock([] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
        }
    }

    std::unique_ptr<T> thing_;
    const Loan* holder_ = nullptr;
    unsigned forks_ = 0;      // when it was lent
    std::thread::id thread_;  // of the holder
    nb::handle stop_;         // of the holder
};

}  // namespace outflank::bindings
