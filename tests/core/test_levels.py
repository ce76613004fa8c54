"""Every build of the native module gives the same answers, and the loader picks one that runs."""

import os
import subprocess
import sys

import pytest

from outflank import _core
from outflank._core import cpu

SIGNATURE = """
from random import Random
import outflank as of
from outflank._core import LEVEL
from outflank.engine import MonteCarlo
from tests.core.calibrated import Calibrated
print(LEVEL)
for size in (4, 6, 8, 10, 12, 14, 16):
    position = of.Position.initial(size)
    for ply in range(12):
        print(hash(position), position.key, [m.name for m in position.legal_moves()])
        found = of.Engine().search(position, of.Limit(depth=4))
        print(found.nodes, found.score, found.pv)
        if size in Calibrated.errors:
            found = of.Engine(Calibrated()).search(position, of.Limit(depth=8))
            print(found.nodes, found.score, found.pv)
        print(MonteCarlo(seed=ply).search(position, of.Limit(nodes=100)).moves)
        position = position.play(found.move)
        if position.is_over:
            break
    choose = Random(size).choice
    position = of.Position.initial(size)
    for empties in (26, 18, 13, 10, 7):
        while position.empties > empties and not position.is_over:
            position = position.play(choose(position.legal_moves()))
        if not position.is_over and empties > 13:
            found = of.Engine().solve(position, limit=of.Limit(nodes=150_000))
            print(found.nodes, found.lower, found.upper, found.moves)
        elif not position.is_over:
            found = of.Engine().solve(position, every=True)
            print(found.nodes, found.pv, [(m.name, str(b)) for m, b in found.moves.items()])
            found = of.Engine().solve(position, mode="wld", limit=of.Limit(nodes=2000))
            print(found.nodes, found.lower, found.upper)
"""


def run(code: str, level: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, cpu.VARIABLE: level}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def installed(level: str) -> bool:
    return run("import outflank._core", level).returncode == 0


def test_every_level_gives_the_same_answers() -> None:
    answers = {}
    for level in cpu.runnable_levels():
        if installed(level):
            name, _, answers[level] = run(SIGNATURE, level).stdout.partition("\n")
            assert name == level
    assert "portable" in answers
    assert len(answers["portable"].splitlines()) > 100
    assert len(set(answers.values())) == 1


def test_the_fastest_installed_level_is_loaded() -> None:
    forced = os.environ.get(cpu.VARIABLE)
    expected = forced or next(filter(installed, cpu.runnable_levels()))
    assert expected == _core.LEVEL


def test_unknown_level() -> None:
    failed = run("import outflank._core", "v5")
    assert failed.returncode == 1
    assert "OUTFLANK_CPU=v5: expected one of v4, v3, portable" in failed.stderr


def test_a_level_the_processor_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu, "processor_flags", lambda: {"sse2", "avx2"})
    assert cpu.runnable_levels() == ["portable"]
    monkeypatch.setenv(cpu.VARIABLE, "v4")
    with pytest.raises(ImportError, match="OUTFLANK_CPU=v4: this processor cannot run it"):
        cpu.wanted_levels()
