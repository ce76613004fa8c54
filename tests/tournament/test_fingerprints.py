"""Results are resumed only by what played them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from outflank import Limit
from outflank.tournament import MatchError, Plan, PlanError, Record, Standing, run_match
from outflank.tournament import fingerprints as module
from outflank.tournament.fingerprints import Files, package

AGENT = """
import json
from pathlib import Path
import helper
from pack.inner import pick

RATES = json.loads(Path(__file__).with_name("rates.json").read_text())

class Mine:
    def __init__(self, file=""):
        pass

    def choose(self, position, limit):
        with open("notes.txt", "a") as notes:
            notes.write("asked")
        return pick(position.legal_moves(), helper.PLACE)
"""
WEIGHTS = 'unit = "points"\n[size.6.all]\nmobility = 10\ncorners = 50\n'
FILES = {
    "mine.py": AGENT,
    "helper.py": "import deeper\nPLACE = deeper.PLACE\n",
    "deeper.py": "PLACE = 0\n",
    "pack/__init__.py": "",
    "pack/inner.py": "def pick(moves, place):\n    return moves[place]\n",
    "rates.json": "[1]\n",
    "net.bin": "1",
    "w.toml": WEIGHTS,
    "notes.txt": "before\n",
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name in ("helper", "deeper", "pack", "pack.inner"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


def plan_of(*agents: str) -> Plan:
    return Plan(agents, games=2, sizes=(6,), limit=Limit(depth=1))


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("mine.py:Mine", "mine.py"),
        ("mine.py:Mine", "helper.py"),
        ("mine.py:Mine", "deeper.py"),
        ("mine.py:Mine", "pack/inner.py"),
        ("mine.py:Mine", "rates.json"),
        ("mine.py:Mine:file=net.bin", "net.bin"),
        ("engine:evaluation=w.toml,depth=1", "w.toml"),
        ("phased:weights=w.toml", "w.toml"),
    ],
)
def test_a_changed_file_is_named(here: Path, agent: str, name: str) -> None:
    plan, out, path = plan_of(agent, "first"), here / "match.jsonl", here / name
    run_match(plan, out=out)
    content, text = out.read_bytes(), path.read_text()
    path.write_text(f"{text}\n")
    with pytest.raises(PlanError) as raised:
        run_match(plan, out=out)
    assert str(raised.value) == (
        f"{out} holds another match ({name} has changed since): "
        "begin anew with --fresh, or give another name to write to"
    )
    assert out.read_bytes() == content
    path.write_text(text)
    played: list[Record] = []
    run_match(plan, out=out, on_game=lambda _, record: played.append(record))
    assert not played
    path.write_text(f"{text}\n")
    run_match(plan, out=out, fresh=True, on_game=lambda _, record: played.append(record))
    assert [record.number for record in played] == [0, 1]
    run_match(plan, out=out)


def test_new_files_and_those_that_are_gone(here: Path) -> None:
    plan, out = plan_of("mine.py:Mine", "first"), here / "match.jsonl"
    run_match(plan, out=out)
    (here / "pack/more.py").write_text("")
    with pytest.raises(PlanError, match=r"\(pack/more\.py is new\)"):
        run_match(plan, out=out)
    (here / "pack/more.py").rename(here / "more.py")
    (here / "helper.py").write_text("PLACE = 0\n")
    changed = r"\(helper\.py has changed since, deeper\.py is no longer part of it\)"
    with pytest.raises(PlanError, match=changed):
        run_match(plan, out=out)


@pytest.mark.parametrize("folder", ["site-packages", "dist-packages"])
def test_installed_packages_are_not_part_of_an_agent(
    here: Path, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever they are installed: to parse all of numpy takes minutes."""
    installed = here / "user" / folder
    installed.mkdir(parents=True)
    (installed / "big.py").write_text("x = 1\n")
    (here / "mine.py").write_text("import big\nimport near\n")
    (here / "near.py").write_text("")
    monkeypatch.syspath_prepend(installed)
    files = Files(["student:mine.py:Mine"])
    assert {Path(name).name for name in files.digests} == {"mine.py", "near.py"}


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX processes")
def test_files_of_the_course_and_programs(here: Path) -> None:
    agents = here / "agents"
    agents.mkdir()
    (agents / "student_agent.py").write_text(
        "from agents.agent import Agent\nfrom agents.tricks import x\n"
        "import shared\nopen('t.bin')\n"
    )
    for name in ("agents/tricks.py", "agents/other.py", "agents/agent.py", "shared.py", "t.bin"):
        (here / name).write_text("1")
    files = Files(["comp424:agents/student_agent.py"])
    assert {Path(name).name for name in files.digests} == {
        "student_agent.py",
        "tricks.py",
        "shared.py",
    }
    assert {Path(name).name for name in files.mentioned} == {"t.bin"}
    (here / "engine.py").write_text("import helper\n")
    for word in (sys.executable, f"'{sys.executable}'"):
        files = Files([f"gtp:{word} engine.py --weights=net.bin --level 3"])
        assert set(files.digests) == {
            sys.executable, "engine.py", "helper.py", "deeper.py", "net.bin",
        }  # fmt: skip
    assert Files(["nboard:no-such-program 'x"]).digests == {}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"version": "0.0.9"},
            f"it was begun with version 0.0.9 of Outflank, not {package()['version']}",
        ),
        ({"code": "0"}, "Outflank's own Python code changed since"),
        ({"core": "0"}, "Outflank's own native core changed since"),
        (
            {"data": "0", "core": "0"},
            "Outflank's own native core and weights and books changed since",
        ),
    ],
)
def test_another_version_of_this_package(
    here: Path, change: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, out = plan_of("first", "greedy"), here / "match.jsonl"
    then = package() | change
    with monkeypatch.context() as patch:
        patch.setattr(module, "package", lambda: then)
        run_match(plan, out=out)
    with pytest.raises(PlanError) as raised:
        run_match(plan, out=out)
    assert f"({said})" in str(raised.value)


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("engine/level.py", "code"),
        ("agents/students/agent.py", "code"),
        ("heuristics/presets/tuned.toml", "code"),
        ("data/8x8.weights", "data"),
        ("data/8x8.book", "data"),
        ("apps/cli/match.py", None),
    ],
)
def test_the_package_is_known_by_what_it_consists_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, part: str | None
) -> None:
    (tmp_path / "data").mkdir()
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("outflank weights 1 aaaa\n")
    monkeypatch.setattr(module, "_PACKAGE", tmp_path)
    before = package.__wrapped__()
    path.write_text("outflank weights 1 bbbb\n")
    after = package.__wrapped__()
    assert {key for key in before if before[key] != after[key]} == ({part} if part else set())
    assert before["core"] == package()["core"]


