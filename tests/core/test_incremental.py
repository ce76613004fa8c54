"""A search derives the state of an evaluator from ply to ply: same values, same nodes."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMPILER = shutil.which(os.environ.get("CXX", "c++"))


@pytest.mark.skipif(COMPILER is None, reason="needs a C++ compiler")
def test_states_are_those_of_the_boards(tmp_path: Path) -> None:
    """The program ends with an error if a state has another value than its board."""
    core = ROOT / "cpp" / "outflank"
    parts = ["board/stability.cpp", "endgame/*.cpp", "midgame/*.cpp"]
    sources = [
        Path(__file__).with_name("incremental.cpp"),
        *(f for p in parts for f in core.glob(p)),
    ]
    program = tmp_path / "incremental"
    subprocess.run(
        [
            str(COMPILER),
            "-std=c++20",
            "-pthread",
            "-Wno-psabi",
            f"-I{core}",
            *sources,
            "-o",
            program,
        ],
        check=True,
    )
    done = subprocess.run([program], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    passes = 0
    rows = [[int(number) for number in line.split()] for line in done.stdout.splitlines()]
    assert len(rows) == 9
    for size, moves, *pairs, made, derived, passed in rows:
        plain, incremental = pairs[::2], pairs[1::2]
        assert plain == incremental, (size, moves)
        assert derived > 10 * made > 0
        passes += passed
    assert passes > 0
