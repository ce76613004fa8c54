"""What a training came to, for people: a text with tables, and plots."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ...part import write_atomically
from .stopwatch import CALIBRATION, fitting, playing

if TYPE_CHECKING:
    from .pipeline import Trained

PLOT = "errors.png"
_DEPTHS = 4, 8, 12


def write_report(trained: Trained, folder: Path) -> None:
    """Writes report.md, and its plot if matplotlib is there."""
    if find_spec("matplotlib") is not None:
        _plot(trained, folder / PLOT)
    write_atomically(folder / "report.md", report(trained).encode())


def report(trained: Trained) -> str:
    """The report in Markdown."""
    from .measure import overall  # that needs numpy

    recipe, last = trained.recipe, trained.rounds[-1]
    lines = [
        f"# A learned evaluation for {recipe.size}x{recipe.size}",
        "",
        f"`{trained.path.name}`: {trained.path.stat().st_size / 1e6:.1f} MB, seed {recipe.seed}. "
        f"Self-play at depth {recipe.depth}, exact from {recipe.exact} empty squares.",
        "",
        "Mean absolute error in discs on positions held out (one in 20, never fitted):",
        "",
        "| round | positions in all | standard weights | learned | self-play, s | fit, s |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {r.number} | {r.examples:,} | {overall(r.before):.2f} | {overall(r.after):.2f} "
        f"| {_seconds(trained, playing(r.number))} | {_seconds(trained, fitting(r.number))} |"
        for r in trained.rounds
    ]
    lines += [
        "",
        "After the last round, by phase (RMS: the root of the mean square error):",
        "",
        "| discs, even or odd | held out | standard | RMS | learned | RMS |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {b.least}-{b.most} | {b.positions:,} | {b.absolute:.2f} | {b.square:.2f} "
        f"| {a.absolute:.2f} | {a.square:.2f} |"
        for b, a in zip(last.before, last.after, strict=True)
    ]
    area, errors = recipe.area, trained.learned.errors[recipe.size]
    lines += [
        "",
        f"Calibration ({_seconds(trained, CALIBRATION)} s): the standard deviation, in discs, of a "
        "search to half the depth from one to the depth, by empty squares, and in brackets that of "
        "the value without a search:",
        "",
        f"| empty squares |{''.join(f' depth {depth} |' for depth in _DEPTHS)}",
        f"|---|{'---|' * len(_DEPTHS)}",
    ]
    for empties in (area // 4, area * 3 // 8, area // 2, area * 3 // 4):
        cells = [
            (errors.deviation(empties, d, d // 2), errors.deviation(empties, d, 0)) for d in _DEPTHS
        ]
        lines.append(
            f"| {empties} |{''.join(f' {half:.1f} ({none:.1f}) |' for half, none in cells)}"
        )
    if find_spec("matplotlib") is not None:
        lines += ["", f"![Errors by phase]({PLOT})"]
    agent = f"engine:evaluation={trained.path}"
    lines += [
        "",
        "How strong they are, games tell better than errors:",
        "",
        f"    outflank match {agent} engine --size {recipe.size} --nodes 10000 --games 200",
    ]
    return "\n".join(lines) + "\n"


def _seconds(trained: Trained, step: str) -> str:
    return f"{trained.seconds[step]:,.0f}" if step in trained.seconds else "?"


def _plot(trained: Trained, path: Path) -> None:
    from io import BytesIO

    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    last = trained.rounds[-1]
    curves = [("standard weights", last.before)]
    curves += [(f"round {r.number}", r.after) for r in trained.rounds]
    for number, (name, measures) in enumerate(curves):
        for parity, line in enumerate(("-", "--")):
            part = sorted(m for m in measures if m.least % 2 == parity)
            discs = [(m.least + m.most) / 2 for m in part]
            label = f"{name}, {('even', 'odd')[parity]}"
            errors = [m.absolute for m in part]
            axes.plot(discs, errors, line, color=f"C{number}", marker=".", label=label)
    axes.set(
        xlabel="discs on the board",
        ylabel="mean absolute error, discs",
        title=f"Positions held out, {trained.recipe.size}x{trained.recipe.size}",
    )
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend(ncols=2, fontsize="small")
    picture = BytesIO()
    figure.savefig(picture, format="png", dpi=120)
    write_atomically(path, picture.getvalue())
