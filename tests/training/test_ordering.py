"""Learning the order of moves: what from, and that the tables say what the model says."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from outflank import Game, Move, Position, _core
from outflank.engine import parse_ordering
from outflank.heuristics import standard

np = pytest.importorskip("numpy")
pytest.importorskip("lightgbm")
from outflank.training import ordering  # noqa: E402


def neighbors(position: Position, squares: set[Move]) -> set[Move]:
    size = position.size
    return {
        Move.at(s.column + dx, s.row + dy)
        for s in squares
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
        if 0 <= s.column + dx < size and 0 <= s.row + dy < size
    } - squares


def plain_traits(position: Position, move: Move) -> list[int]:
    """Counts before they are taken relative to the mean."""
    size = position.size
    own, other = position.turn, position.turn.opponent
    after = position.play(move)
    empty = set(after.squares(None))
    x, y = (min(at, size - 1 - at, 3) for at in (move.column, move.row))
    corner = Move.at(
        0 if 2 * move.column < size else size - 1, 0 if 2 * move.row < size else size - 1
    )
    discs = {color: set(position.squares(color)) for color in (own, other)}
    replies = [m for m in after.legal_moves() if not m.is_pass]
    return [
        3 * (max(x, y) * (max(x, y) + 1) // 2 + min(x, y))
        + (1 if corner in discs[own] else 2 if corner in discs[other] else 0),
        len(replies),
        sum(m in position.shape.corners for m in replies),
        len(neighbors(after, set(after.squares(own))) & empty),
        len(neighbors(after, set(after.squares(other))) & empty),
        len(set(after.squares(own)) & discs[other]),
        len(neighbors(after, {move}) & empty),
    ]


@pytest.mark.parametrize("size", [6, 8, 10, 12])
def test_traits(size: int, random_game: Callable[..., Game]) -> None:
    seen = 0
    for seed in range(4):
        position = random_game(size, seed, size * size * (seed + 1) // 6).position
        moves = position.legal_moves()
        if position.is_over or moves[0].is_pass:
            continue
        plain = [plain_traits(position, move) for move in moves]
        for trait, levels in enumerate(_core.TRAITS.values()):
            column = [row[trait] for row in plain]
            if levels == 32:  # the relative ones
                middle = 16 - sum(column) // len(column)
                column = [max(0, min(31, count + middle)) for count in column]
            for row, level in zip(plain, column, strict=True):
                row[trait] = min(level, levels - 1)
        found = _core.refutations(position, standard().for_size(size), 1, 0.0)
        assert [levels for levels, _, _ in found] == plain
        seen += 1
    assert seen


def test_refutations_know_what_reaches_the_bound() -> None:
    position = Game.parse("f5d6c3d3c4f4").position
    evaluator = standard().for_size(8)
    values = {m: -standard()(position.play(m)) for m in position.legal_moves()}
    bound = sorted(values.values())[len(values) // 2]
    found = _core.refutations(position, evaluator, 1, bound)
    assert [refutes for _, refutes, _ in found] == [value >= bound for value in values.values()]
    assert {nodes for _, _, nodes in found} == {1}
    deep = _core.refutations(position, evaluator, 4, bound)
    assert all(nodes > 1 for _, _, nodes in deep)


def test_refutations_check_what_they_are_given() -> None:
    position = Position.initial()
    with pytest.raises(ValueError, match="depth of 1 or more"):
        _core.refutations(position, standard().for_size(8), 0, 0.0)
    with pytest.raises(ValueError, match="finite"):
        _core.refutations(position, standard().for_size(8), 2, float("nan"))


def test_examples_repeat_and_rank_by_cost() -> None:
    found = list(ordering.examples(6, 20, seed=3))
    assert found == list(ordering.examples(6, 20, seed=3))
    assert found != list(ordering.examples(6, 20, seed=4))
    assert len(found) == 20
    for example in found:
        assert 0 <= example.phase < _core.ORDERING_PHASES
        assert len(example.levels) == len(example.costs) >= 2


def test_the_tables_add_up_to_the_model() -> None:
    found = list(ordering.examples(6, 250, seed=1))
    model = ordering.train(found, rounds=40)
    worths = ordering.tables(model)
    starts = np.cumsum([0, *_core.TRAITS.values()])[:-1]
    for example in found[:60]:
        rows = np.array([[example.phase, *levels] for levels in example.levels])
        said = model.predict(rows, raw_score=True)
        summed = np.array(
            [worths[example.phase, starts + levels].sum() for levels in example.levels]
        )
        assert summed - summed[0] == pytest.approx(said - said[0], abs=1e-9)
    assert np.ptp(worths) > 0

    whole = np.array(ordering.whole_numbers(worths, found).worth).reshape(worths.shape)
    scale = np.abs(whole).max() / np.abs(worths).max()
    assert np.abs(whole - worths * scale).max() <= 1.5


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "order.json"
    ordering.main(["--positions", "100", "--seed", "5", "--out", str(out)])
    assert list(tmp_path.iterdir()) == [out]
    assert capsys.readouterr().out == f"{out}: from 400 positions\n"
    made = json.loads(out.read_text())["made"]
    assert made["command"] == "python -m outflank.training.ordering --positions 100 --seed 5"
    assert len(parse_ordering(out.read_text()).worth) == _core.ORDERING_PHASES * sum(
        _core.TRAITS.values()
    )


def test_the_command_refuses_too_little(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        ordering.main(["--positions", "1"])
    assert "--positions 1: expected at least 100" in capsys.readouterr().err


def test_the_command_refuses_what_it_could_not_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for out in (tmp_path, tmp_path / "no" / "x.json"):
        with pytest.raises(SystemExit):
            ordering.main(["--out", str(out)])
        assert f"--out {out}: expected a file in a folder that there is" in capsys.readouterr().err
