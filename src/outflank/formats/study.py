"""A record that is being looked through and changed: a tree of moves, and a place in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ..rules import Color, Game, IllegalMoveError, Move, Outcome, Position
from ..rules.outcome import FAULT, outcome_of, reason_of, resignation
from ..rules.transcript import with_forced_pass
from .record import Branch, Note, Record

NO_NOTE = Note()
_OF_THE_END = ("Result", "Termination", FAULT, "TheoreticalScore", "TheoreticalDepth")
"""Tags that say how the game ended."""


@dataclass(slots=True, eq=False, repr=False)
class Node:
    """A place in a study: the move that leads there, and what may follow, the main move first."""

    position: Position
    parent: Node | None = None
    """None at the start."""
    move: Move | None = None
    """None at the start."""
    note: Note = NO_NOTE
    """What is said of the move."""
    children: list[Node] = field(default_factory=list)
    onward: Node | None = None
    """Of the children the one that was gone to last."""

    @property
    def path(self) -> list[Node]:
        """The places from the first move to this one."""
        places, node = list[Node](), self
        while node.parent is not None:
            places.append(node)
            node = node.parent
        return places[::-1]

    @property
    def is_there(self) -> bool:
        """Whether it has not been cut off."""
        return self.parent is None or self in self.parent.children

    @property
    def is_main(self) -> bool:
        """Whether it lies on the main line."""
        return all(node.parent and node.parent.children[0] is node for node in self.path)

    @property
    def end(self) -> Node:
        """Where the line ends that goes on from here, the way that was gone last."""
        node = self
        while node.children:
            node = node.onward or node.children[0]
        return node

    def child(self, move: Move) -> Node | None:
        """Where a move leads, if it is there."""
        return next((node for node in self.children if node.move == move), None)

    def add(self, move: Move) -> Node:
        """Where a move leads; it is the last of the children if it was not there yet."""
        found = self.child(move)
        if found is None:
            found = Node(self.position.play(move), self, move)
            self.children.append(found)
        return found


class Study:
    """A game with its variations, and the place in it where somebody is.

    Moves that are cut off can be restored until another one is added.
    """

    def __init__(self, record: Record | Game | None = None) -> None:
        """An 8x8 game without moves if nothing is given; the place is the end of the main line."""
        given = record if isinstance(record, Record) else Record(record or Game())
        game = given.game
        self.tags = dict(game.tags)
        self.comment = given.comment
        self.root = self.here = Node(game.start)
        self._cuts: list[tuple[Node, int, Node]] = []
        _grow(self.root, game.moves, given.notes, given.branches)
        self.to_end()
        self._resigned = game.resigned if len(self.here.path) == len(game) else None
        self._on_time = game.on_time

    @property
    def position(self) -> Position:
        """The position here."""
        return self.here.position

    @property
    def line(self) -> list[Node]:
        """The places of the line that leads here and on, the way that was gone last."""
        return self.here.end.path

    @property
    def game(self) -> Game:
        """The game up to here."""
        moves = (node.move for node in self.here.path if node.move is not None)
        return Game(self.root.position, moves, self.tags, self.resigned, self._on_time)

    @property
    def resigned(self) -> Color | None:
        """The colour that gave up or ran out of time here."""
        at_end = not self.here.children and self.here.is_main
        return self._resigned if at_end else None

    @property
    def result(self) -> Outcome | None:
        """How the game ended, if it has ended here."""
        if self.resigned is not None:
            return resignation(
                self.position, self.resigned, on_time=self._on_time, by_fault=FAULT in self.tags
            )
        return outcome_of(self.position)

    @property
    def has_cuts(self) -> bool:
        """Whether there is something to restore."""
        return bool(self._cuts)

    def record(self) -> Record:
        """All of it, the main line as the game."""
        nodes = list(_main(self.root))
        ending = self._resigned, self._on_time
        game = Game(self.root.position, _moves(nodes), self.tags, *ending)
        return Record(game, _notes(nodes), self.comment, _branches(self.root))

    def comment_on(self, node: Node) -> str:
        """What is said of the move that leads to a place; of the game at its start."""
        return self.comment if node.parent is None else node.note.comment

    def annotate(self, node: Node, comment: str) -> None:
        """Says something of the move that leads to a place; of the game at its start."""
        if node.parent is None:
            self.comment = comment
        else:
            node.note = node.note._replace(comment=comment)

    def go(self, node: Node) -> None:
        """Goes to a place."""
        self.here = node
        for place in node.path:
            if place.parent is not None:
                place.parent.onward = place

    def back(self) -> None:
        """Goes one move back, if there is one."""
        self.here = self.here.parent or self.here

    def forward(self) -> None:
        """Goes one move on, the way that was gone last."""
        if self.here.children:
            self.go(self.here.onward or self.here.children[0])

    def to_start(self) -> None:
        """Goes to the start."""
        self.here = self.root

    def to_end(self) -> None:
        """Goes to the end of this line."""
        self.go(self.here.end)

    def aside(self, step: int) -> None:
        """Goes to another move in the place of the last one, so many variations on."""
        if self.here.parent is not None:
            others = self.here.parent.children
            self.go(others[(others.index(self.here) + step) % len(others)])

    def play(self, move: Move | str) -> None:
        """Goes where a move leads, after a pass if there has to be one, and adds what is missing.

        Raises IllegalMoveError.
        """
        if self.resigned is not None:
            reason = reason_of(self.resigned, self._on_time, FAULT in self.tags)
            raise IllegalMoveError(f"illegal move {str(move)!r}: {reason}")
        node = self.here
        for step in with_forced_pass(node.position, Move(move)):
            if node.child(step) is None:
                self._cuts.clear()
            if node.is_main and not node.children:
                self._reopen()
            node = node.add(step)
        self.go(node)

    def resign(self, color: Color, *, on_time: bool = False) -> None:
        """Ends the game as given up by a colour, on this line, which becomes the main one.

        With `on_time` it has lost on time instead. Raises ValueError if it is over, or goes on from
        here.
        """
        if self.result is not None or self.here.children:
            raise ValueError(f"cannot resign: {self.result or 'the game goes on from here'}")
        self.promote(whole=True)
        self._resigned, self._on_time = color, on_time
        self.tags.pop(FAULT, None)

    def withdraw(self) -> None:
        """Takes a resignation back."""
        self._resigned = None

    def cut(self, node: Node) -> None:
        """Takes a move and all that follows away; whoever is there is before it then."""
        parent = node.parent
        if parent is None:
            raise ValueError("cannot cut off the start of a game")
        if node.is_main:
            self._reopen()
        if node in self.here.path:
            self.here = parent
        self._cuts.append((parent, parent.children.index(node), node))
        parent.children.remove(node)
        if parent.onward is node:
            parent.onward = None

    def restore(self) -> None:
        """Puts back what was cut off last, and goes to where its line ends."""
        if self._cuts:
            parent, index, node = self._cuts.pop()
            parent.children.insert(index, node)
            self.go(node.end)

    def promote(self, *, whole: bool = False) -> None:
        """Makes the last choice that led here the main one; all of them if it is to be `whole`."""
        for node in reversed(self.here.path):
            siblings = node.parent.children if node.parent is not None else [node]
            if siblings[0] is not node:
                siblings.remove(node)
                siblings.insert(0, node)
                if node.is_main:
                    self._reopen()
                if not whole:
                    return

    def _reopen(self) -> None:
        """Forgets how the game ended, because its main line is another now."""
        self._resigned = None
        self.tags = {name: text for name, text in self.tags.items() if name not in _OF_THE_END}


def _grow(
    node: Node, moves: Iterable[Move], notes: Mapping[int, Note], branches: Iterable[Branch]
) -> None:
    """Adds moves with what is said of them and what leaves them."""
    places = [node]
    for index, move in enumerate(moves):
        places.append(places[-1].add(move))
        if places[-1].note == NO_NOTE:
            places[-1].note = notes.get(index, NO_NOTE)
    for branch in branches:
        _grow(places[branch.ply], branch.moves, branch.notes, branch.branches)


def _main(node: Node) -> Iterator[Node]:
    """What follows a place on its main line."""
    while node.children:
        node = node.children[0]
        yield node


def _moves(nodes: Iterable[Node]) -> tuple[Move, ...]:
    return tuple(node.move for node in nodes if node.move is not None)


def _notes(nodes: Iterable[Node]) -> dict[int, Note]:
    return {index: node.note for index, node in enumerate(nodes) if node.note != NO_NOTE}


def _branches(node: Node) -> tuple[Branch, ...]:
    """What leaves the main line that goes on from a place."""
    found = []
    for ply, place in enumerate([node, *_main(node)]):
        for other in place.children[1:]:
            line = [other, *_main(other)]
            rest = _branches(other)
            shifted = tuple(Branch(b.ply + 1, b.moves, b.notes, b.branches) for b in rest)
            found.append(Branch(ply, _moves(line), _notes(line), shifted))
    return tuple(found)
