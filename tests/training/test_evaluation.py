"""Learning an evaluation from nothing: the whole way in small, and each step by itself."""

import json
import re
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from shutil import copyfile, copytree
from typing import Any

import numpy as np
import pytest

from outflank import Engine, Game, Learned, Limit, Position, _core
from outflank.heuristics.patterns import patterns
from outflank.heuristics.weights_file import read as read_weights
from outflank.tournament.fingerprints import package
from outflank.training.evaluation import Recipe, TrainingError, report, train
from outflank.training.evaluation import data as data_set
from outflank.training.evaluation.fit import beside, entries, fit
from outflank.training.evaluation.measure import overall
from outflank.training.evaluation.runs import LENGTHS, share_of_runs
from outflank.training.evaluation.selfplay import play, self_play, shards
from outflank.training.evaluation.stopwatch import Stopwatch, playing, playing_seconds

TINY = Recipe(size=6, hours=None, games=300, rounds=2, depth=1, exact=8)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A training from nothing, and what it told on the way."""
    told: list[tuple[str, float, str]] = []
    folder = tmp_path_factory.mktemp("training")
    return train(TINY, folder, on_progress=lambda *words: told.append(words)), folder, told


def test_errors_fall_on_positions_held_out(trained: Any) -> None:
    result, _, _ = trained
    for done in result.rounds:
        assert overall(done.after) < 0.7 * overall(done.before)


def test_a_warm_training_begins_with_what_is_known_of_another_board(tmp_path: Path) -> None:
    few = TINY._replace(size=10, games=40, rounds=1)
    warm = train(few._replace(warm=8), tmp_path / "warm").rounds[0]
    (tmp_path / "cold" / "round-1").mkdir(parents=True)
    for shard in shards(tmp_path / "warm" / "round-1"):  # the same games
        copyfile(shard, tmp_path / "cold" / "round-1" / shard.name)
    cold = train(few, tmp_path / "cold").rounds[0]
    assert overall(warm.before) == overall(cold.before)
    assert overall(warm.after) < overall(cold.after)
    with pytest.raises(TrainingError, match="training with warm 8, not None"):
        train(few, tmp_path / "warm")


def test_games_of_all_rounds_count(trained: Any) -> None:
    result, folder, _ = trained
    files: list[Path] = []
    for done in result.rounds:
        files += shards(folder / f"round-{done.number}")
        assert done.examples == len(data_set.read(TINY, files))


def test_what_is_lost_or_damaged_is_fitted_once_more_or_named(trained: Any, tmp_path: Path) -> None:
    result, folder, _ = trained
    copy = tmp_path / "copy"
    copytree(folder, copy)
    weights = copy / "round-2" / "6x6.weights"
    weights.unlink()
    assert train(TINY, copy).path.read_bytes() == result.path.read_bytes()
    weights.write_bytes(b"")
    with pytest.raises(TrainingError, match="no file of learned weights"):
        train(TINY, copy)
    (copy / "round-2" / "errors.json").write_text('{"constant": NaN}')
    with pytest.raises(TrainingError, match=r"errors\.json' is damaged: delete it"):
        train(TINY, copy)
    (copy / "recipe.json").write_bytes(b"\xff")
    with pytest.raises(TrainingError, match="is no recipe of a training"):
        train(TINY, copy)


def test_the_weights_play(trained: Any) -> None:
    result, folder, _ = trained
    assert result.path == folder / "6x6.weights"
    found = Engine(result.learned).search(Position.initial(6), Limit(depth=3))
    assert found.unit == "discs"
    assert abs(found.score) < 36
    made = read_weights(result.path).made
    assert made["seed"] == 1
    assert made["round"] == 2
    assert made["examples"] == result.rounds[-1].examples
    errors = result.learned.errors[6]
    assert errors.deep > 0 > errors.shallow
    assert Engine(result.learned).search(Position.initial(6), Limit(depth=5)).selectivity == 73
    small = read_weights(result.ordering)
    assert small.errors is None
    assert small.phases == 2
    assert len(small.values) < len(read_weights(result.path).values) / 5
    assert abs(Learned.load(result.ordering)(Position.initial(6))) < 36


def test_it_tells_how_far_it_is(trained: Any) -> None:
    _, _, told = trained
    titles = list(dict.fromkeys(title for title, _, _ in told))
    assert titles == [
        f"round {number}: {step}"
        for number in (1, 2)
        for step in ("self-play", "data set", "fit", "fit of the order of moves")
    ] + ["calibration"]
    for title in titles:
        shares = [share for t, share, _ in told if t == title]
        assert shares == sorted(shares)
        assert shares[-1] == (0 if "data" in title else 1)
    assert "300 games" in {text for _, _, text in told}


def test_the_report(trained: Any) -> None:
    result, folder, _ = trained
    text = (folder / "report.md").read_text("utf-8")
    assert text == report(result)
    assert f"| 2 | {result.rounds[1].examples:,} |" in text
    deviation = result.learned.errors[6].deviation
    assert f"| 18 | {deviation(18, 4, 2):.1f} ({deviation(18, 4, 0):.1f}) |" in text
    assert "![Errors by phase](errors.png)" in text
    assert (folder / "errors.png").read_bytes().startswith(b"\x89PNG")


def test_what_is_done_is_not_done_again(trained: Any) -> None:
    result, folder, _ = trained
    before = {path: path.stat().st_mtime_ns for path in (folder / "round-2").iterdir()}
    told: list[str] = []
    again = train(TINY, folder, on_progress=lambda title, *_: told.append(title))
    assert again == result
    assert told == []
    assert before == {path: path.stat().st_mtime_ns for path in (folder / "round-2").iterdir()}


def test_a_training_that_was_stopped_goes_on(trained: Any, tmp_path: Path) -> None:
    def stop(title: str, share: float, text: str) -> None:
        if title == "round 2: fit":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(TINY, tmp_path, on_progress=stop)
    result, _, _ = trained
    again = train(TINY, tmp_path)
    assert again.rounds == result.rounds
    assert again.path.read_bytes() == result.path.read_bytes()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"constant": null}'])
def test_damaged_errors(trained: Any, text: str, tmp_path: Path) -> None:
    _, folder, _ = trained
    copytree(folder, tmp_path / "copy")
    (tmp_path / "copy" / "round-2" / "errors.json").write_text(text)
    with pytest.raises(
        TrainingError, match=r"errors.json' is damaged: delete it, to measure again"
    ):
        train(TINY, tmp_path / "copy")


def test_another_training_in_the_folder(trained: Any) -> None:
    _, folder, _ = trained
    with pytest.raises(TrainingError, match="holds a training with depth 1, not 2"):
        train(TINY._replace(depth=2), folder)


def test_another_version_began_it(trained: Any, tmp_path: Path) -> None:
    _, folder, _ = trained
    copytree(folder, tmp_path / "copy")
    recipe = tmp_path / "copy" / "recipe.json"
    noted = json.loads(recipe.read_text())
    assert noted.pop("outflank") == package()
    recipe.write_text(json.dumps(noted))
    with pytest.raises(TrainingError, match="begun with version unknown of Outflank, not "):
        train(TINY, tmp_path / "copy")
    shards = sorted((tmp_path / "copy").glob("round-*/*.examples"))
    before = [shard.stat().st_mtime_ns for shard in shards]
    train(TINY, tmp_path / "copy", fresh=True)
    assert all(shard.stat().st_mtime_ns > time for shard, time in zip(shards, before, strict=True))
    assert json.loads(recipe.read_text())["outflank"] == package()


def test_a_damaged_shard(tmp_path: Path) -> None:
    (tmp_path / "round-1").mkdir()
    (tmp_path / "round-1" / "000000.examples").write_bytes(bytes(25))
    with pytest.raises(TrainingError, match=r"000000.examples' is damaged: delete it"):
        train(TINY, tmp_path)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("recipe.json", "[]", "is no recipe of a training"),
        ("recipe.json", "{}", "is no recipe of a training"),
        ("recipe.json", "{", "is no recipe of a training"),
        ("spent.json", "x", r"spent.json' is damaged: delete it, and the time so far"),
        ("spent.json", '{"calibration": []}', r"spent.json' is damaged: delete it"),
        ("round-1/round.json", "{}", "is damaged: delete it, to fit once more"),
    ],
)
def test_damaged_notes(name: str, text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text)
    with pytest.raises(TrainingError, match=message):
        train(TINY, tmp_path)


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    with pytest.raises(TrainingError, match=r"cannot train in .*x'"):
        train(TINY, tmp_path / "x")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"size": 4}, "size 4: expected an even board size from 6 to 16"),
        ({"size": 7}, "size 7: expected an even board size from 6 to 16"),
        ({"hours": 0.0}, "hours 0.0: expected a number above 0"),
        ({"hours": float("nan")}, "hours nan: expected a number above 0"),
        ({"games": 0}, "games 0: expected a whole number above 0"),
        ({"games": None}, "a training without an end: expected hours, games or both"),
        ({"rounds": 0}, "rounds 0: expected a whole number from 1 to 100"),
        ({"depth": 0}, "depth 0: expected 1 to 20 plies"),
        ({"exact": 30}, "exact 30: expected 4 to 24 empty squares"),
        ({"seed": -1}, "seed -1: expected a whole number from 0"),
        ({"warm": 4}, "warm 4: expected a board size with weights"),
    ],
)
def test_recipes_that_cannot_be(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=message):
        train(TINY._replace(**change), tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_time_ends_a_round(tmp_path: Path) -> None:
    recipe, stopwatch = TINY._replace(games=None), Stopwatch(tmp_path / "spent.json")
    with stopwatch.timing(playing(1)):
        self_play(recipe, 1, tmp_path, None, stopwatch, seconds=0.3)
    found = len(shards(tmp_path))
    assert found >= 1
    again = Stopwatch(tmp_path / "spent.json")
    assert again.steps == stopwatch.steps
    with again.timing(playing(1)):
        self_play(recipe, 1, tmp_path, None, again, seconds=0.3)  # its time is spent
    assert len(shards(tmp_path)) == found


class TestHours:
    """What the hours of a training are for: games, fits and calibration, all in all."""

    def test_games_get_what_the_rest_leaves(self) -> None:
        recipe = Recipe(hours=1, rounds=3)
        assert playing_seconds(recipe._replace(hours=None), 1, 0, []) is None
        # A twentieth each for fits and calibration, and a sixth of the rest for round 1 of 3.
        assert playing_seconds(recipe, 1, 0, []) == pytest.approx(3600 * 0.9 / 6)
        left = 3600 * 0.95 - 500 - 2 * 60
        assert playing_seconds(recipe, 2, 500, [60]) == pytest.approx(left * 2 / 5)
        # The fit of round 2 took 40 s more for the games of round 2; round 3 plays 3/2 of them.
        assert playing_seconds(recipe, 3, 900, [60, 100]) == pytest.approx(
            3600 * 0.95 - 900 - (100 + 60)
        )
        assert (playing_seconds(recipe, 3, 3500, [60, 60]) or 0) < 0

    def test_the_whole_takes_as_long_as_asked(self) -> None:
        """With fits whose time grows with the games, as they do."""
        recipe, spent, games, fits = Recipe(hours=2, rounds=4), 0.0, 0.0, list[float]()
        for number in range(1, 5):
            seconds = playing_seconds(recipe, number, spent, fits)
            assert seconds is not None
            games += seconds
            fits.append(40 + 0.1 * games)
            spent += seconds + fits[-1]
        assert spent == pytest.approx(0.95 * 7200, rel=0.03)

    @pytest.fixture
    def quick(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Fits that are over at once, as nothing here asks how good they are."""
        for name in ("FIRST", "LAST"):
            monkeypatch.setattr(f"outflank.training.evaluation.fit.{name}", 1)

    @pytest.mark.usefixtures("quick")
    def test_no_round_begins_without_time(self, tmp_path: Path) -> None:
        recipe = TINY._replace(hours=1e-6, games=20)
        short = train(recipe, tmp_path)
        assert [done.number for done in short.rounds] == [1]
        assert set(short.seconds) == {"round 1: self-play", "round 1: fit", "calibration"}
        assert not (tmp_path / "round-2").exists()
        assert short.learned(Position.initial(6)) != 0
        fit_seconds = short.seconds["round 1: fit"]
        assert re.search(rf"\| 1 \| .* \| {fit_seconds:,.0f} \|\n", report(short))
        assert train(recipe, tmp_path) == short
        longer = train(recipe._replace(hours=10.0), tmp_path)
        assert [done.number for done in longer.rounds] == [1, 2]
        assert longer.rounds[0] == short.rounds[0]

    @pytest.mark.usefixtures("quick")
    def test_a_round_that_has_begun_is_finished(self, tmp_path: Path) -> None:
        def stop(title: str, share: float, text: str) -> None:
            if title == "round 2: fit":
                raise KeyboardInterrupt

        recipe = TINY._replace(hours=10.0, games=20)
        with pytest.raises(KeyboardInterrupt):
            train(recipe, tmp_path, on_progress=stop)
        assert "round 2: fit" in json.loads((tmp_path / "spent.json").read_text())
        assert len(train(recipe._replace(hours=1e-6), tmp_path).rounds) == 2


