"""The screen with the board, as far as the engine helps: values, hints, reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from textual import work
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from ...engine import Analysis, Engine
from ...formats import Node
from ...reviews import Judgement, Review
from ...reviews.judge import thoroughness
from ...rules import Game, Position
from ...rules.outcome import name_of
from .board import Board, Label, Picture
from .colors import FINE
from .graph import Graph
from .panel import Thoughts, labels_of, review_text, value_text
from .play_screen import PlayScreen
from .reviewing import judged
from .session import Session
from .sheet import Sheet
from .table_screen import USUAL, Effort
from .thinker import Thinker


class StudyScreen(PlayScreen):
    """Shows what the engine thinks of moves, and of a whole game."""

    class Valued(Message):
        """The values of the moves of a position are known, or known better."""

        def __init__(self, position: Position, found: Analysis) -> None:
            super().__init__()
            self.position, self.found = position, found

    class Judged(Message):
        """So many moves of a review are done, or all of it."""

        def __init__(self, nodes: Sequence[Node], done: int, review: Review | None = None) -> None:
            super().__init__()
            self.nodes, self.done, self.review = nodes, done, review

    def __init__(self, session: Session, effort: Effort = USUAL, message: str = "") -> None:
        """`message` is shown first."""
        super().__init__(session, effort, message)
        self.has_values = False
        """Whether the values of moves are shown."""
        self.found: Analysis | None = None
        """What is known of the moves here."""
        self.judged: dict[Node, Judgement] = {}
        """What the review says."""
        self._engine = Engine()
        self._adviser, self._reviewer = Thinker(), Thinker()

    def changed(self, message: str = "") -> None:
        """Shows another place, and values its moves."""
        self.found = None
        super().changed(message)
        self._value()

    def picture(self) -> Picture:
        """The board with the values of moves, or the move that would have been better."""
        picture = super().picture()
        if self.has_values and self.found is not None:
            picture = replace(picture, labels={**picture.labels, **labels_of(self.found)})
        said = self.judged.get(self.session.study.here)
        if said is not None and said.mark and picture.hint is None:
            picture = replace(picture, hint=said.best)
        if picture.hint is not None and picture.hint not in picture.labels:
            labels = {**picture.labels, picture.hint: Label("best", "★", FINE)}
            picture = replace(picture, labels=labels)
        return picture

    def show(self) -> None:
        """Shows everything as it is."""
        super().show()
        study = self.session.study
        self.query_one(Sheet).show(study.line, study.here, self.judged)
        thoughts = self.query_one(Thoughts)
        thoughts.display = self.has_values and not study.position.must_pass and not study.result
        thoughts.found = self.found
        graph = self.query_one(Graph)
        review = graph.review
        graph.display = review is not None
        self.query_one("#panel").set_class(thoughts.display, "thinking")
        self.query_one("#accuracy").display = review is not None
        place = len(study.here.path)
        is_there = study.here in self.judged or study.here is study.root
        graph.ply = place if is_there else None
        if review is not None:
            self.query_one("#accuracy", Static).update(Content(review_text(review)))

    def details(self) -> list[str]:
        """More about this place, and what the review says of its move."""
        said = self.judged.get(self.session.study.here)
        parts = super().details()
        if said is not None and said.mark and said.best_score is not None:
            best = value_text(said.best_score, said.exact)
            lost = f"{said.move}{said.mark} {said.word}: {said.loss:.1f} discs lost"
            parts.insert(0, f"{lost}, {said.best} was best ({best}).")
        return parts

    def forget(self) -> None:
        """Forgets the review, for another game."""
        self.workers.cancel_group(self, "review")
        self.judged = {}
        self.query_one(Graph).review = None

    def _value(self) -> None:
        """Begins to value the moves here, if that is wanted; what was begun elsewhere ends."""
        self.workers.cancel_group(self, "values")
        study = self.session.study
        idle = study.result is not None or study.position.must_pass
        self.query_one(Thoughts).is_waiting = self.is_thinking
        if self.has_values and not idle and not self.is_thinking:
            self._find_values(study.position)

    @work(exclusive=True, group="values")
    async def _find_values(self, position: Position) -> None:
        moves = position.legal_moves()
        found = await self._adviser.ask(
            lambda stop: self._engine.search(
                position,
                self.effort.values,
                multipv=len(moves),
                stop=stop,
                progress=lambda found: self.post_message(self.Valued(position, found)),
            )
        )
        self.post_message(self.Valued(position, found))

    def on_study_screen_valued(self, event: Valued) -> None:
        """Shows values, if they are still of this position."""
        if self.has_values and event.position is self.session.study.position:
            self.found = event.found
            self.query_one(Board).picture = self.picture()
            self.query_one(Thoughts).found = self.found

    def on_board_pointed(self, event: Board.Pointed) -> None:
        """Shows the line of the move that is pointed at first."""
        self.query_one(Thoughts).pointed = event.square

    def action_values(self) -> None:
        """Values of all moves, on or off."""
        self.has_values = not self.has_values
        self.found = None
        self.say("Values are discs for the side to move." if self.has_values else "")
        self.show()
        self._value()

    def action_hint(self) -> None:
        """A good move."""
        if self.session.expected not in ("person", "past"):
            self.say("A hint is for when you are to move.")
            return
        self.workers.cancel_group(self, "values")
        self.say("Looking for a good move…")
        self._find_hint(self.session.study.position)

    @work(exclusive=True, group="hint")
    async def _find_hint(self, position: Position) -> None:
        found = await self._adviser.ask(
            lambda stop: self._engine.search(position, self.effort.hint, stop=stop)
        )
        self.hint = found.move
        depth = "exact" if found.exact else f"depth {found.depth}"
        value = value_text(found.score, found.exact)
        self.say(f"The hint is {found.move} ({value} for {name_of(found.turn)}, {depth}).")
        self.show()
        self._value()

    def action_stop(self) -> None:
        """Stops all thinking."""
        for group in ("values", "review"):
            self.workers.cancel_group(self, group)
        super().action_stop()

    def action_review(self) -> None:
        """Judges every move of this line."""
        nodes = self.session.study.line
        if not nodes:
            self.say("Play or open a game first.")
            return
        self.say(f"Reviewing {len(nodes)} moves… (Esc stops)")
        self._review(nodes)

    @work(exclusive=True, group="review")
    async def _review(self, nodes: Sequence[Node]) -> None:
        study = self.session.study
        moves = [node.move for node in nodes if node.move is not None]
        game = Game(study.root.position, moves, study.tags)
        how = thoroughness(game.start.size, self.effort.review, self.effort.exact_from)
        review = await self._reviewer.ask(
            lambda stop: judged(
                game, how, stop, lambda done: self.post_message(self.Judged(nodes, done))
            )
        )
        if review is not None:
            self.post_message(self.Judged(nodes, len(nodes), review))

    def on_study_screen_judged(self, event: Judged) -> None:
        """Shows how far a review is, or what it says."""
        review = event.review
        if review is None:
            self.say(f"Reviewing: {event.done} of {len(event.nodes)} moves… (Esc stops)")
            return
        self.judged = dict(zip(event.nodes, review.judgements, strict=True))
        for node, said in self.judged.items():
            if said.score is not None:
                node.note = node.note._replace(value=round(said.score, 2))
        self.query_one(Graph).review = review
        marked = sum(bool(said.mark) for said in review.judgements)
        self.say(f"Reviewed: {marked} marked moves; m goes to the next." if marked else "Reviewed.")
        self.show()

    def _reviewed(self) -> list[Node]:
        """The moves that were reviewed and are still there."""
        return list(takewhile(lambda node: node.is_there, self.judged))

    def on_graph_chosen(self, event: Graph.Chosen) -> None:
        """Goes to a move that was reviewed."""
        nodes = [self.session.study.root, *self._reviewed()]
        if event.ply < len(nodes):
            self.session.study.go(nodes[event.ply])
            self.changed()

    def action_mistake(self, step: int) -> None:
        """Goes to the next marked move, or to the one before; round at the end."""
        if not self.judged:
            self.say("Review the game first: a.")
            return
        nodes = self._reviewed()
        here = len(self.session.study.here.path) - 1
        ahead = range(here + step, here + step * len(nodes), step)
        places = (nodes[at % len(nodes)] for at in ahead)
        found = next((node for node in places if self.judged[node].mark), None)
        if found is None:
            self.say("No other move is marked.")
        else:
            self.session.study.go(found)
            self.changed()
