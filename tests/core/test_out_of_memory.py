"""When the system gives no more memory, an exception says so and the engine stays usable."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or "libasan" in os.environ.get("LD_PRELOAD", ""),
    reason="needs a limit of the address space, which the sanitizer's shadow memory exceeds",
)

GAME = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5h7c5b4a4g7h8d2h2g2b5g8f2a6e8a3a2g3d1e3c6c8b2"
BEGIN = f"""
import resource
from pathlib import Path
from outflank import Engine, Game

position = Game.parse("{GAME}").position
score = Engine(table=1).solve(position).score

def leave(megabytes):
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    bytes = pages * resource.getpagesize() + (megabytes << 20)
    resource.setrlimit(resource.RLIMIT_AS, (bytes, resource.RLIM_INFINITY))
"""


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + program], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_no_room_for_the_table() -> None:
    program = """
engine = Engine(table=256)
leave(-128)
try:
    engine.clear()
except MemoryError:
    print("no memory")
assert engine.solve(position).score == score
"""
    assert run(program) == "no memory\n"


def test_no_room_for_threads() -> None:
    """Two threads of 8 MB of stack fit, 63 do not."""
    program = """
engine = Engine(table=1, threads=64)
leave(20)
for _ in range(3):
    found = engine.solve(position)
    assert found.score == score and not found.interrupted
"""
    assert run(program) == ""


def test_no_room_for_what_threads_need() -> None:
    """On a large board more than for their stacks; and an "auto" table stays as it is."""
    program = """
from outflank import Limit, Position
engine, position = Engine(threads=256), Position.initial(16)
engine.evaluate(position)  # loads the weights
leave(20)
found = engine.solve(position, limit=Limit(time=0.01))
assert not found.interrupted
"""
    assert run(program) == ""