def test_an_executor_plays_the_same(tmp_path: Path) -> None:
    class Counting(ThreadPoolExecutor):
        jobs = 0

        def submit(self, *words: Any, **options: Any) -> Any:
            self.jobs += 1
            return super().submit(*words, **options)

    recipe = TINY._replace(games=1100)
    with Counting(2) as own:
        pool: Executor = own
        self_play(recipe, 1, tmp_path, None, Stopwatch(tmp_path / "spent.json"), executor=pool)
    assert own.jobs == 3
    assert [path.read_bytes() for path in shards(tmp_path)] == [
        play(recipe, 1, i, None) for i in range(3)
    ]


def test_results_count_less_the_farther_away_they_are() -> None:
    recipe = Recipe(size=8, exact=14, blend=0.25)
    shares = recipe.share_of_result(np.array([14, 26, 32, 60]))
    assert shares.tolist() == [1, 0.5, 0.25, 0.25]
    assert not Recipe(size=10).share_of_result(np.array([14, 26, 80])).any()


def test_merged_positions(random_game: Callable[..., Game]) -> None:
    """Symmetric ones become one; its label is the mean, or that of the exact ones."""
    kind = data_set.example_type(8)
    found = np.zeros(6, kind)
    found["player"][:4, 0] = [1 << 0, 1 << 7, 1 << 56, 1 << 63]
    found["opponent"][:4, 0] = [1 << 1, 1 << 6, 1 << 48, 1 << 55]
    found["value"][:4] = [1, 2, 7, 7]
    found["margin"][:4] = [3, 5, 40, -40]
    found["player"][4:, 0] = [1 << 9, 1 << 9]
    found["value"][4:], found["margin"][4:], found["exact"][4:] = [8, 2], [8, 2], [0, 1]
    recipe = Recipe(size=8, outlier=0.25, blend=0.25)
    data = data_set.prepare(recipe, [found[:2], found[2:]])
    assert len(data) == 2
    assert dict(zip(data.discs.tolist(), data.labels.tolist(), strict=True)) == {
        2: pytest.approx((3 + 5) / 2),  # without the outliers
        1: 2.0,
    }
    assert dict(zip(data.discs.tolist(), data.exact.tolist(), strict=True)) == {2: False, 1: True}


