"""Games for training: openings, perfect endings, journals, executors."""

import json
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from outflank import Engine, Game, Limit, Position
from outflank.tournament.workers import InlineExecutor
from outflank.training import TuningError
from outflank.training.crew import JOURNAL, Crew
from outflank.training.games import Played, Side, Task, pairs, play, self_play
from outflank.training.plan import Plan

OWN = Side("three-factor")
OTHER = Side("three-factor", 'unit = "points"\n[size.6.all]\nmobility = 1\ncorners = 20\n')
DEPTH = Limit(depth=1)
HEADER = {"tuning": 1}


def tasks(count: int = 12, side: Side = OTHER, exact: int = 6) -> list[Task]:
    return list(self_play(6, range(count), side, DEPTH, exact, 1))


def test_self_play_begins_with_openings_of_many_lengths() -> None:
    lengths = {len(task.opening) for task in tasks(60)}
    assert lengths == set(range(8))
    detours = [task.detour for task in tasks(60)]
    assert {len(detour) for detour in detours} == {1, 2, 3}
    assert len({detour.start for detour in detours}) > 15
    assert tasks(5) == tasks(60)[:5]
    assert len({task.key for task in tasks(60)}) == 60


@pytest.mark.parametrize("side", [OWN, OTHER])
def test_games_follow_the_rules_to_their_end(side: Side) -> None:
    for task in tasks(side=side):
        played = play(task)
        game = Game.parse(played.moves, start=Position.initial(6))
        assert game.result is not None
        assert game.result.score == played.score
        assert game.moves[: len(task.opening)] == task.opening
        assert played.start >= len(task.opening)
        assert played.start <= max(len(task.opening), task.detour.stop)
        assert played.positions() == list(game.positions)[played.start : -1]
        assert play(task) == played


def test_detours_are_random_moves() -> None:
    (task,) = tasks(1)
    astray = {play(task._replace(detour=range(8, 9), seed=seed)).moves for seed in range(20)}
    assert len({moves[:16] for moves in astray}) == 1
    assert len({moves[:18] for moves in astray}) > 2
    straight = {play(task._replace(detour=range(0), seed=seed)).moves for seed in range(5)}
    assert len(straight) == 1


def test_endings_are_perfect() -> None:
    for task in tasks(exact=9):
        played = play(task)
        for position in played.positions():
            if position.empties <= 9:
                best = Engine().solve(position)
                assert best.pov(Position.initial(6).turn) == played.score


def test_pairs_swap_colours_from_the_same_openings() -> None:
    games = list(pairs(6, 8, (OWN, OTHER), DEPTH, 1))
    assert [(game.black, game.white) for game in games[:2]] == [(OWN, OTHER), (OTHER, OWN)]
    assert [game.opening for game in games[::2]] == [game.opening for game in games[1::2]]
    assert len({game.opening for game in games}) == 4


