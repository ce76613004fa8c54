"""Long native work leaves Python's lock to other threads, and ends on request."""

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from outflank import Position, _core
from outflank.heuristics import standard

# Native functions and their arguments: some would run for minutes or for ever, others loop over
# enough data for a tenth of a second.
WORK = {
    "search": "_core.search, large, native16, native16, table",
    "search by a function": "_core.search, start, function, native, table",
    "search with threads": "partial(_core.search, threads=2), large, native16, native16, table",
    "solve": "partial(_core.solve, threads=1, alpha=-64, beta=64), start, native, native, table",
    "solve by a function": (
        "partial(_core.solve, threads=1, alpha=-64, beta=64), start, native, function, table"
    ),
    "solve with threads": (
        "partial(_core.solve, threads=2, alpha=-64, beta=64), start, native, native, table"
    ),
    "tree search": "tree.search, large",
    "search of a classroom agent": "_core.classic_search, large, native16, classic, settings",
    "refutations": "_core.refutations, large, native16, 60, 0.0",
    "refutations by a function": "_core.refutations, start, function, 60, 0.0",
    "self-play": (
        "partial(_core.self_play, games=10**9, seed=1, random=(0, 9), depth=2, exact_from=9),"
        "native, native"
    ),
    "playouts": "partial(_core.playouts, seed=1, guided=False), start, 10**15",
    "perft": "large.perft, 40",
    "evaluations": "_core.evaluations, native, bytes(2**24 * 3 // 2)",
    "pattern entries": (
        "_core.pattern_entries, 8, [([['a1', 'b1', 'c1']], [[0, 1, 2]])], bytes(2**24 * 3 // 2)"
    ),
    "canonical examples": "_core.canonical_examples, 8, bytes(2**24 * 3)",
    "feature rows": "_core.feature_rows, [start] * 100_000, list(_core.COUNTS)",
    "visits": "_core.visits, last, start, record * 2**17, bytes([len(record)]) * 2**17",
}

PREPARE = """
import os, signal, sys, threading, time, warnings
from functools import partial
from outflank import Move, Position, _core
from outflank.heuristics import standard

start, large = Position.initial(), Position.initial(16)
native, native16 = standard().for_size(8), standard().for_size(16)
function = _core.function_evaluator(8, lambda position: position.mobility)
table = _core.Table(1)
classic, settings = _core.ClassicTable(1), _core.ClassicSettings()
tree = _core.MonteCarloTree(exploration=0.5, guided=False, flat=True, memory=1, seed=1)
last, record = start, b""
while moves := last.legal_moves():
    last = last.play(moves[0])
    if moves[0] is not Move("pass"):
        record += bytes([16 * moves[0].row + moves[0].column])
work = partial({work})
sys.setswitchinterval(1e6)  # no thread gets the lock unless another one lets go of it
"""

INTERRUPT = """
class Alarm(Exception):
    pass

def ring(*_):
    raise Alarm

def end_of_work():
    begun, results = threading.Event(), []

    def interrupt():
        begun.wait()
        for _ in range(3):
            time.sleep(0)  # this lets go of the lock, and waits for it
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        begun.set()
        # Native code calls native code, so that no signal is handled between the work and `append`.
        next(map(results.append, iter(work, None)))
        if isinstance(results[0], dict) and results[0]["interrupted"]:
            return "an answer"
        time.sleep(60)
    except (Alarm, KeyboardInterrupt) as error:
        return "too late" if results else type(error).__name__
    finally:
        thread.join()

for handler in ring, signal.default_int_handler:
    signal.signal(signal.SIGINT, handler)
    # On a busy machine a loop may come to its end before the other thread runs.
    print(next(filter(lambda end: end != "too late", (end_of_work() for _ in range(9)))))
"""

FORK_AND_EXIT = """
def repeat():
    begun.set()
    while True:
        work()

begun = threading.Event()
threading.Thread(target=repeat, daemon=True).start()
begun.wait()
{fork}
# The interpreter shuts down while the work goes on.
"""
FORK = """
warnings.simplefilter("ignore")  # Python warns of a fork beside threads
pid = os.fork()
if pid == 0:
    assert start.perft(3) == 56
    sys.exit(7)  # not os._exit: Python ends as usual
assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7
"""


def run(work: str, code: str) -> str:
    code = PREPARE.format(work=WORK[work]) + code
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("work", WORK)
def test_another_thread_runs_and_can_end_the_work(work: str) -> None:
    answers = work.startswith(("search", "solve", "tree"))  # what they have found so far
    assert run(work, INTERRUPT).split("\n") == [
        "Alarm",
        "an answer" if answers else "KeyboardInterrupt",
        "",
    ]


@pytest.mark.parametrize("work", WORK)
def test_work_ends_with_the_program_and_not_before_a_fork(work: str) -> None:
    run(work, FORK_AND_EXIT.format(fork=FORK if hasattr(os, "fork") else ""))


@pytest.mark.parametrize("error", [LookupError, KeyboardInterrupt])
@pytest.mark.parametrize("call", ["evaluate", "refutations", "search", "solve"])
def test_the_exception_of_an_evaluator_comes_out_as_itself(
    call: str, error: type[BaseException]
) -> None:
    calls = 0

    def fail(position: Position) -> float:
        nonlocal calls
        calls += 1
        if calls > 1 or call == "evaluate":
            raise error("second")
        return 0.0

    start, table = Position.initial(), _core.Table(1)
    native, function = standard().for_size(8), _core.function_evaluator(8, fail)
    functions: dict[str, Callable[[], object]] = {
        "evaluate": lambda: function.evaluate(start),
        "refutations": lambda: _core.refutations(start, function, 2, 0.0),
        "search": lambda: _core.search(start, function, native, table),
        "solve": lambda: _core.solve(start, native, function, table, threads=1, alpha=-64, beta=64),
    }
    if error is KeyboardInterrupt and call in ("search", "solve"):
        answer = functions[call]()
        assert isinstance(answer, dict)
        assert answer["interrupted"]
    else:
        with pytest.raises(error):
            functions[call]()
