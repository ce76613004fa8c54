"""What is kept of a game: one line of JSON, from which it can be replayed and counted."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from ..rules import Color, Game, Position
from ..rules.outcome import FAULT


class Fault(NamedTuple):
    """Why a side lost without being beaten."""

    side: Color
    """Whose fault it is."""
    kind: str
    """`error`, `wrong type`, `illegal move`, `over time`, `bad answer`, or a kind of a `Slip`."""
    message: str
    """What happened, in a sentence."""


class Slip(NamedTuple):
    """What an agent did wrong without losing the game for it."""

    side: Color
    """Whose fault it is."""
    kind: str
    """One of `exception`, `illegal move`, `late move`, `crash`, `memory`."""
    move: int
    """At which move of the game, from 1, passes left out."""
    message: str
    """What happened, in words that continue the agent's name."""
    traceback: str = ""
    """Where an exception came from, the first time in the game; several lines."""
    replaced: bool = False
    """Whether a random move was played instead of the agent's own."""


class Ply(NamedTuple):
    """What one decision of an agent took."""

    side: Color
    """Who decided."""
    choices: int
    """How many moves were legal."""
    time: float
    """Seconds."""
    depth: int | None
    """Plies searched, if the agent tells."""
    nodes: int | None
    """Nodes searched, if the agent tells."""


class Record(NamedTuple):
    """One finished game of a match."""

    number: int
    """Its place in the match, from 0."""
    size: int
    """Squares a side."""
    opening: int
    """Which of the openings it began with."""
    black: int
    """Black's index among the agents."""
    white: int
    """White's index among the agents."""
    seed: int
    """What was random in it comes from this."""
    moves: str
    """All moves, the opening's too, passes left out."""
    opening_plies: int
    """How many of them are the opening's, passes left out."""
    score: int
    """Black's tournament score minus White's."""
    resigned: Color | None
    """The side that gave up, or had to for a fault."""
    fault: Fault | None
    """What went wrong, if anything did."""
    plies: tuple[Ply, ...]
    """The agents' decisions in order; forced passes are none."""
    times: tuple[float | None, float | None] = (None, None)
    """The seconds that Black and White had for a move; None without a time limit."""
    slips: tuple[Slip, ...] = ()
    """What went wrong besides, Black's first."""

    def pov(self, agent: int) -> int:
        """The score as an agent of the match sees it."""
        return self.score if agent == self.black else -self.score

    def points(self, agent: int) -> float:
        """What the game brought an agent: 1, 0.5 or 0."""
        margin = self.pov(agent)
        return 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0

    def replaced(self, side: Color) -> int:
        """How many of a side's moves were not the agent's own, but random ones after faults."""
        return sum(slip.replaced for slip in self.slips if slip.side is side)

    def game(self) -> Game:
        """The game, replayed."""
        fault, start = self.fault, Position.initial(self.size)
        is_late = fault is not None and fault.kind in ("over time", "late move")
        tags = {FAULT: fault.message} if fault else {}
        return Game.parse(
            self.moves, start=start, tags=tags, resigned=self.resigned, on_time=is_late
        )

    def check(self) -> None:
        """Raises ValueError if the moves are illegal or do not lead to the score."""
        outcome = self.game().result
        if outcome is None or outcome.score != self.score:
            end = "do not end the game" if outcome is None else f"lead to {outcome.score:+d}"
            raise ValueError(f"its moves {end}, but its score is {self.score:+d}")

    def to_line(self) -> str:
        """The record as a line of JSON, without its end."""
        slips = [{**slip._asdict(), "side": _name(slip.side)} for slip in self.slips]
        sides = [int(ply.side is Color.WHITE) for ply in self.plies]
        data = self._asdict() | {
            "resigned": _name(self.resigned),
            "fault": self.fault and {**self.fault._asdict(), "side": _name(self.fault.side)},
            "plies": {
                "side": sides,
                "choices": [ply.choices for ply in self.plies],
                "time": [ply.time for ply in self.plies],
                "depth": [ply.depth for ply in self.plies],
                "nodes": [ply.nodes for ply in self.plies],
            },
            "slips": slips,
        }
        if not slips:
            del data["slips"]
        return json.dumps(data, separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str) -> Record:
        """Reads a line that `to_line` wrote; ValueError for anything else, half a line included."""
        try:
            data: dict[str, Any] = json.loads(line)
            if not (
                all(isinstance(data[name], int) for name in _NUMBERS) and data["moves"].isascii()
            ):
                raise TypeError(line)
            fault, columns = data["fault"], data["plies"]
            black_time, white_time = data.get("times", (None, None))
            return cls(
                **data
                | {
                    "resigned": _color(data["resigned"]),
                    "fault": None
                    if fault is None
                    else Fault(**fault | {"side": _color(fault["side"])}),
                    "plies": tuple(
                        Ply(Color.WHITE if side else Color.BLACK, *rest)
                        for side, *rest in zip(
                            *(columns[name] for name in Ply._fields), strict=True
                        )
                    ),
                    "times": (black_time, white_time),
                    "slips": tuple(_slip(slip) for slip in data.get("slips", ())),
                }
            )
        except (TypeError, KeyError, AttributeError) as error:
            raise ValueError(f"no record of a game: {line[:40]!r}") from error


_NUMBERS = ("number", "size", "opening", "black", "white", "seed", "opening_plies", "score")


def _slip(data: dict[str, Any]) -> Slip:
    replaced = data["kind"] != "late move"  # as far as older ones tell
    return Slip(**{"replaced": replaced, **data, "side": _color(data["side"])})


def _name(color: Color | None) -> str | None:
    return None if color is None else color.name.lower()


def _color(name: str | None) -> Color | None:
    return None if name is None else Color[name.upper()]
