"""The levels against each other, for the tables in docs/levels.md.

    python benchmarks/levels.py [--sizes 6,8,10,12] [--levels 2-20] [--games 100] [--out FOLDER]
    python benchmarks/levels.py --random 1000 [--levels 5] [--sizes 6,10,12] [--openings random:2]

Each level plays the one below it, or `--random` games against random moves; level 20, which has no
depth, has `--time` seconds a move. Prints what each scored, the seconds of its moves, and the discs
that a move of a weak level loses on average, judged by a search to depth 8. All but level 20 plays
the same games again; with `--out` what was played is kept, and the same command goes on.
"""

import argparse
from pathlib import Path
from statistics import fmean, median

from outflank import Color, Engine, Level, Limit, Settings, review
from outflank.tournament import Plan, Standing, run_match
from outflank.tournament.statistics import elo, score
from outflank.tournament.summary import summarize

JUDGED = 10
"""Games whose moves are judged."""
JUDGE = Limit(depth=8)


def judge() -> Engine:
    """Searches in full."""
    return Engine(settings=Settings(selectivity=100))


def lost(standing: Standing) -> float:
    """Discs that a move of the first agent loses."""
    losses = list[float]()
    for number in sorted(standing.records)[:JUDGED]:
        record = standing.records[number]
        side = Color.BLACK if record.black == 0 else Color.WHITE
        judged = review(record.game(), JUDGE, side=side, engine=judge, exact_from=0)
        later = judged.judgements[record.opening_plies // 2 :]
        losses += [max(j.loss, 0.0) for j in later if j.score is not None]
    return fmean(losses)


def row(level: int, size: int, asked: argparse.Namespace) -> str:
    """What a level does in a match."""
    other = "random" if asked.random else f"engine:level={level - 1}"
    timed = "" if Level.of(level).depth else f",time={asked.time}"
    agents = f"engine:level={level}{timed}", other
    plan = Plan(agents, asked.random or asked.games, (size,), asked.openings, Limit())
    kept = (
        asked.out / f"{size}x{size}-{level}-{other.rpartition('=')[2]}.jsonl" if asked.out else None
    )
    standing = run_match(plan, jobs=asked.jobs, out=kept)
    comparison = summarize(standing).comparisons[0]
    share, rating = score(comparison.counts), elo(comparison.counts)
    sides = {record.number: Color.BLACK if record.black == 0 else Color.WHITE
             for record in standing.records.values()}  # fmt: skip
    times = [
        ply.time
        for record in standing.records.values()
        for ply in record.plies
        if ply.side is sides[record.number] and ply.choices > 1
    ]
    return (
        f"| {level} | {size}x{size} | {other} | {100 * share.value:.1f} % | {rating.value:+.0f} "
        f"({rating.low:+.0f} to {rating.high:+.0f}) | {median(times):.3g} | {max(times):.3g} "
        f"| {f'{lost(standing):.1f}' if Level.of(level).spread else ''} |"
    )


def main() -> None:
    """Prints a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="6,8,10,12", metavar="N,...")
    parser.add_argument("--levels", default="2-20", metavar="N-N")
    parser.add_argument("--games", type=int, default=100, metavar="N")
    parser.add_argument("--random", type=int, metavar="N")
    parser.add_argument("--openings", default="balanced:8", metavar="KIND")
    parser.add_argument("--time", type=float, default=1.0, metavar="SECONDS")
    parser.add_argument("--out", type=Path, metavar="FOLDER")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    asked = parser.parse_args()
    first, _, last = asked.levels.partition("-")
    print("| level | board | against | score | Elo (95 %) | s a move | most | discs lost a move |")
    print("|---|---|---|---|---|---|---|---|")
    for size in map(int, asked.sizes.split(",")):
        for level in range(int(first), int(last or first) + 1):
            print(row(level, size, asked), flush=True)


if __name__ == "__main__":
    main()
