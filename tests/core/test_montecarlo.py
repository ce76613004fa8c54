"""Playouts and the tree: they follow the rules, prove what the solver knows, and stop when told."""

import os
import subprocess
import sys
import threading
from typing import Any

import pytest

from outflank import Engine, Limit, Position
from outflank.engine import MonteCarlo, MonteCarloAnalysis, playouts

SIZES = [4, 6, 8, 10, 12, 14, 16]
OVER = Position.from_squares(8, ["a1"], [])


def sign(score: float) -> float:
    """A margin as the share of points."""
    return 1.0 if score > 0 else 0.0 if score < 0 else 0.5


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("guided", [False, True])
def test_playouts_add_up_and_repeat(size: int, guided: bool) -> None:
    start = Position.initial(size)
    found = playouts(start, 500, guided=guided, seed=7)
    assert found.wins + found.draws + found.losses == 500
    assert found.wins > 0 < found.losses
    assert abs(found.margin) < size * size / 2
    assert found == playouts(start, 500, guided=guided, seed=7)
    assert found != playouts(start, 500, guided=guided, seed=8)


def test_playouts_of_a_finished_game_are_its_result() -> None:
    assert playouts(OVER, 10) == (10, 0, 0, 64.0)
    assert playouts(OVER.swapped(), 10) == (0, 0, 10, -64.0)
    assert playouts(OVER, 0).mean == 0.5


@pytest.mark.parametrize("guided", [False, True])
def test_playouts_reach_every_line_as_often_as_it_should(guided, random_game) -> None:
    """Against all lines of a short ending, each with the product of its moves' chances."""
    position = next(
        p for seed in range(99) for p in random_game(6, seed).positions if p.empties == 5
    )

    def chances(at: Position) -> float:
        if at.is_over:
            margin = at.outcome.score if at.outcome is not None else 0
            return sign(margin) if position.turn.name == "BLACK" else 1 - sign(margin)
        moves = at.legal_moves()
        if guided:
            shape = at.shape
            free = [c for c in shape.corners if at[c] is None]
            beside = {n for c in free for n in shape.neighbours(c)} & {
                *shape.x_squares,
                *shape.c_squares,
            }
            corners = [m for m in moves if m in shape.corners]
            moves = corners or [m for m in moves if m not in beside] or moves
        return sum(chances(at.play(move)) for move in moves) / len(moves)

    games = 40_000
    found = playouts(position, games, guided=guided, seed=3)
    assert found.mean == pytest.approx(chances(position), abs=4 * 0.5 / games**0.5)


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_the_tree_proves_what_the_solver_finds(size, random_game) -> None:
    proven = 0
    for seed in range(12):
        for position in random_game(size, seed).positions:
            if position.empties > 8 or position.is_over:
                continue
            exact = Engine().solve(position)
            found = MonteCarlo(seed=seed).search(position, Limit(nodes=50_000))
            proven += found.proven
            if found.proven:
                assert found.score == sign(exact.score)
                after = position.play(found.move)
                if not after.is_over:
                    assert sign(-Engine().solve(after).score) == sign(exact.score)
    assert proven > 40


def test_the_4x4_board_is_lost_for_black() -> None:
    found = MonteCarlo(seed=1).search(Position.initial(4), Limit(nodes=200_000))
    assert found.proven
    assert found.score == 0.0
    assert all(tally.result == 0.0 for tally in found.moves)


def test_a_search_goes_on_in_the_tree_of_the_one_before() -> None:
    search = MonteCarlo(seed=2)
    position = Position.initial(8)
    first = search.search(position, Limit(nodes=20_000))
    reply = position.play(first.pv[0]).play(first.pv[1])
    second = search.search(reply, Limit(nodes=100))
    assert second.nodes == 100
    assert sum(tally.playouts for tally in second.moves) > 1000
    again = search.search(Position.initial(10), Limit(nodes=100))
    assert sum(tally.playouts for tally in again.moves) == 100
    search.clear()
    cleared = search.search(reply, Limit(nodes=100))
    assert sum(tally.playouts for tally in cleared.moves) == 100


def test_a_full_tree_goes_on_playing() -> None:
    found = MonteCarlo(seed=1, memory=0.001).search(Position.initial(8), Limit(nodes=30_000))
    assert found.nodes == 30_000
    assert not found.proven


@pytest.mark.parametrize("size", SIZES)
def test_flat_gives_every_move_as_many_playouts(size: int) -> None:
    position = Position.initial(size).play(Position.initial(size).legal_moves()[0])
    moves = len(position.legal_moves())
    found = MonteCarlo(flat=True, seed=1).search(position, Limit(nodes=40 * moves))
    assert {tally.playouts for tally in found.moves} == {40}
    assert found.score == max(tally.mean for tally in found.moves)


@pytest.mark.parametrize("size", SIZES)
def test_the_same_seed_gives_the_same_answer(size: int) -> None:
    position = Position.initial(size)
    limit = Limit(nodes=300)
    assert (
        MonteCarlo(seed=9).search(position, limit).moves
        == MonteCarlo(seed=9).search(position, limit).moves
    )


