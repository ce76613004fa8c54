"""A program that answers lines in one of many bad ways, or in a good one; run with its name."""

import os
import signal
import sys
import time


def echo():
    for line in sys.stdin:
        print(f"you said {line}", end="", flush=True)


def exits():
    print("Out of ideas", file=sys.stderr)
    sys.exit(3)


def dies():
    sys.stdin.readline()
    os.kill(os.getpid(), signal.SIGSEGV)


def stalls():
    time.sleep(60)


def endless_line():
    while True:
        sys.stdout.write("x" * 1000)


def endless_lines():
    while True:
        print("blah")


def loud():
    """Fills the pipe for errors before it answers."""
    for line in sys.stdin:
        sys.stderr.write("noise\n" * 100_000)
        print("quiet", line, end="", flush=True)


def closes_input():
    os.close(0)
    print("closed", flush=True)
    time.sleep(60)


def closes_output():
    sys.stdin.readline()
    print("half a line", end="", flush=True)
    os.close(1)
    time.sleep(60)


def binary():
    sys.stdin.readline()
    sys.stdout.buffer.write(bytes(range(256)))
    sys.stdout.buffer.write(b"\n")


def children():
    """Starts another program, tells its number, and that of its own process."""
    sys.stdin.readline()
    child = os.fork()
    if child:
        print(os.getpid(), child, flush=True)
    time.sleep(60)


def daemons():
    """As children, but each in a session of its own, and the parent of one is gone."""
    sys.stdin.readline()
    if not (child := os.fork()):
        os.setsid()
        if not (grandchild := os.fork()):
            os.setsid()
            time.sleep(60)
        print(os.getpid(), grandchild, flush=True)
        os._exit(0)
    os.waitpid(child, 0)
    time.sleep(60)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
