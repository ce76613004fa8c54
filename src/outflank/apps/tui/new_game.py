"""The window that begins a game: who plays, on what board, how long, from where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import SystemRandom
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Grid, Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Input, Label, Select

from ...agents import describe
from ...database import named_lines
from ...engine import MOST_LEVEL, Clock, Limit
from ...rules import Color, Game, Position
from ...rules.outcome import name_of
from ...tournament import handicap, openings_from_spec
from .dialogs import Dialog
from .files import sentence
from .session import PERSON, agent_name

SIZES = range(4, 17, 2)
_PLIES = 8
_USUAL, _HERE = "start", "here"
_LOTS = {
    f"random:{_PLIES}": f"{_PLIES} random moves",
    f"balanced:{_PLIES}": f"{_PLIES} random moves, an even game",
}
_CORNERS = {
    1: "Black has a corner, White moves first",
    2: "Black has two corners, White moves first",
    3: "Black has three corners, White moves first",
    4: "Black has all corners, White moves first",
}


class NewGame(NamedTuple):
    """What a game begins with."""

    players: Mapping[Color, str]
    size: int
    limit: Limit
    start: str
    """`start`, `here`, or what `beginning` takes."""


def beginning(start: str, size: int) -> Game:
    """The game that begins with `start`, `random:N`, `balanced:N`, `handicap:N` or `moves:...`.

    Raises ValueError where a board has no such start.
    """
    kind, _, rest = start.partition(":")
    if kind == "moves":
        if size != 8:
            raise ValueError(f"openings with a name are for 8x8, not for {size}x{size}")
        return Game.parse(rest)
    if kind == "handicap":
        return Game(handicap(size, int(rest)))
    (moves,) = openings_from_spec(start, size, 1, SystemRandom().randrange(2**32))
    return Game(Position.initial(size), moves)


class NewGameDialog(Dialog[NewGame]):
    """Asks for all of it, beginning with what there was."""

    def __init__(self, before: NewGame) -> None:
        super().__init__()
        self._before = before

    def compose(self) -> ComposeResult:
        """The fields."""
        before = self._before
        clock, time = before.limit.clock, before.limit.time
        with Vertical(classes="window") as window:
            window.border_title = "New game"
            with Grid(id="fields"):
                for color in Color:
                    yield Label(name_of(color))
                    spec = before.players[color]
                    yield Select(
                        _players(spec),
                        value=spec,
                        allow_blank=False,
                        compact=True,
                        id=color.name.lower(),
                    )
                yield Label("Board")
                yield Select(
                    [(f"{size}x{size}", size) for size in SIZES],
                    value=before.size,
                    allow_blank=False,
                    compact=True,
                    id="size",
                )
                yield Label("Begin from")
                yield Select(
                    _starts(), value=before.start, allow_blank=False, compact=True, id="start"
                )
                yield Label("Clock")
                yield Input(
                    "" if clock is None else str(clock),
                    placeholder="none; 5+3: minutes, seconds a move",
                    compact=True,
                    id="clock",
                )
                yield Label("Agents take")
                yield Input(
                    "" if time is None else f"{time:g}",
                    placeholder="the time that they like; 1.5: seconds a move",
                    compact=True,
                    id="time",
                )
            yield Label("", id="fault")
            with Horizontal(classes="buttons"):
                yield Button("Start", variant="primary", id="play")
                yield Button("Cancel", id="cancel")

    def on_mount(self) -> None:
        """Lets Enter begin at once."""
        self.query_one("#play").focus()

    def on_input_submitted(self) -> None:
        """Answers."""
        self._answer()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answers, or not."""
        if event.button.id == "play":
            self._answer()
        else:
            self.dismiss(None)

    def _answer(self) -> None:
        """Answers, if all is well."""
        size = int(str(self.query_one("#size", Select).value))
        start = str(self.query_one("#start", Select).value)
        if start.startswith("moves:") and size != 8:
            self.fault(f"Openings with a name are for 8x8, not for {size}x{size}.")
            return
        try:
            limit = self._limit()
        except ValueError as error:
            self.fault(sentence(str(error)))
            return
        players = {
            color: str(self.query_one(f"#{color.name.lower()}", Select).value) for color in Color
        }
        self.dismiss(NewGame(players, size, limit, start))

    def _limit(self) -> Limit:
        """What was typed of time. Raises ValueError."""
        clock, time = (
            self.query_one(f"#{name}", Input).value.strip() for name in ("clock", "time")
        )
        if clock and time:
            raise ValueError("a clock and seconds a move exclude each other")
        other = self._before.limit._replace(time=None, clock=None)
        if clock:
            return other._replace(clock=Clock.parse(clock))
        if not time:
            return other
        try:
            seconds = float(time.removesuffix("s"))
        except ValueError:
            raise ValueError(f"bad time {time!r}: expected seconds such as 1.5") from None
        return Limit(time=seconds, depth=other.depth, nodes=other.nodes)


def offered() -> dict[str, str]:
    """Who can play, and what to say of them."""
    specs = {PERSON: "A person"}
    levels = [f"engine:level={n}" for n in range(1, MOST_LEVEL + 1)]
    specs |= {spec: agent_name(spec) for spec in levels}
    specs["engine"] = "Engine, as good as it can"
    for agent in describe():
        needs_text = any(option.name.isupper() for option in agent.options)
        if agent.name not in specs and not needs_text:
            specs[agent.name] = f"{agent.name}: {agent.help}"
    return specs


def _players(given: str) -> list[tuple[Content, str]]:
    """The same and `given`, who plays already."""
    return [(Content(text), spec) for spec, text in ({given: given} | offered()).items()]


def _starts() -> Iterable[tuple[Content, str]]:
    """Where a game can begin."""
    yield Content("the usual start"), _USUAL
    yield Content("the position on the board"), _HERE
    for spec, text in _LOTS.items():
        yield Content(text), spec
    for number, text in _CORNERS.items():
        yield Content(text), f"handicap:{number}"
    for line in sorted(named_lines(), key=lambda line: line.en.casefold()):
        if line.en:
            yield Content(f"{line.en}  {line.moves}"), f"moves:{line.moves}"