def test_a_pass_is_the_only_move(random_game) -> None:
    passing = [p for seed in range(30) for p in random_game(6, seed).positions if p.must_pass]
    assert passing
    for position in passing:
        found = MonteCarlo(seed=1).search(position, Limit(nodes=200))
        assert found.move.is_pass
        assert len(found.moves) == 1


@pytest.mark.parametrize("limit", [Limit(nodes=1), Limit(time=1e-9)])
@pytest.mark.parametrize("size", [4, 8, 16])
def test_a_tiny_limit_still_gives_a_move(size: int, limit: Limit) -> None:
    position = Position.initial(size)
    found = MonteCarlo().search(position, limit)
    assert position.is_legal(found.move)
    assert found.nodes <= 32


def test_progress_and_stop() -> None:
    stop = threading.Event()
    seen: list[MonteCarloAnalysis] = []

    def progress(analysis: MonteCarloAnalysis) -> None:
        seen.append(analysis)
        if len(seen) == 4:
            stop.set()

    MonteCarlo(seed=1).search(Position.initial(12), Limit(), stop=stop, progress=progress)
    assert [analysis.nodes for analysis in seen[:4]] == [1024, 2048, 4096, 8192]
    assert seen[3].pov(seen[3].turn.opponent) == 1 - seen[3].score


def test_one_search_at_a_time() -> None:
    search = MonteCarlo()

    def again(analysis: MonteCarloAnalysis) -> None:
        search.search(Position.initial(), Limit(nodes=1))

    with pytest.raises(RuntimeError, match="one search at a time"):
        search.search(Position.initial(), Limit(nodes=5000), progress=again)
    search.clear()


def test_bad_arguments() -> None:
    with pytest.raises(ValueError, match="the game is over: there is nothing to search"):
        MonteCarlo().search(OVER)
    with pytest.raises(ValueError, match=r"expected seconds or playouts \(nodes\), not plies"):
        MonteCarlo().search(Position.initial(), Limit(depth=3))
    with pytest.raises(ValueError, match="exploration -1: expected 0 to 1000"):
        MonteCarlo(exploration=-1)
    with pytest.raises(ValueError, match="memory 0: expected megabytes above 0 and up to 32768"):
        MonteCarlo(memory=0)
    with pytest.raises(ValueError, match="games -1: expected a whole number from 0"):
        playouts(Position.initial(), -1)
    with pytest.raises(ValueError, match=r"games 1\.5: expected a whole number from 0"):
        playouts(Position.initial(), 1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="position 'start': expected a Position"):
        playouts("start", 1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a Position"):
        MonteCarlo().search("start")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("exploration", "expected 0 to 1000"),
        ("guided", "expected True or False"),
        ("flat", "expected True or False"),
        ("memory", "expected megabytes above 0 and up to 32768"),
        ("seed", "expected a whole number, a Random or None"),
    ],
)
def test_arguments_of_a_wrong_type(name: str, message: str) -> None:
    wrong: Any = {name: "x"}
    with pytest.raises((TypeError, ValueError), match=f"{name} 'x': {message}"):
        MonteCarlo(**wrong)
    if name in ("guided", "seed"):
        with pytest.raises(TypeError, match=f"{name} 'x': {message}"):
            playouts(Position.initial(), 1, **wrong)


TOO_LARGE = """
import resource
import outflank as of
search = of.MonteCarlo(memory=8000)
start = of.Position.initial()
resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))
twice = [lambda: search.search(start)] * 2
for fails in [*twice, lambda: of.Engine(table=8000)]:
    try:
        fails()
    except MemoryError as error:
        print(error)
print(of.MonteCarlo().search(start, of.Limit(nodes=10)).nodes)
"""


@pytest.mark.skipif(
    sys.platform != "linux" or "libasan" in os.environ.get("LD_PRELOAD", ""),
    reason="needs a limit of the address space, which the sanitizer's shadow memory exceeds",
)
def test_more_memory_than_there_is_is_told() -> None:
    done = subprocess.run([sys.executable, "-c", TOO_LARGE], capture_output=True, text=True)
    tree = "there is not enough memory for the tree: expected fewer megabytes\n"
    table = "table 8000: there is not enough memory for so many megabytes\n"
    assert (done.stdout, done.stderr) == (f"{tree}{tree}{table}10\n", "")


INTERRUPTED = """
import signal
import outflank as of
from outflank.engine import MonteCarlo, playouts
start = of.Position.initial(16)
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.3)
found = MonteCarlo().search(start, of.Limit())
print(found.interrupted, start.is_legal(found.move), flush=True)
try:
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    playouts(start, 10**12)
except KeyboardInterrupt:
    print("ended", flush=True)
"""


def test_ctrl_c_ends_a_search_with_a_move_and_playouts_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("True True\nended\n", "")
