// Long work without Python's lock: the one wrapper for searches, playouts, perft and loops over many positions.
#pragma once

#include <utility>

#include "../outflank/search/limits.hpp"
#include "bindings.hpp"

namespace outflank::bindings {

// Whether the interpreter is shutting down: searches must end, and no new one may begin.
bool is_closing();

// How many forks led from the process that loaded the module to this one. A child has only the thread that forked:
// searches of other threads are not in it.
unsigned forks();

// Counts a piece of work while it lives; the interpreter waits for all of them before it goes. Throws Stopped if it is
// shutting down already.
class UnlockedWork {
  public:
    UnlockedWork();
    ~UnlockedWork();
    UnlockedWork(const UnlockedWork&) = delete;
    UnlockedWork& operator=(const UnlockedWork&) = delete;

  private:
    unsigned forks_;
};

// Runs `work` while other Python threads run too, and hands over what it returns or throws. If it throws Stopped,
// Python gets a KeyboardInterrupt, or a SystemExit if the interpreter is shutting down. Work that may be long visits or
// polls a PythonControl.
template <class Work>
decltype(auto) without_lock(Work work) {
    const UnlockedWork counted;  // outlives the lock's release
    const nb::gil_scoped_release unlocked;
    return work();
}

// Runs Python code within such work. Ctrl-C in it throws Stopped; another exception comes out as it is.
template <class Call>
decltype(auto) with_lock(Call call) {
    const nb::gil_scoped_acquire locked;
    try {
        return call();
    } catch (const nb::python_error& error) {
        if (error.matches(PyExc_KeyboardInterrupt)) throw Stopped{.interrupted = true};
        throw;
    }
}

}  // namespace outflank::bindings
