// How Python stops a search and hears of its progress.
#pragma once

#include "python_lock.hpp"

namespace outflank::bindings {

// Looks for Ctrl-C and for a stop event, every few milliseconds, with the lock held. An event with an attribute `fall`
// gets the discs there that the best move has lost in the iteration under way.
class PythonControl : public Control {
  public:
    PythonControl(const Limits& limits, int interval, nb::handle stop = nb::none())
        : Control(limits, static_cast<std::uint64_t>(interval)), stop_(stop), has_fall_(nb::hasattr(stop, "fall")) {}

    // Calls `progress`, unless it is None, with what `answer` returns. It may take long, so the limits are checked
    // then.
    template <class Answer>
    void report(nb::handle progress, Answer answer) {
        if (progress.is_none()) return;
        with_lock([&] { progress(answer()); });
        poll();
    }

  private:
    static constexpr double pause = 0.005;  // seconds

    void listen() override {
        if (is_closing()) throw Stopped{};
        const double now = elapsed();
        if (now - last_ < pause) return;
        last_ = now;
        with_lock([&] {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            if (stop_.is_none()) return;
            if (has_fall_) stop_.attr("fall") = fall();
            const int set = PyObject_IsTrue(stop_.attr("is_set")().ptr());
            if (set < 0) throw nb::python_error();
            if (set != 0) throw Stopped{};
        });
    }

    nb::handle stop_;
    bool has_fall_;
    double last_ = 0;
};

// Calls f(i) for each i from 0 to count - 1 without the lock, unless Ctrl-C comes between. A call takes microseconds.
template <class F>
void repeat_without_lock(std::uint64_t count, F f) {
    constexpr int calls_between_checks = 64;
    PythonControl control({}, calls_between_checks);
    without_lock([&] {
        for (std::uint64_t i = 0; i < count; ++i) {
            control.visit();
            f(i);
        }
    });
}

}  // namespace outflank::bindings
