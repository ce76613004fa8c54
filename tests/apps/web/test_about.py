"""What there is, and which agents a page may name."""

from __future__ import annotations

import pytest

from outflank import __version__
from outflank.agents import describe
from outflank.apps.web.opponents import agent_of, checked, opponents
from outflank.apps.web.refusals import Refusal
from outflank.engine import LEVELS


def test_about(shared) -> None:
    found = shared.got("/about")
    assert (found["name"], found["version"]) == ("Outflank", __version__)
    assert found["sizes"] == [4, 6, 8, 10, 12, 14, 16]
    assert len(found["levels"]) == len(LEVELS)
    for shown, level in zip(found["levels"], LEVELS, strict=True):
        assert shown["level"] == level.number
        assert (shown["depth"], shown["nodes"]) == (level.depth, level.nodes)
        assert checked(shown["agent"])
    names = {one["name"] for one in found["formats"]}
    assert names == {"ggf", "sgf", "json", "pgn", "obf", "board", "transcript"}
    assert found["features"]["corners"]
    assert found["explorer"] is False


def test_who_may_be_named(shared) -> None:
    names = [agent["name"] for agent in shared.got("/about")["agents"]]
    barred = {"human", "comp424", "student", "gtp", "nboard"}
    assert set(names) == {info.name for info in describe()} - barred


def test_options_do_no_harm() -> None:
    """None takes text, and so a path; none takes memory or threads."""
    for opponent in opponents():
        for option in opponent.options:
            assert str not in option.kinds
            assert option.name not in ("table", "memory", "threads", "ponder", "book", "weights")


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("human", "unknown agent 'human': there are engine, "),
        ("my_agent.py:Mine", "unknown agent"),
        ("/etc/passwd.py", "unknown agent"),
        ("gtp:touch /tmp/x", "unknown agent"),
        ("nboard:sh", "unknown agent"),
        ("student:x.py:Y", "unknown agent"),
        ("comp424:x.py", "unknown agent"),
        ("engine:book=mine.book", "engine has no option 'book' here"),
        ("engine:evaluation=x.py", "engine has no option 'evaluation' here"),
        ("engine:table=100000", "engine has no option 'table' here"),
        ("engine:threads=200", "engine has no option 'threads' here"),
        ("phased:weights=x.toml", "phased has no option 'weights' here"),
        ("mcts:memory=100000", "mcts has no option 'memory' here"),
        ("engine:time=100000", "bad value '100000' for time: the most is 60"),
        ("engine:depth=", "bad value '' for depth of engine"),
        ("engine:depth=1e9", "bad value '1e9' for depth of engine"),
        ("engine:depth", "bad value '' for depth"),
        ("greedy:depth=1", "greedy has no option 'depth' here: it has none"),
        ("", "unknown agent ''"),
        ("engine\n", "unknown agent"),
        ("Engine", "unknown agent"),
    ],
)
def test_barred(spec, sentence) -> None:
    with pytest.raises(Refusal, match="^" + sentence.replace(":", ".")):
        checked(spec)


def test_all_can_be_made() -> None:
    for opponent in opponents():
        assert agent_of(opponent.name, 3)
