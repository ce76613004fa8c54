"""`outflank tune`: weights of features, learned from games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ...tournament.openings import OpeningError
from ...training import Plan, TuningError, report
from ...training import tune as find_weights
from ...training.plan import Label, Method
from .errors import UsageError
from .options import Depth, Fresh, Nodes, how_to_go_on, limit_of, read_sizes
from .output import LiveLine, check_writable, note, quietly, write_whole

_USUAL = Plan("")


def tune(
    agent: Annotated[
        str, Parameter(help="Whose weights: an agent that searches; see 'outflank agents'.")
    ],
    /,
    *,
    size: Annotated[
        str, Parameter(help="Board sizes, with commas between.", metavar="N,...")
    ] = "8",
    method: Annotated[
        Method, Parameter(help="logistic, td, cma or grid.", metavar="NAME")
    ] = _USUAL.method,
    features: Annotated[
        str | None,
        Parameter(
            help="What gets a weight: these instead of its own, +NAME besides, or all.",
            metavar="NAME,...",
        ),
    ] = None,
    squares: Annotated[
        bool, Parameter(help="Squares get weights too, mirror images the same.")
    ] = False,
    phases: Annotated[
        str | None,
        Parameter(
            help="How many (4, or 1 with cma and grid); or t, t^2, sqrt(t) for base + f(t) delta.",
            metavar="N",
        ),
    ] = None,
    games: Annotated[
        int | None,
        Parameter(
            help="Games a size and round (2000), or for a candidate (cma 20, grid 40).",
            metavar="N",
        ),
    ] = None,
    depth: Depth = None,
    nodes: Nodes = None,
    exact: Annotated[
        int, Parameter(help="Empty squares from which self-play is perfect.", metavar="N")
    ] = _USUAL.exact,
    label: Annotated[
        Label, Parameter(help="What to predict: result or margin.", metavar="NAME")
    ] = _USUAL.label,
    rounds: Annotated[
        int, Parameter(help="How often logistic plays and fits.", metavar="N")
    ] = _USUAL.rounds,
    budget: Annotated[
        int, Parameter(help="Candidates that cma and grid try.", metavar="N")
    ] = _USUAL.budget,
    against: Annotated[
        str | None, Parameter(help="Whom candidates play, if not AGENT.", metavar="AGENT")
    ] = None,
    match: Annotated[
        int, Parameter(help="Games a size, at the end, against AGENT.", metavar="N")
    ] = _USUAL.match,
    seed: Annotated[int, Parameter(help="For everything random.", metavar="N")] = _USUAL.seed,
    jobs: Annotated[int, Parameter(help="Games to play at a time.", metavar="N")] = 1,
    out: Annotated[Path, Parameter(help="Write the weights here.", metavar="FILE.toml")] = Path(
        "tuned.toml"
    ),
    work: Annotated[
        Path | None,
        Parameter(help="Keep the games here, by default beside FILE.toml.", metavar="DIR"),
    ] = None,
    fresh: Fresh = False,
) -> None:
    """Learn the weights of an agent's features from games.

    logistic: self-play, then the weights that best predict its results. td: temporal differences
    during self-play. cma: CMA-ES on the score of matches. grid: every combination, or random ones.
    Without a limit, moves are searched 3 plies deep. The same command after Ctrl-C goes on.
    """
    if out.suffix != ".toml" or "," in str(out):
        raise UsageError(f"cannot write {str(out)!r}: expected FILE.toml, without a comma in it")
    folder = out.with_suffix(".games") if work is None else work
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"cannot keep the games in {str(folder)!r}: it is no folder")
    if games == 0:
        raise UsageError("games 0: expected a whole number above 0")
    try:
        plan = Plan(
            agent,
            read_sizes(size),
            method,
            tuple(name.strip() for name in (features or "").split(",") if name.strip()),
            squares,
            phases or "",
            games or 0,
            limit_of(None, depth, nodes, _USUAL.limit),
            exact,
            label,
            rounds,
            budget,
            against or "",
            match,
            seed,
        )
        plan.check()
        check_writable(out)
        line = LiveLine()
        try:
            tuned = quietly(
                lambda: find_weights(
                    plan,
                    jobs=jobs,
                    folder=folder,
                    fresh=fresh,
                    on_progress=lambda text: line.show(lambda: text),
                    on_note=note,
                )
            )
        except KeyboardInterrupt:
            line.clear()
            note(f"stopped: the games are in {folder}, {how_to_go_on(folder, fresh)}")
            raise
        finally:
            line.clear()
    except (TuningError, OpeningError) as error:
        raise UsageError(str(error)) from error
    write_whole(out, tuned.text)
    print(report(tuned))
    print(f"\nwritten: {out}")