@pytest.fixture(params=["inline", "threads", "processes"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    made: Executor
    if request.param == "inline":
        made = InlineExecutor()
    elif request.param == "threads":
        made = ThreadPoolExecutor(3)
    else:
        made = ProcessPoolExecutor(1, get_context("spawn"))
    with made:
        yield made


def test_any_executor_plays_the_same_games(executor: Executor) -> None:
    expected = [play(task) for task in tasks()]
    with Crew(HEADER, executor=executor, jobs=3) as crew:
        assert crew.games("games", tasks(), 12) == expected
        assert crew.played == len(expected)


def test_games_of_the_journal_are_not_played_again(tmp_path: Path) -> None:
    heard: list[str] = []
    with Crew(HEADER, tmp_path, on_progress=heard.append) as crew:
        first = crew.games("games", tasks(), 12)
    assert heard[-1] == "games: game 12 of 12"
    journal = tmp_path / JOURNAL
    lines = journal.read_text().splitlines(keepends=True)
    assert [Played(*json.loads(line)) for line in lines[1:]] == first
    journal.write_text("".join(lines[:6]) + "{bad}\n" + lines[6][:20])
    with Crew(HEADER, tmp_path) as crew:
        assert crew.games("games", tasks(), 12) == first
        assert crew.played == 12 - 5
    with Crew(HEADER, tmp_path) as crew:
        assert crew.games("games", tasks(), 12) == first
        assert crew.played == 0
        other = tasks(side=OTHER._replace(weights=OTHER.weights + "edges = 1\n"))
        crew.games("games of other weights", other, 12)
        assert crew.played == 12


@pytest.mark.parametrize(
    ("field", "wrong"), [(1, None), (1, 5), (2, "1"), (3, "zz9"), (3, None), (4, "won")]
)
def test_a_damaged_game_of_the_journal_is_played_again(
    field: int, wrong: object, tmp_path: Path
) -> None:
    with Crew(HEADER, tmp_path) as crew:
        first = crew.games("games", tasks(), 12)
    header, *lines = (tmp_path / JOURNAL).read_text().splitlines()
    game = json.loads(lines[0])
    game[field] = wrong
    (tmp_path / JOURNAL).write_text("\n".join([header, json.dumps(game), *lines[1:], ""]))
    notes: list[str] = []
    with Crew(HEADER, tmp_path, on_note=notes.append) as crew:
        assert crew.games("games", tasks(), 12) == first
        assert crew.played == 1
    assert notes == [
        f"line 2 of {tmp_path / JOURNAL} holds no game: games that are missing are played"
    ]


def test_a_journal_of_something_else_is_refused(tmp_path: Path) -> None:
    with Crew(HEADER, tmp_path), pytest.raises(TuningError, match="another tuning is writing to"):
        Crew(HEADER, tmp_path)
    with pytest.raises(TuningError, match=r"holds another tuning \(with agent none, not greedy\)"):
        Crew({**HEADER, "agent": "greedy"}, tmp_path)
    with Crew({**HEADER, "agent": "greedy"}, tmp_path, fresh=True) as crew:
        assert crew.games("games", tasks(), 12)
        assert crew.played == 12
    (tmp_path / JOURNAL).write_text("hello\n")
    with pytest.raises(TuningError, match="is no results file of a tuning"):
        Crew(HEADER, tmp_path)


def test_a_tuning_notes_what_its_agents_are_made_of(tmp_path: Path) -> None:
    weights, rival = tmp_path / "w.toml", tmp_path / "rival.py"
    weights.write_text('unit = "points"\n[size.6.all]\nmobility = 10\n')
    rival.write_text("def choose(position):\n    return position.legal_moves()[0]\n")
    plan = Plan(f"phased:weights={weights}", (6,), "grid", against=f"{rival}:choose")
    header = plan.header()
    assert set(header["files"]) == {str(weights), str(rival)}
    rival.write_text(rival.read_text().replace("[0]", "[-1]"))
    with Crew(header, tmp_path), pytest.raises(TuningError, match="another tuning is writing"):
        Crew(header, tmp_path)
    with pytest.raises(
        TuningError, match=r"\(\S+rival\.py has changed since\): begin anew with --fr"
    ):
        Crew(plan.header(), tmp_path)
    rival.write_text(rival.read_text().replace("[-1]", "[0]"))
    weights.write_text(weights.read_text().replace("10", "12"))
    with pytest.raises(TuningError, match=r"\(\S+w\.toml has changed since\)"):
        Crew(plan.header(), tmp_path)


def test_a_player_that_fails_ends_the_tuning(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("def choose(position):\n    raise KeyError('lost')\n")
    failing = pairs(6, 2, (OWN, Side(f"{bad}:choose")), DEPTH, 1)
    with Crew(HEADER) as crew, pytest.raises(Exception, match=r"failed: KeyError: 'lost'"):
        crew.games("games", failing, 2)
