"""Weights as people edit them: a TOML file with phases by board size.

    unit = "points"             # or "discs"
    interpolated = false        # true: weights run straight from phase to phase
    squares = "positional"      # or quadrant = [[4, -3, 2, 2], ...], or nothing

    [size.8.early]              # any names; phases count in the order of the file
    until = "1/3"               # share of squares filled; the last phase needs none
    mobility_percent = 15
    corners_percent = 50

    [size.8.early.delta]        # added times f(t), t the share of squares filled
    discs_percent = 3

Names are those of features, and of squares: a1 stands for the corners. A file may set ``progress``
to the f that is meant: "t" (if it says nothing), "t^2" or "sqrt(t)".
"""

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from .feature_table import check_name
from .linear import Linear, Squares
from .phases import Phase, steps
from .squares import mirrored, positional


def _squared(t: float) -> float:
    return t * t


PROGRESS: dict[str, Callable[[float], float]] = {"t": float, "t^2": _squared, "sqrt(t)": math.sqrt}
"""How what is added to weights may grow, by the share t of squares filled."""


def from_toml(text: str) -> Linear:
    """The evaluator that a TOML text describes; ValueError, naming the place, if it does not."""
    import tomllib  # here, so that importing outflank stays light

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"not TOML: {error}") from error
    known = {"unit", "interpolated", "progress", "squares", "quadrant", "size"}
    for key in table.keys() - known:
        raise ValueError(f"unknown key {key!r}: expected {', '.join(sorted(known))}")
    sizes = table.get("size")
    if not isinstance(sizes, dict) or not sizes:
        raise ValueError("no weights: expected tables such as [size.8.early]")
    interpolated = table.get("interpolated", False)
    if not isinstance(interpolated, bool):
        raise ValueError(f"interpolated = {interpolated!r}: expected true or false")
    progress = table.get("progress", "t")
    if not isinstance(progress, str) or progress not in PROGRESS:
        raise ValueError(f"progress = {progress!r}: expected {', '.join(PROGRESS)}")
    schedules = {}
    for key in sizes:
        phases = _phases(f"size.{key}", sizes[key])
        try:
            schedule = steps(phases, interpolated=interpolated, progress=PROGRESS[progress])
        except ValueError as error:
            raise ValueError(f"size.{key}: {error}") from error
        schedules[_size(key)] = schedule
    return Linear.scheduled(schedules, squares=_squares(table), unit=table.get("unit", "points"))


def to_toml(
    sizes: Mapping[int, Sequence[Phase]],
    *,
    interpolated: bool = False,
    progress: str = "t",
    comment: str = "",
) -> str:
    """The text for phases by board size, in points; `from_toml` reads the same weights from it."""
    if not isinstance(sizes, Mapping):
        expected = "expected phases by board size, as in {8: [Phase(1, {'corners': 50})]}"
        raise TypeError(f"weights {sizes!r}: {expected}")
    lines = [f"# {line}".rstrip() for line in comment.splitlines()]
    lines.append('unit = "points"')
    if interpolated:
        lines.append("interpolated = true")
    if progress != "t":
        lines.append(f'progress = "{progress}"')
    for size, phases in sizes.items():
        for number, phase in enumerate(phases, 1):
            place = f"size.{size}.phase{number}"
            lines += ["", f"[{place}]"]
            if phase.until != 1:
                lines.append(f"until = {_share_text(phase.until)}")
            lines += [f"{name} = {weight!r}" for name, weight in phase.base.items()]
            if phase.delta:
                lines += ["", f"[{place}.delta]"]
                lines += [f"{name} = {weight!r}" for name, weight in phase.delta.items()]
    return "\n".join(lines) + "\n"


def _share_text(share: float) -> str:
    fraction = Fraction(share).limit_denominator(256)
    return f'"{fraction}"' if float(fraction) == share else repr(share)


def load_preset(name: str) -> Linear:
    """The weights of one of the presets, by its name such as "phased"."""
    from importlib.resources import files

    return from_toml((files(__package__) / "presets" / f"{name}.toml").read_text("utf-8"))


def _size(key: str) -> int:
    if not key.isdecimal() or int(key) not in range(4, 17, 2):
        raise ValueError(f"size.{key}: expected an even board size from 4 to 16")
    return int(key)


def _squares(table: Mapping[str, Any]) -> Squares:
    if "quadrant" in table:
        quadrant = table["quadrant"]
        try:
            mirrored(quadrant, 8)
        except (TypeError, ValueError) as error:
            raise ValueError(
                f"quadrant = {quadrant!r}: expected as many rows as columns"
            ) from error
        return partial(mirrored, quadrant)
    match table.get("squares"):
        case None:
            return None
        case "positional":
            return positional
        case other:
            raise ValueError(f"squares = {other!r}: expected 'positional', or a quadrant")


def _phases(place: str, table: Any) -> list[Phase]:
    if not isinstance(table, dict) or not table:
        raise ValueError(f"{place}: expected phases, tables of weights")
    phases = []
    for name, entries in table.items():
        here = f"{place}.{name}"
        if not isinstance(entries, dict):
            raise ValueError(f"{here}: expected a phase, a table of weights")
        base = {key: value for key, value in entries.items() if key not in ("until", "delta")}
        until = _share(f"{here}.until", entries.get("until", 1))
        delta = _weights(f"{here}.delta", entries.get("delta", {}))
        phases.append(Phase(until, _weights(here, base), delta))
    return phases


def _share(place: str, value: Any) -> float:
    try:
        share = float(Fraction(value))
    except (ValueError, TypeError, ZeroDivisionError, OverflowError):
        share = -1
    if not 0 < share <= 1:
        raise ValueError(
            f"{place} = {value!r:.40}: expected a share such as '1/3', above 0 up to 1"
        )
    return share


def _weights(place: str, table: Any) -> dict[str, float]:
    if not isinstance(table, dict):
        raise ValueError(f"{place}: expected a table of weights")
    for name, weight in table.items():
        try:
            check_name(name)
        except ValueError as error:
            raise ValueError(f"{place}: {error}") from error
        number = isinstance(weight, int | float) and not isinstance(weight, bool)
        if not number or not abs(weight) <= 1e30:
            raise ValueError(f"{place}.{name} = {weight!r:.40}: expected a number up to 1e30")
    return {name: float(weight) for name, weight in table.items()}
