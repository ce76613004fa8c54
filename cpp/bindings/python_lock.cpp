// The end of work without the lock: on Ctrl-C, in the child of a fork, and when the interpreter shuts down. A thread
// that asks for the lock after that is killed in a way that C++ does not survive.
#include "python_lock.hpp"

#include <atomic>
#include <chrono>
#include <exception>
#include <thread>

namespace outflank::bindings {

namespace {

std::atomic<bool> closing = false;
std::atomic<int> running = 0;
std::atomic<unsigned> fork_count = 0;

// Called at exit, before the interpreter goes: ends all work and waits for it, but not for ever, as an evaluator may
// never return.
void stop_all() {
    closing = true;
    const nb::gil_scoped_release unlocked;
    for (int i = 0; i < 2000 && running > 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// Called in the child of a fork.
void forget_all() {
    ++fork_count;
    running = 0;
}

void raise_stopped(const std::exception_ptr& error, void*) {
    try {
        std::rethrow_exception(error);
    } catch (const Stopped& stopped) {
        if (stopped.interrupted) {
            PyErr_SetNone(PyExc_KeyboardInterrupt);
        } else {
            // It ends a thread without a message.
            PyErr_SetString(PyExc_SystemExit, "the interpreter is shutting down: no search can begin");
        }
    }
}

}  // namespace

bool is_closing() { return closing.load(std::memory_order_relaxed); }

unsigned forks() { return fork_count; }

UnlockedWork::UnlockedWork() : forks_(forks()) {
    if (is_closing()) throw Stopped{};
    ++running;
}

UnlockedWork::~UnlockedWork() {
    if (forks_ == forks()) --running;
}

void install_lock_hooks() {
    nb::register_exception_translator(raise_stopped);
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(&stop_all));
    const nb::module_ os = nb::module_::import_("os");
    if (nb::hasattr(os, "register_at_fork")) {
        os.attr("register_at_fork")(nb::arg("after_in_child") = nb::cpp_function(&forget_all));
    }
}

}  // namespace outflank::bindings
