"""What other values of a constant of the search do to its nodes and seconds.

    python benchmarks/constants.py NAME VALUE... [--data DIR] [--rounds N]
    python benchmarks/constants.py etc_from 3 5

NAME is a `constexpr` of the native core, most of them in `cpp/outflank/search/constants.hpp`; VALUE
is the C++ text of another value, such as `12` or `{1, 2}`. The source is copied to a temporary
folder and built there once for each value, which takes minutes. Each build then searches the
positions of `outflank bench` and solves those of `benchmarks/endgame.py`, with `--data` the first
eight of hard-20 too, on one thread. Nodes repeat exactly. Of the processor seconds only the ratios
mean something: the builds take turns, and the ratio of a value is the median over the rounds.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import process_time

from endgame import EMPTIES, FILES, drawn, read

from outflank import Engine, Limit
from outflank._core import LEVEL
from outflank.apps.cli.bench_positions import positions

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ("CMakeLists.txt", "LICENSE", "README.md", "pyproject.toml", "cpp", "src")
EXACT = "hard-20-8"

Measured = dict[str, tuple[int, float]]
"""Nodes and processor seconds by set of positions."""


def measure(data: Path | None) -> Measured:
    """Nodes and processor seconds of this process's build on each set."""
    sets = {"bench": [(ending.position, ending.depth) for ending in positions()]}
    for size in EMPTIES:
        sets[f"{size}x{size}"] = [(ending.position, None) for ending in drawn(size)]
    if data is not None:
        file, lines = FILES[EXACT]
        sets[EXACT] = [(ending.position, None) for ending in read(data / file, lines)]
    measured = {}
    for name, cases in sets.items():
        nodes, start = 0, process_time()
        for position, depth in cases:
            engine = Engine()
            found = (
                engine.solve(position)
                if depth is None
                else engine.search(position, Limit(depth=depth))
            )
            if found.interrupted:
                raise KeyboardInterrupt
            nodes += found.nodes
        measured[name] = nodes, process_time() - start
    return measured


def definition(tree: Path, name: str) -> tuple[Path, re.Match[str]]:
    """The file that defines a constant, and the match of its value. LookupError if none or many."""
    pattern = re.compile(
        rf"\bconstexpr\b[^;={{(]*\b{re.escape(name)}(?:\[\])?\s*=?\s*([^;=][^;]*);"
    )
    matches = [
        (path, match)
        for path in sorted((tree / "cpp" / "outflank").rglob("*.[ch]pp"))
        for match in pattern.finditer(path.read_text(encoding="utf-8"))
    ]
    if len(matches) != 1:
        files = ", ".join(str(path.relative_to(tree)) for path, _ in matches) or "none"
        raise LookupError(f"constant {name!r}: expected one definition, found {files}")
    return matches[0]


def build(tree: Path, target: Path) -> None:
    """Build the source and install it to a folder; a later build compiles what changed."""
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps"]
    options = [f"build-dir={tree / 'build'}", f"cmake.define.OUTFLANK_LEVELS={LEVEL}"]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    subprocess.run(
        [*command, "--target", target, *(f"-C{option}" for option in options), tree],
        env={**os.environ, "PATH": path},
        check=True,
    )


def builds(name: str, values: list[str], folder: Path) -> Iterator[tuple[str, Path]]:
    """Each value, the present one first, and the folder where the build with it is installed."""
    tree = folder / "source"
    for part in SOURCE:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copyfile
        (tree / part).parent.mkdir(parents=True, exist_ok=True)
        copy(ROOT / part, tree / part)
    file, match = definition(tree, name)
    text = match.string
    for number, value in enumerate([match[1], *values]):
        file.write_text(text[: match.start(1)] + value + text[match.end(1) :], encoding="utf-8")
        target = folder / str(number)
        print(f"building with {name} = {value}", file=sys.stderr)
        build(tree, target)
        yield value, target


def run(target: Path, data: Path | None) -> Measured:
    """Measure the build that is installed in a folder."""
    command = [sys.executable, "-S", __file__, "--measure"]  # -S: not the build of this environment
    if data is not None:
        command += ["--data", str(data)]
    paths = os.pathsep.join([str(target), sysconfig.get_path("purelib")])
    env = {**os.environ, "PYTHONPATH": paths, "OUTFLANK_CPU": LEVEL}
    done = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True)
    return {name: (nodes, seconds) for name, (nodes, seconds) in json.loads(done.stdout).items()}


def main() -> None:
    """Print a line for each set and value."""
    parser = argparse.ArgumentParser()
    parser.add_argument("name", nargs="?", metavar="NAME")
    parser.add_argument("values", nargs="*", metavar="VALUE")
    parser.add_argument("--data", type=Path, help="the folder of hard-20.obf")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each build")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        print(json.dumps(measure(given.data)))
        return
    if not given.values:
        parser.error("expected the name of a constant, and other values of it")
    with tempfile.TemporaryDirectory() as folder:
        try:
            targets = list(builds(given.name, given.values, Path(folder)))
        except LookupError as error:
            parser.error(str(error))
        rounds = [[run(target, given.data) for _, target in targets] for _ in range(given.rounds)]
    print(f"{'':10} {given.name:>20} {'nodes':>15} {'ratio':>7} {'CPU s':>8} {'ratio':>7}")
    for name, (present, _) in rounds[0][0].items():
        for number, (value, _) in enumerate(targets):
            nodes = rounds[0][number][name][0]
            seconds = [measured[number][name][1] for measured in rounds]
            ratio = median(measured[number][name][1] / measured[0][name][1] for measured in rounds)
            print(
                f"{name:10} {value:>20} {nodes:15,} {nodes / present:7.3f}"
                f" {median(seconds):8.2f} {ratio:7.2f}"
            )


if __name__ == "__main__":
    main()
