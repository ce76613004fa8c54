"""Supervision of a process: it, and all that it starts, ends with the process that started it.

As a script, this module starts a program under supervision. The script's arguments are a descriptor
that is at its end when who started it is gone, one for the error number if the program cannot be
started, and the program with its arguments. It is run by its path and imports nothing of this
package, so that programs start fast.
"""

from __future__ import annotations

import _thread
import ctypes
import os
import select
import signal
import sys

TYPE_CHECKING = False  # as in typing, which takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable

_SET_DEATH_SIGNAL = 1
_SET_CHILD_SUBREAPER = 36
"""What `prctl` does, as numbered by Linux."""
_SIGNALED = 128
"""A shell adds this to the number of a signal to make an exit status."""


def supervise(
    lifeline: int,
    fork: Callable[[], int] = os.fork,
    clean: Callable[[], object] = lambda: None,
) -> None:
    """Go on in a new process, which leads a session of its own; this one stays and supervises.

    It kills the new process when the lifeline is at its end or when it gets SIGTERM. When the new
    process has ended, it kills all that this has started, in other sessions too on Linux, and ends
    in the same way: by the same signal or with the same status. Another `fork` than the usual one
    may return the number of a process between the two, which ends with the status of `as_status`.
    `clean` is called when all have ended.
    """
    if sys.platform == "linux":
        _prctl(_SET_CHILD_SUBREAPER, 1)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    if child := fork():
        code = _stay(lifeline, child)
        clean()
        is_signal = fork is not os.fork and _SIGNALED < code < _SIGNALED + signal.NSIG
        _end(_SIGNALED - code if is_signal else code)
    end_with_parent()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    os.setsid()
    os.close(lifeline)


def end_with_parent() -> None:
    """Have the system kill this process when its parent ends; on Linux only."""
    if sys.platform == "linux":
        _prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)


def reap(child: int) -> int:
    """Wait until a child has ended, and for all others meanwhile.

    Returns its exit status, or below 0 the number of the signal that ended it.
    """
    while True:
        pid, status = os.wait()
        if pid == child:
            return os.waitstatus_to_exitcode(status)


def as_status(code: int) -> int:
    """The exit status for a result of `reap`, as in a shell: 128 plus the number of a signal."""
    return code if code >= 0 else _SIGNALED - code


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _stay(lifeline: int, child: int) -> int:
    """Supervise a child until it has ended; return the same as `reap`."""

    def end(*_: object) -> None:
        _kill(child)

    def end_with_lifeline() -> None:
        poll = select.poll()
        poll.register(0, 0)
        poll.poll()
        end()

    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, end)
    os.dup2(lifeline, 0)
    os.closerange(1, min(os.sysconf("SC_OPEN_MAX"), 1 << 16))
    _thread.start_new_thread(end_with_lifeline, ())  # before SIGTERM may come, so it gets none
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    code = reap(child)
    _kill(-child)  # its group: all that can be found where there is no /proc
    while children := [pid for pid in _children() if _kill(pid)]:  # their children become ours
        for _ in children:
            os.wait()
    return code


def _kill(pid: int) -> bool:
    """Kill a process, or the group of a number below 0; False for one that is gone or not ours."""
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        return False
    return True


def _children() -> list[int]:
    """The children of this process, where there is /proc."""
    try:
        pids = filter(str.isdigit, os.listdir("/proc"))  # noqa: PTH208 (pathlib loads slowly)
        return [int(pid) for pid in pids if _parent(pid) == os.getpid()]
    except FileNotFoundError:
        return []


def _parent(pid: str) -> int:
    try:
        with open(f"/proc/{pid}/stat", "rb") as stat:  # noqa: PTH123
            return int(stat.read().rpartition(b")")[2].split()[1])
    except OSError:  # it is gone
        return 0


def _end(code: int) -> None:
    """End with a status, or by the signal of a number below 0."""
    import resource

    if code < 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code & 0xFF)


def main() -> None:
    """Become the program."""
    lifeline, report = map(int, sys.argv[1:3])
    supervise(lifeline)
    os.set_inheritable(report, False)
    for number in (signal.SIGINT, signal.SIGPIPE, signal.SIGXFSZ):  # which Python, or we, ignore
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    try:
        os.execvp(sys.argv[3], sys.argv[3:])
    except OSError as error:
        os.write(report, str(error.errno).encode())
    os._exit(127)


if __name__ == "__main__":
    main()
