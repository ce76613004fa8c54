"""The answer of a search that a limit ends in the middle of an iteration."""

from collections.abc import Callable
from time import sleep

import pytest

from outflank import Engine, Game, Limit, Move, Position, Settings

from .endings import known_endings

TRAP = "f5e7d8f4g5h5h6i5e4c9e6e5d6c6g4e3d7f3"
"""12x12: d5 is the best move to 9 plies; a search of 10 finds that it loses every disc."""

BEFORE = {"d3": 5.0, "c4": 4.0, "f5": 3.0, "e6": 2.0}
"""Values of the first moves on 8x8, by a search of one ply."""


def trap() -> Position:
    return Game.parse(TRAP, size=12).position


@pytest.mark.parametrize("nodes", range(20_000, 140_000, 5_000))
def test_a_refuted_move_is_not_played(nodes: int) -> None:
    found = Engine().search(trap(), Limit(nodes=nodes))
    assert found.score > -100
    assert found.pv[0] is found.move


@pytest.mark.parametrize("multipv", [2, 3])
def test_a_refuted_move_comes_after_others(multipv: int) -> None:
    for nodes in range(20_000, 400_000, 20_000):
        found = Engine().search(trap(), Limit(nodes=nodes), multipv=multipv)
        scores = [line.score for line in found.lines]
        assert found.score > -100
        assert scores == sorted(scores, reverse=True)
        assert len({line.move for line in found.lines}) == multipv


def evaluator(after: dict[str, float], unit: str) -> Callable[[Position], float]:
    """Values of the first moves by a search of one ply, and of two plies (`after`)."""

    def sides(position: Position) -> tuple[frozenset[Move], frozenset[Move]]:
        other = position.swapped().turn
        return frozenset(position.squares(position.turn)), frozenset(position.squares(other))

    known: dict[object, float] = {}
    for name, value in BEFORE.items():
        position = Position.initial().play(name)
        known[sides(position)] = -value
        known |= {sides(position.play(reply)): after[name] for reply in position.legal_moves()}

    def evaluate(position: Position) -> float:
        return known.get(sides(position), 0.0)

    evaluate.unit = unit  # type: ignore[attr-defined]
    return evaluate


def answers(after: dict[str, float], unit: str = "discs") -> list[tuple[str, float]]:
    """Moves and scores of searches of two plies that end after more and more nodes."""
    found: list[tuple[str, float]] = []
    for nodes in range(1, 100):
        engine = Engine(evaluator(after, unit), settings=Settings(exact_from=0))
        analysis = engine.search(Position.initial(), Limit(depth=2, nodes=nodes))
        answer = (str(analysis.move), analysis.score)
        if analysis.depth > 0 and (not found or found[-1] != answer):
            found.append(answer)
        if analysis.depth == 2:
            return found
    raise AssertionError("two plies were not searched")


def test_a_move_that_keeps_its_value_stays() -> None:
    assert answers(BEFORE) == [("d3", 5.0)]


@pytest.mark.parametrize("unit", ["discs", "points"])
def test_a_better_move_counts(unit: str) -> None:
    found = answers(BEFORE | {"f5": 6.0}, unit)
    assert found[0] == ("d3", 5.0)
    assert found[-1] == ("f5", 6.0)
    assert {move for move, _ in found} == {"d3", "f5"}


def test_a_fallen_move_gives_way_to_another_before_that_is_searched_deeper() -> None:
    found = answers(BEFORE | {"d3": -20.0})
    assert found == [("d3", 5.0), ("c4", 4.0)]


def test_a_move_that_falls_a_little_stays_until_a_better_one_is_known() -> None:
    found = answers(BEFORE | {"d3": 1.0})
    assert found[0] == ("d3", 5.0)
    assert found[-1] == ("c4", 4.0)
    assert {move for move, _ in found} == {"d3", "c4"}


def test_a_stop_event_hears_how_far_the_best_move_has_fallen() -> None:
    class Watch:
        fall = 0.0

        def __init__(self) -> None:
            self.falls: list[float] = []

        def is_set(self) -> bool:
            self.falls.append(self.fall)
            return False

    values = evaluator(BEFORE | {"d3": -20.0}, "discs")

    def slow(position: Position) -> float:
        sleep(0.006)  # longer than the search takes between two looks at the event
        return values(position)

    slow.unit = "discs"  # type: ignore[attr-defined]
    watch = Watch()
    engine = Engine(slow, settings=Settings(exact_from=0))
    engine.search(Position.initial(), Limit(depth=2), stop=watch)
    assert set(watch.falls) == {0.0, 25.0}
    assert watch.fall == 0.0


def test_what_is_proved_never_turns_into_a_loss() -> None:
    """More nodes never give up a win or draw that fewer had proved."""
    proved = 0
    for name in ("ffo-02", "ffo-03", "ffo-16", "ffo-19", "ffo-22", "hard-243"):
        position, truth = known_endings()[name]
        least = -1
        for nodes in (3**k for k in range(6, 15)):
            found = Engine(table=4).search(position, Limit(nodes=nodes))
            if found.proven and found.score >= 0:
                least = max(least, 0 if found.score == 0 else 1)
            if least >= 0:
                proved += 1
                assert truth[found.move] >= least
    assert proved > 0


def test_solve_returns_the_best_move_of_an_unfinished_selective_search() -> None:
    """Before anything is proved, the move is that of a search under the same limit."""
    position, truth = known_endings()["hard-059"]
    limit = Limit(nodes=2_000)
    solution = Engine(table=4).solve(position, limit=limit)
    assert solution.lower == -64
    assert solution.move == Engine(table=4).search(position, limit).move
    assert solution.move != Engine(table=4).solve(position, limit=Limit(nodes=1)).move
    assert truth[solution.move] == max(truth.values())
