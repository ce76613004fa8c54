// How Python stops a search.
#pragma once

#include "../outflank/search/limits.hpp"
#include "bindings.hpp"
#include "thinking.hpp"

namespace outflank::bindings {

// Runs Python code; Ctrl-C in it ends the search.
template <class Call>
void call_python(Call call) {
    try {
        call();
    } catch (const nb::python_error& error) {
        if (error.matches(PyExc_KeyboardInterrupt)) throw Stopped{.interrupted = true};
        throw;
    }
}

// Looks for Ctrl-C and for a stop event, every few milliseconds, with the lock held. An event with an attribute `fall`
// gets the discs there that the best move has lost in the iteration under way.
class PythonControl : public Control {
  public:
    PythonControl(const Limits& limits, int interval, nb::handle stop)
        : Control(limits, static_cast<std::uint64_t>(interval)), stop_(stop), has_fall_(nb::hasattr(stop, "fall")) {}

  private:
    static constexpr double pause = 0.005;  // seconds

    void listen() override {
        if (closing()) throw Stopped{};
        const double now = elapsed();
        if (now - last_ < pause) return;
        last_ = now;
        nb::gil_scoped_acquire locked;
        call_python([&] {
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

}  // namespace outflank::bindings