def test_values_are_rescaled_to_foretell_results() -> None:
    """Of each round and disc count by itself: some flatter a side, some are in no unit at all."""
    kind = data_set.example_type(8)
    found = np.zeros(6, kind)
    found["player"][:, 0] = [0b111, 0b1101, 0b11001, 1 << 9, 1 << 18, 1 << 27]
    found["value"] = [0, 1, 2, 5, 5, 5]
    found["margin"] = [10, 9.5, 12, 1, -3, 5]
    data = data_set.prepare(Recipe(size=8, blend=0), [found])
    labels = dict(zip(data.discs.tolist(), data.labels.tolist(), strict=True))
    three = sorted(data.labels[data.discs == 3].tolist())
    assert three == pytest.approx([9.33, 10.33, 11.33], abs=0.01)  # a disc for each point
    assert labels[1] == 1.0  # values that do not differ say nothing: the mean
    doubled = found.copy()
    doubled["value"] = 2 * found["value"] - 20
    again = data_set.prepare(Recipe(size=8, blend=0), [doubled])
    assert sorted(again.labels.tolist()) == pytest.approx(sorted(data.labels.tolist()))


def test_a_position_is_held_out_wherever_it_comes_from() -> None:
    raw = play(TINY._replace(games=200), 1, 0, None)
    examples = np.frombuffer(raw, data_set.example_type(6))
    far = TINY._replace(outlier=9)  # keeps all
    whole = data_set.prepare(far, [examples])
    half = data_set.prepare(far, [examples[::2]])
    held_out = dict(zip(data_set.fingerprints(whole.examples), whole.held_out, strict=True))
    for board, held in zip(data_set.fingerprints(half.examples), half.held_out, strict=True):
        assert held_out[board] == held
    assert 0.02 < whole.held_out.mean() < 0.09


