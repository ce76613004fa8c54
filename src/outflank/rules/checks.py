"""Arguments of wrong types, refused in one sentence that names them."""

from __future__ import annotations

from outflank._core import Position

_LONGEST = 60
"""Characters of an argument that are shown."""


def wrong_type(value: object, name: str, expected: str) -> TypeError:
    """The error for an argument of this name that is not what is expected."""
    shown = " ".join(repr(value).split())
    if len(shown) > _LONGEST:
        shown = f"{shown[: _LONGEST - 3]}..."
    return TypeError(f"{name} {shown}: expected {expected}")


def check_type(value: object, kind: type | tuple[type, ...], name: str, expected: str) -> None:
    """Raise TypeError if the argument of this name is not of a type that is expected."""
    if not isinstance(value, kind):
        raise wrong_type(value, name, expected)


def check_position(value: object) -> None:
    """Raise TypeError if the argument is not a Position."""
    check_type(value, Position, "position", "a Position")
