"""Monte Carlo: judging moves by games that are played to their end by lot."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from .. import _core
from .._core import Color, Move, Position
from .clock import Lateness
from .engine import StopEvent, note_interrupt
from .limit import Limit

_MOST_MEGABYTES = 32768


class Tally(NamedTuple):
    """What playouts say of a move."""

    move: Move
    """The move; PASS if the side to move must pass."""
    playouts: int
    """Games through it."""
    mean: float
    """The share of points won by the side that plays it: 1 for a win, 0.5 for a draw."""
    result: float | None
    """The same with best play, where it is proven."""


class MonteCarloAnalysis(NamedTuple):
    """What a Monte Carlo search found."""

    move: Move
    """The best move."""
    score: float
    """The share of points that it wins for the side to move, 0 to 1; sure when `proven`."""
    moves: tuple[Tally, ...]
    """Every legal move, the best one first."""
    pv: tuple[Move, ...]
    """Best play of both sides as far as it is known, `move` first."""
    nodes: int
    """Playouts."""
    time: float
    """Seconds."""
    proven: bool
    """Whether `score` holds with best play."""
    interrupted: bool
    """Ended by Ctrl-C."""
    turn: Color
    """The side to move."""

    @property
    def depth(self) -> int:
        """Moves of `pv`."""
        return len(self.pv)

    def pov(self, color: Color) -> float:
        """The score from the point of view of a colour."""
        return self.score if color == self.turn else 1 - self.score


class MonteCarlo:
    """Monte Carlo tree search (UCT) with proofs, on a tree of `memory` megabytes that it keeps.

    Playouts that seem good are tried more often; `exploration` says how much seldom tried moves
    count against good ones. Playouts are `guided` to take corners and to shun the squares beside
    empty ones, or uniform. `flat` grows no tree: all moves get the same number of playouts. A full
    tree stops growing; the next search goes on in what still concerns it. The same `seed` gives the
    same answers to the same questions; None is a seed by lot. One search runs at a time, and
    after a fork the child's is free, as with `Engine`.
    Sources: Kocsis and Szepesvári 2006 (UCT); Winands, Björnsson and Saito 2008 (proofs).
    """

    def __init__(
        self,
        *,
        exploration: float = 0.5,
        guided: bool = True,
        flat: bool = False,
        memory: float = 64,
        seed: int | Random | None = None,
    ) -> None:
        if not (isinstance(exploration, int | float) and 0 <= exploration <= 1000):
            raise ValueError(f"exploration {exploration!r}: expected 0 to 1000")
        _check_switches(guided=guided, flat=flat)
        if not (isinstance(memory, int | float) and 0 < memory <= _MOST_MEGABYTES):
            raise ValueError(
                f"memory {memory!r}: expected megabytes above 0 and up to {_MOST_MEGABYTES}"
            )
        self._lateness = Lateness()
        self._tree = _core.MonteCarloTree(
            exploration=exploration,
            guided=guided,
            flat=flat,
            memory=memory,
            seed=_number_from(seed),
        )

    def search(
        self,
        position: Position,
        limit: Limit = Limit(time=1.0),
        *,
        stop: StopEvent | None = None,
        progress: Callable[[MonteCarloAnalysis], object] | None = None,
    ) -> MonteCarloAnalysis:
        """The move that playouts like best, within a limit in seconds or playouts (`nodes`).

        It ends early when the result is proven. `stop` ends it from another thread, `progress` is
        called whenever the playouts have doubled. Ctrl-C ends the search, not the program, as in
        `Engine.search`. Raises ValueError when the game is over or the limit is in plies.
        """
        if not isinstance(position, Position):
            raise TypeError(f"position {position!r}: expected a Position")
        if not isinstance(limit, Limit):
            raise TypeError(f"limit {limit!r}: expected a Limit, such as Limit(nodes=10000)")
        if limit.depth is not None:
            raise ValueError(f"limit {limit!r}: expected seconds or playouts (nodes), not plies")

        def analysis(fields: dict[str, Any]) -> MonteCarloAnalysis:
            return _analysis(fields, position.turn)

        seconds = limit.with_share(position, self._lateness).time
        began = perf_counter()
        found = analysis(
            self._tree.search(
                position,
                playouts=None if limit.nodes is None else min(limit.nodes, 2**62),
                time=seconds,
                stop=stop,
                progress=None if progress is None else lambda fields: progress(analysis(fields)),
            )
        )
        if seconds is not None:
            self._lateness.note(seconds, perf_counter() - began)
        if found.interrupted:
            note_interrupt()
        return found

    def clear(self) -> None:
        """Forgets what earlier searches found."""
        self._tree.clear()


class Playouts(NamedTuple):
    """The results of games played by lot, for the side that was to move."""

    wins: int
    """Games won."""
    draws: int
    """Games drawn."""
    losses: int
    """Games lost."""
    margin: float
    """The mean final margin in discs, empty squares to the winner."""

    @property
    def mean(self) -> float:
        """The share of points won; 0.5 for none."""
        games = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / games if games else 0.5


def playouts(
    position: Position, games: int, *, guided: bool = False, seed: int | Random | None = None
) -> Playouts:
    """Plays a position to its end by lot, again and again, at native speed.

    Every legal move is as likely as the others, or guided as `MonteCarlo` says. Raises ValueError
    for a negative number of games; Ctrl-C raises KeyboardInterrupt.
    """
    if not isinstance(position, Position):
        raise TypeError(f"position {position!r}: expected a Position")
    if not (isinstance(games, int) and 0 <= games < 2**62):
        raise ValueError(f"games {games!r}: expected a whole number from 0")
    _check_switches(guided=guided)
    return Playouts(*_core.playouts(position, games, seed=_number_from(seed), guided=guided))


def _check_switches(**switches: object) -> None:
    for name, value in switches.items():
        if not isinstance(value, bool):
            raise TypeError(f"{name} {value!r}: expected True or False")


def _number_from(seed: int | Random | None) -> int:
    """A seed for the native generator."""
    if not (seed is None or isinstance(seed, int | Random)):
        raise TypeError(f"seed {seed!r}: expected a whole number, a Random or None")
    source = seed if isinstance(seed, Random) else Random(seed)
    return source.getrandbits(64)


def _analysis(fields: dict[str, Any], turn: Color) -> MonteCarloAnalysis:
    moves = tuple(Tally(*fields_of_move) for fields_of_move in fields["moves"])
    best = moves[0]
    return MonteCarloAnalysis(
        move=best.move,
        score=best.mean if best.result is None else best.result,
        moves=moves,
        pv=fields["pv"],
        nodes=fields["playouts"],
        time=fields["time"],
        proven=best.result is not None and (best.result == 1 or _all_proven(moves)),
        interrupted=fields["interrupted"],
        turn=turn,
    )


def _all_proven(moves: tuple[Tally, ...]) -> bool:
    return all(tally.result is not None for tally in moves)