def test_moves_slip_as_often_as_told() -> None:
    """The oftener, the more different positions come of games that begin alike."""
    evaluator = _core.linear_evaluator(8, ["discs"], [1.0] * 65, [], [])

    def games(slips: float) -> int:
        raw = _core.self_play(
            evaluator,
            evaluator,
            games=200,
            seed=3,
            random=(0, 0),
            slips=slips,
            depth=1,
            exact_from=0,
        )
        return len(np.unique(np.frombuffer(raw, data_set.example_type(8))["player"]))

    assert games(0.0) <= 60, "always the same game"
    assert 60 < games(0.02) < games(0.1) < games(1.0)
    assert Recipe(size=8).slips == 0 < Recipe(size=10).slips == Recipe(size=16).slips
    with pytest.raises(ValueError, match="a share of slips from 0 to 1"):
        games(1.5)


@pytest.mark.parametrize("size", [8, 10])
def test_the_fit_finds_weights_that_there_are(size: int) -> None:
    """Of labels that are sums of weights, the fit foretells those that it has not seen."""
    evaluator = _core.linear_evaluator(size, ["discs"], [1.0] * (size**2 + 1), [], [])
    raw = _core.self_play(
        evaluator, evaluator, games=300, seed=3, random=(20, 50), depth=1, exact_from=0
    )
    recipe = Recipe(size=size, outlier=10)
    data = data_set.prepare(recipe, [np.frombuffer(raw, data_set.example_type(size))])
    shapes = patterns(size)[:3]
    given = [(pattern.copies, pattern.readings) for pattern in shapes]
    count = _core.pattern_weights(size, given)
    true = np.random.default_rng(1).normal(0, 1, count).astype(np.float32)
    labels = true[entries(size, given, data.examples)].sum(axis=1)
    data = replace(data, labels=labels)
    weights = fit(size, shapes, [0] * (size**2 + 1), data, shrink=1)
    rest = data.part(data.held_out)
    found = weights[0][entries(size, given, rest.examples)].sum(axis=1)
    assert np.abs(found - rest.labels).mean() < 0.5 * np.abs(rest.labels).mean()


