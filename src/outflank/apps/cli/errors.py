"""What is wrong with a command line, in one sentence."""

from __future__ import annotations

from difflib import get_close_matches

from cyclopts import CoercionError, CycloptsError, MissingArgumentError
from cyclopts.exceptions import (
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

_EXPECTED = {int: "a whole number", float: "a number", bool: "true or false"}


class UsageError(Exception):
    """Something that was typed and cannot be done; the message is the sentence to show."""


def sentence(error: CycloptsError) -> str:
    """What the parser of the command line found wrong, in one sentence."""
    match error:
        case UnknownCommandError(unused_tokens=[word, *_]):
            if word.startswith("-"):
                return f"unknown option {word!r}: {_nearest(word, ['--help', '--version'])}"
            return f"unknown command {word!r}: {_nearest(word, _commands(error))}"
        case UnknownOptionError():
            word = error.token.keyword or error.token.value
            names = [name for a in error.argument_collection for name in a.names if a.parse]
            options = [name for name in names if name.startswith("--")]
            return f"unknown option {word!r}: {_nearest(word, [*options, '--help'])}"
        case CoercionError(token=token) if token is not None:
            where = f" for {token.keyword}" if token.keyword else ""
            return f"bad value {token.value!r}{where}: expected {_expected(error)}"
        case MissingArgumentError():
            argument = error.argument
            return f"{error.keyword or (argument.name if argument else 'an option')} needs a value"
        case RepeatArgumentError():
            return f"{error.token.keyword} is given twice"
        case UnusedCliTokensError(unused_tokens=[word, *_]):
            return (
                f"unexpected {word!r}: see 'outflank {' '.join(error.command_chain or ())} --help'"
            )
    return str(error).strip().replace("\n", " ")


def _commands(error: CycloptsError) -> list[str]:
    return [name for name in error.app or () if not name.startswith("-")]


def _nearest(word: str, known: list[str]) -> str:
    near = get_close_matches(word, known, n=1)
    return f"did you mean {near[0]!r}?" if near else f"there are {', '.join(dict.fromkeys(known))}"


def _expected(error: CoercionError) -> str:
    from typing import Literal, get_args, get_origin

    kind = error.target_type
    if get_origin(kind) is Literal:
        return " or ".join(map(str, get_args(kind)))
    kinds = (kind, *get_args(kind))
    return next((text for known, text in _EXPECTED.items() if known in kinds), str(kind))
