"""The answer of a search that a limit ends in the middle of an iteration."""

from collections.abc import Callable
from time import sleep

import pytest

from outflank import Engine, Game, Limit, Move, Position, Settings

from .endings import known_endings, margins

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


REFUTED_ONCE = "---X-OXO-XXO--XO O"
"""4x4: the first move that is searched loses by 2 discs, the best one wins by 12."""


@pytest.mark.parametrize("multipv", [1, 3])
def test_a_position_is_lost_only_if_all_its_moves_are(multipv: int) -> None:
    position = Position.parse(REFUTED_ONCE)
    assert Engine().solve(position).score == 12
    for nodes in range(1, 200):
        found = Engine().search(position, Limit(nodes=nodes), multipv=multipv)
        assert not (found.proven and found.score < 0)


def test_a_move_proved_lost_gives_way_to_one_that_is_not() -> None:
    """Once a search of the exact stage has refuted it, though it loses by only 2 discs."""
    position = Position.parse(REFUTED_ONCE)
    truth = margins(position)
    moves = [Engine().search(position, Limit(nodes=nodes)).move for nodes in range(1, 200)]
    turned = next(place for place, move in enumerate(moves) if truth[move] >= 0)
    assert truth[moves[0]] == -2
    assert all(truth[move] >= 0 for move in moves[turned:])
    assert turned < 100  # the next move is proved to be better after 114 nodes


@pytest.mark.parametrize(
    "text",
    [
        "OXXX-X--XOXXXX-O-XXXXXOXOOOOOOX-XOXXOXO--XOOOOXXXXXXOXXXOX-XXXO- X",
        "-X---XX--XO---XO O",
        "X----XX--OXX-O-- O",
        "---OO---X--OOOOXOOOOOOOX-XXOOXOX--OXOOX-OOXXOOXXXXOXOOXOXXXXXXX X",
    ],
)
def test_lines_that_a_limit_ends_begin_with_the_best(text: str) -> None:
    """Proved wins first; the others by their scores, proved losses among them."""
    position = Position.parse(text)
    for nodes in (50, 100, 300, 500, 1_000, 3_000, 5_000, 7_000, 10_000, 20_000, 30_000):
        lines = Engine().search(position, Limit(nodes=nodes), multipv=99).lines
        keys = [(line.proven and line.score > 0, line.score) for line in lines]
        assert keys == sorted(keys, reverse=True), nodes


def test_a_win_that_is_proved_smaller_than_expected_is_still_reported() -> None:
    position = Position.parse("-X---XX--XO---XO O")
    found = Engine().search(position, Limit(nodes=400), multipv=4)
    assert not found.exact
    assert (found.proven, found.score) == (True, 14)
    assert found.score <= Engine().solve(position).score
