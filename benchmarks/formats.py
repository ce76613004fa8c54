"""How fast files of games are read, and how fast a database of them is made and asked.

    python benchmarks/formats.py [GAMES.xz] [FILE.wtb...]

GAMES.xz is a text packed by xz, with a game a line: its moves and then its result, such as 34-30.
All of them are replayed and written as WTHOR, which is read back and put into a database. Files of
WTHOR games are read and written again, to see that no byte changes. Times are those of the
processor, on one core; compare them within one run.
"""

import lzma
import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import TypeVar

from outflank import Game
from outflank.database import Database, Source
from outflank.formats import (
    Problem,
    Record,
    WthorHeader,
    WthorReader,
    WthorWriter,
    read_wthor,
    read_wthor_file,
    read_wthor_names,
)

SHARED = Path(__file__).parents[2] / "shared" / "data"
ASKED = ("", "f5", "f5d6c3d3c4f4", "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5", "f5f6e6f4g5")
"""Moves to the positions that the database is asked about."""

T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """What comes of some work, and the seconds that it takes."""
    start = process_time()
    done = work()
    return done, process_time() - start


def told(name: str, count: int, seconds: float) -> None:
    """Say how fast so many games were dealt with."""
    print(
        f"{name:32} {count:8,} games {seconds:8.2f} s {count / seconds:12,.0f} games/s", flush=True
    )


def archive(path: Path) -> None:
    """Everything there is to do with many games."""
    with lzma.open(path, "rt") as lines:
        games = [line.split() for line in lines]
    count = len(games)

    def replayed() -> Iterator[Record]:
        for text, result in games:
            moves = (text[at : at + 2] for at in range(0, len(text), 2))
            yield Record(Game(moves=moves, tags={"Result": result}))

    def written() -> bytes:
        writer = WthorWriter()
        for record in replayed():
            writer.add(record)
        return writer.files().games

    def tallied() -> tuple[int, int]:
        problems = unfinished = 0
        for found in read_wthor(BytesIO(data)):
            problems += isinstance(found, Problem)
            unfinished += isinstance(found, Record) and found.game.result is None
        return problems, unfinished

    told("names of moves replayed", count, timed(lambda: sum(1 for _ in replayed()))[1])
    data, seconds = timed(written)
    told("... and written as WTHOR", count, seconds)
    told("WTHOR rows", count, timed(lambda: sum(1 for _ in WthorReader(BytesIO(data)).games()))[1])
    (problems, unfinished), seconds = timed(tallied)
    told("WTHOR records, replayed", count, seconds)
    print(f"  {problems} problems, {unfinished} unfinished games")
    with TemporaryDirectory() as folder:
        database(data, count, Path(folder) / "games.db")


def database(data: bytes, count: int, path: Path) -> None:
    """Make one and ask it, the best of some times."""
    source = Source("all", read_wthor(BytesIO(data)))
    made, seconds = timed(lambda: Database.build(path, [source]))
    told("WTHOR put into a database", count, seconds)
    print(f"  {path.stat().st_size / 1e6:.1f} MB")
    for moves in ASKED:
        position = Game.parse(moves).position
        best = min(timed(lambda: made.moves(position))[1] for _ in range(5))  # noqa: B023
        found = made.count(position)
        name = f"position after {moves[:12] or 'nothing'}"
        print(f"{name:32} {found:8,} games {best * 1000:8.1f} ms")
    made.close()


def file(path: Path) -> None:
    """Read a file of WTHOR games, and see that it is written as it was."""
    data = path.read_bytes()
    header = WthorHeader.parse(data)
    writer = WthorWriter(read_wthor_names(path)[0], header)

    def copied() -> bytes:
        for found in read_wthor_file(path):
            if isinstance(found, Record):
                writer.add(found)
            else:
                print(f"  {found}")
        return writer.files().games

    again, seconds = timed(copied)
    told(f"{path.name}, read and written", header.games, seconds)
    print(f"  {'no byte has changed' if again == data else 'BYTES HAVE CHANGED'}")


def main() -> None:
    """Print the figures of the files that are named, or of the usual ones."""
    usual = [*sorted(SHARED.glob("games/*.xz")), *sorted(SHARED.glob("wthor/*.[wW][tT][bB]"))]
    for path in map(Path, sys.argv[1:]) if len(sys.argv) > 1 else usual:
        if path.suffix == ".xz":
            archive(path)
        else:
            file(path)


if __name__ == "__main__":
    main()
