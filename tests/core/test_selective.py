"""The selective search: how often its cuts are right, and that it ends with the truth."""

from collections.abc import Callable

import pytest

from outflank import Engine, Game, Limit, Position, Settings, _core
from outflank.engine import SELECTIVITIES, Analysis
from outflank.engine.settings import native_settings
from outflank.heuristics import standard

from .calibrated import ERRORS, Calibrated
from .endings import known_endings
from .test_search import PROVEN, proven

SIZES = sorted(ERRORS)
KNOWN = known_endings()


class Points(Calibrated):
    """Values that are no discs, though a model says how they err."""

    unit = "points"


def engine(selectivity: int, exact_from: int = 12) -> Engine:
    return Engine(Calibrated(), settings=Settings(selectivity=selectivity, exact_from=exact_from))


def middle(random_game: Callable[..., Game], size: int, seed: int) -> Position:
    return random_game(size, seed, 8 + seed * size * size // 20).position


def refuted(position: Position, depth: int, bound: float, selectivity: int) -> list[bool]:
    """Of each move whether the search says that it reaches the bound."""
    calibrated = Calibrated()
    settings = Settings(selectivity=selectivity)
    native = native_settings(settings, False, True, calibrated.errors[position.size], 1)
    evaluator = calibrated.for_size(position.size)
    found = _core.refutations(position, evaluator, depth, bound, native)
    return [reaches for _, reaches, _ in found]


@pytest.mark.parametrize("size", SIZES)
def test_all_confidence_is_minimax(size: int, random_game: Callable[..., Game]) -> None:
    def minimax(position: Position, depth: int) -> float:
        moves = position.legal_moves()
        if not moves:
            return proven(position)
        if depth == 0:
            return Calibrated()(position)
        if moves[0].is_pass:
            return -minimax(position.play(moves[0]), depth)
        return max(-minimax(position.play(move), depth - 1) for move in moves)

    for seed in range(4):
        position = middle(random_game, size, seed)
        for depth in range(1, 5 if position.mobility < 10 else 4):
            found = engine(100, exact_from=0).search(position, Limit(depth=depth))
            score = found.score
            if found.proven and score:
                score += PROVEN if score > 0 else -PROVEN
            assert score == pytest.approx(minimax(position, depth))
            assert found.selectivity == 100


@pytest.mark.parametrize("selectivity", SELECTIVITIES)
def test_cuts_are_as_right_as_stated(selectivity: int, random_game: Callable[..., Game]) -> None:
    """Bounds near the value are the hardest ones; far from it every answer is right."""
    right = asked = 0
    for size, depth in ((6, 7), (8, 6)):
        for seed in range(12):
            position = middle(random_game, size, seed)
            if position.mobility < 2 or position.empties < 12:
                continue
            value = engine(100, exact_from=0).search(position, Limit(depth=depth)).score
            for off in (-6, -2, 2, 6):
                truth = refuted(position, depth, value + off, 100)
                found = refuted(position, depth, value + off, selectivity)
                right += sum(a == b for a, b in zip(truth, found, strict=True))
                asked += len(truth)
    assert asked > 400
    assert 100 * right >= selectivity * asked


def test_less_confidence_takes_fewer_nodes(random_game: Callable[..., Game]) -> None:
    positions = [middle(random_game, 8, seed) for seed in range(5)]
    nodes = [
        sum(engine(s).search(position, Limit(depth=9)).nodes for position in positions)
        for s in SELECTIVITIES
    ]
    assert nodes[:3] == sorted(set(nodes[:3]))
    assert 2 * nodes[0] < nodes[-1]


@pytest.mark.parametrize("size", SIZES)
def test_same_answer_every_time(size: int, random_game: Callable[..., Game]) -> None:
    position = middle(random_game, size, 3)
    first, second = (engine(73).search(position, Limit(depth=9)) for _ in range(2))
    assert first._replace(time=0) == second._replace(time=0)
    assert first.selectivity == 73
    assert not first.proven


@pytest.mark.parametrize("name", ["ffo-16", "ffo-19", "ffo-22", "ffo-25"])
@pytest.mark.parametrize("threads", [1, 2])
def test_it_ends_exact(name: str, threads: int) -> None:
    """From the midgame to the end, surer and surer, without a step back."""
    position, truth = KNOWN[name]
    reports: list[Analysis] = []
    searcher = engine(73)
    searcher.threads = threads
    found = searcher.search(position, Limit(), progress=reports.append)
    assert (found.exact, found.proven, found.selectivity) == (True, True, 100)
    assert found.score == max(truth.values())
    assert truth[found.move] == found.score
    stages = [(report.depth, report.selectivity) for report in reports]
    assert stages == sorted(stages)
    if position.empties >= 16:
        assert stages[-2] == (position.empties, 73)
        assert not reports[-2].exact
        assert not reports[-2].proven
        assert reports[-2].unit == "discs"
        assert abs(reports[-2].score) <= 64


def test_only_where_it_is_calibrated(random_game: Callable[..., Game]) -> None:
    limit = Limit(depth=6)
    for evaluation, size in ((Calibrated(), 12), (Points(), 8), (standard(), 8)):
        position = middle(random_game, size, 2)
        found = Engine(evaluation, settings=Settings(selectivity=73)).search(position, limit)
        whole = Engine(evaluation, settings=Settings(selectivity=100)).search(position, limit)
        assert found.selectivity == 100
        assert found._replace(time=0) == whole._replace(time=0)


@pytest.mark.parametrize("selectivity", [0, 74, 101, "95", None])
def test_bad_levels(selectivity: int) -> None:
    with pytest.raises(ValueError, match=f"selectivity {selectivity!r}: expected 73, 87, 95, 98"):
        engine(selectivity)
