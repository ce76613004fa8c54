"""Whatever is thrown at the native module, the interpreter stays up and answers stay true."""

import gc
import pickle
import subprocess
import sys
import threading
import weakref

import pytest

from outflank import (
    Engine,
    IllegalMoveError,
    Limit,
    Linear,
    Move,
    Position,
    Settings,
    Shape,
)

from .endings import endings


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("cls", [Move, Shape])
def test_interned_values_come_from_their_constructor_alone(cls: type) -> None:
    with pytest.raises(TypeError, match="not safe"):
        object.__new__(cls)
    name = cls.__name__.encode()
    text = b"ccopyreg\n_reconstructor\n(coutflank\n" + name + b"\nc__builtin__\nobject\nNtR."
    with pytest.raises(TypeError):
        pickle.loads(text)
    with pytest.raises(TypeError):
        type("Sub", (cls,), {})


def test_moves_pickle_to_themselves() -> None:
    for move in (*Shape(16).squares, Move("pass")):
        assert pickle.loads(pickle.dumps(move)) is move
    assert pickle.loads(pickle.dumps(Shape(10))) is Shape(10)


@pytest.mark.parametrize(
    "state",
    [
        (7, 0, [0] * 8),
        (8, 2, [0] * 8),
        (8, 0, [1, 1, 0, 0, 0, 0, 0, 0]),
        (6, 0, [1, 0, 0, 0, 0, 0, 0, 0]),
        (8, 0, [34628173824, 68853694464, 0, 0, 0, 0, 0, 7]),
        (10, 0, [1, 0, 0, 0, 0, 0, 0, 0]),
    ],
)
def test_damaged_pickles_are_refused(state: tuple[int, int, list[int]]) -> None:
    with pytest.raises(ValueError, match=r"damaged pickle|board size 7"):
        Position.__new__(Position).__setstate__(state)


SEARCH_AT_EXIT = """
import threading, outflank as of
def slow(position):
    return 0.0
engines = [{engine} for _ in range(3)]
start = of.Position.initial(16)
for engine in engines:
    begun = threading.Event()
    tell = lambda analysis, begun=begun: begun.set()
    search = lambda e=engine, tell=tell: e.search(start, of.Limit(time=60), progress=tell)
    threading.Thread(target=search, daemon=True).start()
    begun.wait()
"""


@pytest.mark.parametrize(
    "engine",
    [
        "of.Engine(settings=of.Settings(exact_from=0))",
        "of.Engine(slow, settings=of.Settings(exact_from=0))",
        "of.agent_from_spec('phased').engine",
        "of.agent_from_spec('positional').engine",
    ],
)
def test_searches_in_daemon_threads_end_with_the_program(engine: str) -> None:
    done = run(SEARCH_AT_EXIT.format(engine=engine))
    assert (done.returncode, done.stderr) == (0, "")


def test_perft_can_be_interrupted() -> None:
    code = """
import random, signal, outflank as of
choose = random.Random(1).choice
position = of.Position.initial(16)
for _ in range(100):
    position = position.play(choose(position.legal_moves()))
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.3)
try:
    position.perft(9)
except KeyboardInterrupt:
    print("interrupted")
"""
    assert run(code).stdout == "interrupted\n"


def test_an_engine_and_its_evaluator_are_collected() -> None:
    class Own:
        def __init__(self) -> None:
            self.engine = Engine(self.value)

        def value(self, position: Position) -> float:
            return position.mobility

    own = Own()
    own.engine.search(Position.initial(), Limit(depth=2))
    gone = weakref.ref(own)
    del own
    gc.collect()
    assert gone() is None


def test_proven_results_of_stopped_searches_are_true() -> None:
    for position in endings(4, 7, 60, 1):
        truth = Engine().solve(position).score
        for nodes in range(1, 120, 7):
            found = Engine().search(position, Limit(nodes=nodes))
            if found.proven and not found.exact:
                assert 0 < found.score <= truth or truth <= found.score < 0
            elif found.exact:
                assert found.score == truth


def test_lines_stay_legal_on_a_used_engine() -> None:
    engine = Engine(settings=Settings(exact_from=0))
    for position in endings(6, 18, 40, 2):
        for depth in (6, 5, 7, 3):
            found = engine.search(position, Limit(depth=depth))
            end = position
            for move in found.pv:
                end = end.play(move)


def test_huge_weights_are_refused() -> None:
    for weight in (float("nan"), float("inf"), 1e39, -1e300):
        with pytest.raises(ValueError, match="expected a number of at most 1e30 in size"):
            Linear(discs=weight)
    big = Linear(discs=1e30, frontier=-1e30, squares=[1e30] * 64)
    assert abs(Engine(big).search(Position.initial(), Limit(depth=3)).score) < 1e36


def test_a_size_is_checked_before_anything_is_built() -> None:
    with pytest.raises(ValueError, match="board size 1000000000000: expected an even number"):
        Linear(discs=1).for_size(10**12)


def test_an_evaluator_is_not_changed_during_a_search() -> None:
    engine = Engine(Linear(discs=1))
    before = engine.evaluator

    def change(analysis: object) -> None:
        engine.evaluator = Linear(mobility=1)

    with pytest.raises(RuntimeError, match="one search at a time"):
        engine.search(Position.initial(), Limit(depth=3), progress=change)
    assert engine.evaluator is before


def test_ctrl_c_in_progress_ends_the_search() -> None:
    def interrupt(analysis: object) -> None:
        raise KeyboardInterrupt

    found = Engine().search(Position.initial(), Limit(depth=9), progress=interrupt)
    assert (found.interrupted, found.depth) == (True, 1)


def test_an_illegal_pass_cannot_be_searched() -> None:
    with pytest.raises(IllegalMoveError, match="illegal move pass"):
        Engine().search(Position.initial(), Limit(depth=1), moves=["f5", "pass"])


def test_a_stop_event_may_return_anything() -> None:
    class Event:
        def is_set(self) -> int:
            return 1

    found = Engine(settings=Settings(exact_from=0)).search(
        Position.initial(16),
        Limit(),
        stop=Event(),  # type: ignore[arg-type]
    )
    assert not found.interrupted


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"position": "x"}, "position 'x': expected a Position"),
        ({"limit": 5}, "limit 5: expected a Limit"),
        ({"stop": 5}, "stop 5: expected an event"),
        ({"progress": 5}, "progress 5: expected a function"),
        ({"moves": "f5"}, "moves 'f5': expected a list of moves"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, object], message: str) -> None:
    given = {"position": Position.initial(), "limit": Limit(depth=1), **arguments}
    with pytest.raises(TypeError, match=message):
        Engine().search(**given)  # type: ignore[arg-type]


def test_many_engines_in_many_threads() -> None:
    position = Position.initial().play("f5")
    expected = Engine().search(position, Limit(depth=7)).score
    scores: list[float] = []
    threads = [
        threading.Thread(
            target=lambda: scores.append(Engine().search(position, Limit(depth=7)).score)
        )
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert scores == [expected] * 8


def test_signals_are_let_through_again_after_the_import() -> None:
    code = "import outflank, signal; print(signal.pthread_sigmask(signal.SIG_BLOCK, []))"
    assert run(code).stdout == "set()\n"