def test_a_file_without_fingerprints_is_refused(here: Path) -> None:
    plan, out = plan_of("first", "greedy"), here / "match.jsonl"
    run_match(plan, out=out)
    header, *games = out.read_text().splitlines()
    older = json.loads(header) | {"match": 1}
    for name in ("outflank", "mentioned"):
        del older[name]
    out.write_text("\n".join([json.dumps(older), *games]) + "\n")
    with pytest.raises(PlanError, match="another version of Outflank wrote it, which noted less"):
        run_match(plan, out=out)
    assert len(run_match(plan, out=out, fresh=True).records) == 2


def test_fresh_spares_other_files(here: Path) -> None:
    with pytest.raises(PlanError, match="is no results file of a match"):
        run_match(plan_of("first", "greedy"), out=here / "w.toml", fresh=True)
    assert (here / "w.toml").read_text() == WEIGHTS


@pytest.mark.parametrize("name", ["mine.py", "helper.py"])
def test_a_file_that_changes_meanwhile_stops_the_match(here: Path, name: str) -> None:
    plan, out, text = plan_of("mine.py:Mine", "first"), here / "match.jsonl", FILES[name]

    def edit(standing: Standing, record: Record) -> None:
        (here / name).write_text(f"{text}\n")

    with pytest.raises(MatchError, match=rf"{name} changed while games were played"):
        run_match(plan, out=out, on_game=edit)
    assert out.read_bytes().count(b"\n") == 2
    (here / name).write_text(text)
    assert len(run_match(plan, out=out).records) == 2


def test_a_file_that_is_only_touched_does_not(here: Path) -> None:
    def touch(standing: Standing, record: Record) -> None:
        os.utime(here / "mine.py", (1, 1))

    assert len(run_match(plan_of("mine.py:Mine", "first"), on_game=touch).records) == 2


@pytest.fixture
def lines(here: Path) -> Callable[..., tuple[list[str], Standing]]:
    """Changes lines of a finished match's file; gives the notes and what is played again."""

    def change(edit: Callable[[list[str]], None]) -> tuple[list[str], Standing]:
        plan, out, notes = plan_of("first", "greedy"), here / "match.jsonl", list[str]()
        run_match(plan, out=out)
        content = out.read_text().splitlines()
        edit(content)
        out.write_text("\n".join(content) + "\n")
        return notes, run_match(plan, out=out, on_note=notes.append)

    return change


def test_a_line_that_cannot_be_read_is_told(
    here: Path, lines: Callable[..., tuple[list[str], Standing]]
) -> None:
    def damage(content: list[str]) -> None:
        content[1] = content[1][:60]
        record = json.loads(content[2])
        content[2] = json.dumps(record | {"moves": record["moves"][:-2] + "a1"})

    (first, second), standing = lines(damage)
    assert first.startswith(f"line 2 of {here / 'match.jsonl'} holds no game (")
    assert first.endswith("): games that are missing are played")
    assert second.startswith(f"line 3 of {here / 'match.jsonl'} holds no game (illegal move 'a1'")
    assert len(standing.records) == 2


def test_a_game_that_does_not_fit_is_told(
    lines: Callable[..., tuple[list[str], Standing]],
) -> None:
    def damage(content: list[str]) -> None:
        content[1] = json.dumps(json.loads(content[1]) | {"black": 7})
        record = json.loads(content[2])
        content[2] = json.dumps(record | {"score": record["score"] + 2})
        content.append(json.dumps(record | {"number": 99}))

    notes, standing = lines(damage)
    assert len(notes) == 3
    assert "its moves lead to" in notes[0]
    assert notes[1].startswith("game 0 in ")
    assert notes[2].startswith("game 99 in ")
    assert all(note.endswith("is not one of this match: it does not count") for note in notes[1:])
    assert sorted(standing.records) == [0, 1]
