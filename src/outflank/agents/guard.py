"""Ends a group of processes with who started it; as a script, starts a program so guarded.

The script's arguments are a descriptor that is at its end when who started it is gone, one for the
error number if the program cannot be started, and the program with its arguments. It is run by its
path and imports nothing of this package, so that programs start fast.
"""

import os
import select
import signal
import sys


def guard(lifeline: int) -> None:
    """Starts a process that ends all of this one's group when the lifeline is at its end.

    A thread could not, while this process is inside a long call of C, or another program. As it
    stays in the group that it ends, the group's number cannot have become another's by then. It is
    no child of this process, which may wait for its children.
    """
    between = os.fork()
    if between:
        os.waitpid(between, 0)
        return
    if os.fork():
        os._exit(0)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    os.dup2(lifeline, 0)
    os.closerange(1, min(os.sysconf("SC_OPEN_MAX"), 1 << 16))
    poll = select.poll()
    poll.register(0, 0)
    poll.poll()
    os.killpg(0, signal.SIGKILL)


def main() -> None:
    """Becomes the program."""
    lifeline, report = map(int, sys.argv[1:3])
    guard(lifeline)
    for descriptor in (lifeline, report):
        os.set_inheritable(descriptor, False)
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