def test_recipes_cover_every_disc_count() -> None:
    for size in range(6, 17, 2):
        phase_of = Recipe(size=size).phase_of
        assert len(phase_of) == size**2 + 1
        assert set(phase_of) == set(range(max(phase_of) + 1))
        for parity in (0, 1):
            same = phase_of[parity::2]
            assert list(same) == sorted(same)
            assert {phase % 2 for phase in same} == {parity}


def test_notes_are_json(trained: Any) -> None:
    _, folder, _ = trained
    assert json.loads((folder / "recipe.json").read_text())["size"] == 6


def test_two_files_make_one_evaluator(trained: Any) -> None:
    result, _, _ = trained
    assert repr(Learned.load(result.path)) == "<Learned for 6x6>"


def test_phases_beside_one_another() -> None:
    phase_of = Recipe(size=8).phase_of
    for phase in range(24):
        assert beside(phase_of, phase) == [p for p in (phase - 2, phase + 2) if 0 <= p < 24]
    assert beside([0] * 4 + [1] * 4 + [2] * 4, 1) == [0, 2]
    assert beside([0] * 10, 0) == []


def test_configurations_share_their_runs() -> None:
    shapes = patterns(8)
    edge = next(i for i, shape in enumerate(shapes) if shape.name == "edge")
    given = [(pattern.copies, pattern.readings) for pattern in shapes]
    matrix = share_of_runs(shapes, _core.pattern_weights(8, given))
    before = _core.pattern_weights(8, given[:edge]) - 130
    runs = sum(10 - length + 1 for length in LENGTHS)
    assert np.allclose(matrix[before : before + 29646].sum(axis=1), runs)
    moves = matrix[-130:, -2:].toarray()
    assert matrix[-130:, :-2].nnz == 0
    assert moves[:64].tolist() == [[n, 0] for n in range(64)]
    assert moves[64:].tolist() == [*([0, n] for n in range(64)), [0, 0], [0, 0]]
    # Of an edge, all empty but the first or the last square: a reading of one another.
    lone, none = matrix[before + 1].toarray(), matrix[before].toarray()
    assert (lone != none).sum() == 2 * 2 * 2  # in the first run or the last, of both lengths
