"""Functions that fight whoever asks them for a move, each in its own way."""

import ctypes
import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

from outflank import Limit, Move, Position


def note(pid: int) -> None:
    """Leaves the number of a process where the test looks for it, if it may write there."""
    with suppress(OSError), Path(os.environ["HOSTILE_PIDS"]).open("a") as file:
        file.write(f"{pid}\n")


def first(position: Position) -> Move:
    return min(position.legal_moves())


def loop(position: Position) -> Move:
    while True:
        pass


def loop_in_c(position: Position) -> Move:
    """Never gives Python a chance to look for signals or other threads."""
    if "HOSTILE_PIDS" in os.environ:
        note(os.getpid())
    return position.legal_moves()[sum(range(10**13))]


def holds_on(position: Position) -> Move:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
    while True:
        try:
            time.sleep(0.01)
        except BaseException:
            print("not yet")


def exits(position: Position) -> Move:
    os._exit(3)


def system_exit(position: Position) -> Move:
    sys.exit("enough")


class Odd(BaseException):
    """No Exception, and not to be shown either."""

    def __str__(self) -> str:
        raise self


def odd(position: Position) -> Move:
    raise Odd


def interrupts(position: Position) -> Move:
    raise KeyboardInterrupt


def segfaults(position: Position) -> Move:
    ctypes.string_at(0)
    return first(position)


def kills_itself(position: Position) -> Move:
    os.kill(os.getpid(), signal.SIGKILL)
    return first(position)


def kills_its_group(position: Position) -> Move:
    os.killpg(0, signal.SIGKILL)
    return first(position)


def recurses(position: Position) -> Move:
    return recurses(position)


def hog(position: Position) -> Move:
    kept = []
    while True:
        kept.append(bytearray(1 << 24))


def big(position: Position) -> Move:
    bytearray(1 << 27)
    return first(position)


def prints(position: Position) -> Move:
    for number in range(40_000):
        sys.stdout.write(f"line {number} {'x' * 40}\n")
    print("and the end", end="")
    return first(position)


def prints_in_pieces(position: Position) -> Move:
    print("half a ", end="")
    os.write(2, b"line \xff")
    os._exit(1)


def reads(position: Position) -> Move:
    print(repr(sys.stdin.read()), repr(os.read(0, 10)))
    return first(position)


def closes_three(position: Position) -> Move:
    os.closerange(0, 3)
    return first(position)


def closes_all(position: Position) -> Move:
    os.closerange(0, 1000)
    return first(position)


def closes_and_lingers(position: Position) -> Move:
    os.closerange(0, 1000)
    while True:
        pass


def scribbles(position: Position) -> Move:
    """Writes what is no answer to all that is open."""
    for descriptor in range(3, 300):
        for junk in (b'{"number": 1, "move": "a1"}\n', b"\xff" * 3000, b"[[[["):
            try:
                os.write(descriptor, junk)
            except OSError:
                break
    return first(position)


def forks(position: Position) -> Move:
    """Its copy plays on as well."""
    if not os.fork():
        note(os.getpid())
    return first(position)


def leaves_a_child(position: Position) -> Move:
    note(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"]).pid)
    return first(position)


def leaves_a_child_and_dies(position: Position) -> Move:
    """The child holds on to all that was open."""
    if not (pid := os.fork()):
        time.sleep(300)
    note(pid)
    os._exit(4)


def starts_threads(position: Position) -> Move:
    def work() -> None:
        while True:
            print("still here")
            time.sleep(0.001)

    threading.Thread(target=work).start()
    return first(position)


def is_late(position: Position) -> Move:
    time.sleep(0.3)
    return first(position)


class Remembers:
    """Counts its moves, and hangs at the third."""

    def __init__(self) -> None:
        print("made")
        self.asked = 0

    def choose(self, position: Position, limit: Limit) -> Move:
        self.asked += 1
        print(f"move {self.asked} within {limit.time:g} s")
        if self.asked == 3:
            self.fail()
        return first(position)

    def fail(self) -> None:
        while True:
            pass


class Forgets(Remembers):
    """Dies at the third instead."""

    def fail(self) -> None:
        os._exit(0)


class Once:
    """Can be made once only, and dies at its first move."""

    def __init__(self) -> None:
        marker = Path(os.environ["HOSTILE_PIDS"])
        if marker.exists():
            raise ValueError("no second time")
        note(0)

    def choose(self, position: Position, limit: Limit) -> Move:
        os._exit(5)


def leaves_a_daemon(position: Position) -> Move:
    """A process in a session of its own, whose parent is gone."""
    is_noted, noted = os.pipe()
    if not (child := os.fork()):
        os.setsid()
        if not os.fork():
            note(os.getpid())
            os.write(noted, b"1")
            time.sleep(300)
        os._exit(0)
    os.waitpid(child, 0)
    os.read(is_noted, 1)
    return first(position)


def set_the_clock_back() -> None:
    """Lets no time pass for what runs in this process."""
    host: Any = sys.modules["__main__"]
    host.perf_counter = time.perf_counter = time.monotonic = lambda: 1.0


def lies_about_its_time(position: Position) -> Move:
    set_the_clock_back()
    time.sleep(0.5)
    return first(position)


def frames() -> dict[str, Any]:
    """All variables of who called this, and of who called them."""
    frame: FrameType | None = sys._getframe()
    found: dict[str, Any] = {}
    while frame is not None:
        found |= frame.f_locals
        frame = frame.f_back
    return found


def answers_by_itself(position: Position) -> Move:
    """Writes its own answer, with what it finds in the frames, while it goes on."""
    seen = frames()
    time.sleep(0.5)
    answer = {"tag": seen["tag"], "move": str(first(position)), "seconds": 0.0}
    os.write(seen["replies"], f"\n{json.dumps(answer)}\n".encode())
    while True:
        time.sleep(1)


class AnswersInAdvance:
    """Answers at its first move whatever may be asked later, and hangs then."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, position: Position, limit: Limit) -> Move:
        self.asked += 1
        while self.asked > 1:
            time.sleep(1)
        seen = frames()
        token = getattr(seen.get("setup"), "token", None)
        for number in range(2, 10):
            answer = {"token": token, "number": number, "tag": number, "seconds": 0.0}
            answer["move"] = str(first(position.play(first(position))))
            os.write(seen["replies"], f"\n{json.dumps(answer)}\n".encode())
        return first(position)


def blames_the_system(position: Position) -> Move:
    """Says that it was late or ended, which is not for it to say."""
    seen = frames()
    answer = {"tag": seen["tag"], "kind": "crash", "message": " " * 500_000, "seconds": 0.0}
    os.write(seen["replies"], f"\n{json.dumps(answer)}\n".encode())
    return first(position)
