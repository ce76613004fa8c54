"""`outflank analyze`: every move of a game judged, or of many."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import closing
from json import dumps
from pathlib import Path
from typing import Annotated, NamedTuple

from cyclopts import Parameter

from ..._core import Color
from ...agents.failure import one_line
from ...engine import Limit
from ...reviews import (
    Judgement,
    Review,
    Total,
    check_how,
    graph_png,
    graph_svg,
    review,
    review_all,
    review_fields,
    total,
    total_fields,
)
from ...reviews.judge import thoroughness
from ...rules.outcome import name_of
from .bar import Bar
from .errors import UsageError
from .games import Games
from .options import Depth, Number, Size, Time, limit_of, read_words, tell_of_depth
from .output import LiveLine, check_graph, tidily, write_together, writing
from .review_text import NAME, game_line, game_text, heading, summary_text
from .sources import Found, find_game
from .words import counted

_UNREADABLE = 1
_ANY_EMPTIES = 256
"""As many as the largest board may have."""


class _How(NamedTuple):
    """How moves are judged; see `review`."""

    limit: Limit | None
    exact_from: int | None
    threads: int | None


_PICTURES = {".svg": lambda shown: f"{graph_svg(shown)}\n".encode(), ".png": graph_png}


def analyze(
    *game: Annotated[
        str, Parameter(help="The moves, such as f5d6c3; or a file of games; or - for stdin.")
    ],
    number: Number = 1,
    every: Annotated[
        bool, Parameter(name="--all", help="All games of all files, and a table of the players.")
    ] = False,
    player: Annotated[
        str | None,
        Parameter(help="With --all: only moves of whose name has these words.", metavar="NAME"),
    ] = None,
    size: Size = 8,
    depth: Depth = None,
    time: Time = None,
    exact: Annotated[
        int | None,
        Parameter(help="Empty squares from which on all is solved (20 to 8x8, 18).", metavar="N"),
    ] = None,
    threads: Annotated[
        int | None, Parameter(help="Moves judged at a time, if not one a core.", metavar="N")
    ] = None,
    graph: Annotated[
        Path | None, Parameter(help="Draw the graph into a file, .svg or .png.", metavar="FILE")
    ] = None,
    json: Annotated[
        bool, Parameter(help="Print one JSON document instead; with --all one a line.")
    ] = False,
) -> int:
    """Judge every move of a game.

    Each is shown with its value to the side that played it, the best move and its value, the discs
    lost and how deep it was searched: 12@73% leaves out what matters with 27 % probability at most,
    exact leaves out nothing. Marks: ?! (inaccuracy) from 1 disc, ? (mistake) from 3, ?? (blunder)
    from 6. Without a limit the engine looks 12 plies ahead on 8x8. Files may have any format that
    convert reads. The exit status is 1 if --all could not read something.
    """
    if not game:
        raise UsageError("analyze needs a game: moves such as f5d6c3, a file name, or - for stdin")
    limit = limit_of(time, depth, None, None)
    _check(every, player, number, graph)
    how = _How(limit, exact, threads)
    try:
        check_how(*how)
    except ValueError as error:
        raise UsageError(str(error)) from error
    if every:
        tell_of_depth(limit or Limit(), _ANY_EMPTIES, exact)
        return _all(Games(game, size, read_words(player, "--player")), how, json)
    found = _game_of(" ".join(game).strip(), size, number)
    tell_of_depth(limit or Limit(), found.game.start.empties, exact)
    _one(found, number, how, graph, json)
    return 0


def _check(every: bool, player: str | None, number: int, graph: Path | None) -> None:
    if every and number != 1:
        raise UsageError(f"--all reviews every game: leave out --game {number}")
    if every and graph:
        raise UsageError("a graph shows one game: choose it with --game instead of --all")
    if player is not None and not every:
        raise UsageError("--player chooses among games: add --all")
    if graph:
        check_graph(graph, _PICTURES)


def _game_of(source: str, size: int, number: int) -> Found:
    found = find_game(source, size, number)
    if not found.game.moves:
        name = "the standard input" if source == "-" else repr(source)
        raise UsageError(f"no game was given: there are no moves in {name}")
    for note in found.notes:
        print(f"outflank: {one_line(note)}", file=sys.stderr, flush=True)
    return found


def _one(found: Found, number: int, how: _How, graph: Path | None, json: bool) -> None:
    with Bar("judging", "moves", len(found.game)) as bar:
        judged = review(found.game, **how._asdict(), progress=lambda done: bar.show(done, ""))
    if graph:
        with tidily(), writing(graph):
            write_together([(graph, _PICTURES[graph.suffix.lower()](judged))])
    if json:
        used = thoroughness(found.game.start.size, how.limit, how.exact_from)
        limit = {name: value for name, value in used.limit._asdict().items() if value is not None}
        fields = {**review_fields(judged), "limit": limit, "exact_from": used.exact_from}
        print(dumps(fields, indent=2))
        return
    lines = list(heading(judged))
    if found.more or number > 1:
        more = f", more follow: --game {number + 1}, or --all" if found.more else ""
        lines.insert(0, f"Game {number}{more}")
    print("".join(f"{one_line(line)}\n" for line in lines), end="")
    print(game_text(judged), flush=True)


def _all(games: Games, how: _How, json: bool) -> int:
    players, live = _Players(), LiveLine()

    def show(moves: int) -> None:
        live.show(lambda: f"game {players.games + 1}, {moves:,} moves judged")

    try:
        with closing(review_all(games, **how._asdict(), side=games.side, progress=show)) as found:
            for index, judged in enumerate(found):
                number = games.numbers[index]
                players.add(judged)
                live.clear()
                fields = {"number": number, **review_fields(judged)} if json else {}
                line = dumps(fields) if json else game_line(number, judged)
                print(line, flush=True)
    except KeyboardInterrupt:
        live.clear()
        players.show(json)
        raise
    live.clear()
    players.show(json)
    if players.games and games.without_moves:
        left_out = counted(games.without_moves, "game")
        print(f"outflank: {left_out} without moves left out", file=sys.stderr, flush=True)
    if not players.games and games.is_complete:
        reason = games.missing_player or "there is no such game with moves"
        raise UsageError(f"nothing to judge: {reason}")
    return 0 if games.is_complete else _UNREADABLE


class _Players:
    """The judgements of many games, by player."""

    def __init__(self) -> None:
        self.games = 0
        self._own: dict[str, list[list[Judgement]]] = {}

    def add(self, judged: Review) -> None:
        """Counts one more game; a player without a name goes by the colour."""
        self.games += 1
        for color in Color:
            if own := judged.of(color):
                name = judged.game.tags.get(name_of(color), "").strip() or name_of(color)
                self._own.setdefault(name, []).append(own)

    def show(self, json: bool) -> None:
        """Prints what there is, if there is anything."""
        if self.games:
            print(dumps(self._fields()) if json else f"\n{self._text()}", flush=True)

    def _text(self) -> str:
        """A table, the most accurate player first."""
        totals = [(one_line(name)[:NAME], len(own), _total(own)) for name, own in self._own.items()]
        totals.sort(key=lambda row: -(row[2].accuracy or 0.0))
        return summary_text([*totals, ("all", self.games, self._all())])

    def _fields(self) -> dict[str, object]:
        """The same for a program."""
        players = {
            name: {"games": len(own), **total_fields(_total(own))}
            for name, own in self._own.items()
        }
        return {"games": self.games, "players": players, "all": total_fields(self._all())}

    def _all(self) -> Total:
        return _total(game for own in self._own.values() for game in own)


def _total(games: Iterable[list[Judgement]]) -> Total:
    return total(judged for game in games for judged in game)
