"""The screen with the board, as far as windows open: new games, files, texts, the editor."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from textual import events, work
from textual.message import Message

from ...agents import AgentError
from ...formats import Record, Study
from ...rules import Color, Game, Position
from ...rules.outcome import name_of
from ..cli.errors import UsageError
from ..library import Kept
from .dialogs import Choice, CopyText, FileName, Help, LongText, Question
from .editor import Editor
from .files import ENDINGS, Found, copies, kept_title, of_file, of_text, save, sentence, title
from .keeping import Keeper, players_of
from .new_game import NewGame, NewGameDialog, beginning, offered
from .session import PERSON, Session
from .study_screen import StudyScreen
from .table_screen import USUAL, Effort
from .thinker import Thinker

_PEOPLE = dict.fromkeys(Color, PERSON)
_LONG = 80
"""Characters of a file's name that are shown."""
_KEPT = "or one of the games that were kept; Tab goes there:"


class GameScreen(StudyScreen):
    """All that can be done with a game."""

    _file = ""
    """The file that was opened or written last."""

    class Unkept(Message):
        """A game cannot be kept, and why."""

        def __init__(self, fault: str) -> None:
            super().__init__()
            self.fault = fault

    def __init__(
        self,
        session: Session,
        effort: Effort = USUAL,
        message: str = "",
        library: Path | None = None,
    ) -> None:
        """`message` is shown first; games are kept in a `library`, if there is one."""
        super().__init__(session, effort, message)
        self.keeper = Keeper(library, lambda fault: self.post_message(self.Unkept(fault)))
        self.keeper.take(session.record())

    def show(self) -> None:
        """Shows everything as it is, and keeps the game if it has changed."""
        super().show()
        self.keeper.keep(self.session.record(), self._players())

    def _players(self) -> dict[Color, str]:
        """Who plays; nobody if there is no agent."""
        seats = self.session.seats
        has_agent = any(seat.agent is not None for seat in seats.values())
        return {color: seat.spec for color, seat in seats.items()} if has_agent else {}

    def on_game_screen_unkept(self, event: Unkept) -> None:
        """Says so."""
        self.say(event.fault)

    def action_help(self) -> None:
        """The list of keys."""
        self.app.push_screen(Help())

    @work(exclusive=True, group="dialog")
    async def action_resign(self) -> None:
        """Gives up, if that is what is meant."""
        session = self.session
        if session.study.result is not None or session.study.here.children:
            self.say("You can resign where the game goes on: End goes there.")
            return
        people = [color for color in Color if session.seats[color].agent is None]
        color = people[0] if len(people) == 1 else session.study.position.turn
        if await self.app.push_screen_wait(Question(f"{name_of(color)} gives this game up?")):
            session.study.to_end()
            if session.study.result is None:
                session.study.resign(color)
            self.changed()

    def action_delete(self) -> None:
        """Takes a move and what follows it away."""
        study = self.session.study
        node = study.here
        if node.parent is None:
            self.say("There is no move here to delete.")
            return
        study.cut(node)
        self.session.is_paused = True
        self.changed(f"Deleted {node.move} and what follows; y puts it back.")

    def action_promote(self) -> None:
        """Makes this variation the main line."""
        if self.session.study.here.is_main:
            self.say("This is the main line.")
            return
        self.session.study.promote()
        self.show()
        self.say("Promoted.")

    @work(exclusive=True, group="dialog")
    async def action_new_game(self) -> None:
        """Begins another game."""
        session = self.session
        players = {color: session.seats[color].spec for color in Color}
        study = session.study
        is_put = not study.line and study.position != Position.initial(study.position.size)
        before = NewGame(players, study.position.size, session.limit, "here" if is_put else "start")
        asked = await self.app.push_screen_wait(NewGameDialog(before))
        if asked is not None:
            await self._begin(asked)

    async def _begin(self, asked: NewGame) -> None:
        here = self.session.study.position
        try:
            if asked.start == "here":
                study = Study(Game(here))
            else:
                game = await Thinker().ask(lambda stop: beginning(asked.start, asked.size))
                study = Study(game)
            session = Session(study, asked.players, asked.limit)
        except (AgentError, ValueError) as error:
            self.say(sentence(str(error)))
            return
        self._sit_down(session, "")

    def on_paste(self, event: events.Paste) -> None:
        """Takes what is pasted into the terminal."""
        event.stop()
        self._load_text(event.text)

    @work(exclusive=True, group="dialog")
    async def action_paste(self) -> None:
        """Asks for a text."""
        text = await self.app.push_screen_wait(LongText("Paste a game or position", "Read"))
        if text is not None:
            self._load_text(text)

    @work(exclusive=True, group="load")
    async def _load_text(self, text: str) -> None:
        size = self.session.study.position.size
        self.say("Reading…")
        found = await Thinker().ask(lambda stop: of_text(text, size))
        await self._load(found, "the text")

    @work(exclusive=True, group="dialog")
    async def action_open(self) -> None:
        """Asks for a file, or for a game that was kept."""
        rows = await self.keeper.games()
        which = FileName("Open", self._file, _KEPT if rows else "", [*map(kept_title, rows)])
        name = await self.app.push_screen_wait(which)
        if isinstance(name, int):
            await self._open_kept(rows[name]["id"])
        elif name is not None:
            await self._open_file(name)

    async def _open_kept(self, name: str) -> None:
        try:
            kept = await self.keeper.get(name)
        except sqlite3.Error as error:
            self.say(f"Cannot read the library: {error}.")
            return
        if kept is None:
            self.say("This game is not in the library any more.")
        else:
            players = players_of(kept, offered()) or _PEOPLE
            self._sit_down(Session(Study(kept.record), players), f"{title(kept.record)}.", kept)

    async def _open_file(self, name: str) -> None:
        size = self.session.study.position.size
        shown = repr(name if len(name) <= _LONG else f"{name[:_LONG]}…")
        self.say("Reading…")
        try:
            found = await Thinker().ask(lambda stop: of_file(name, size))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            self.say(f"Cannot read {shown}: {reason}.")
            return
        self._file = name
        await self._load(found, shown)

    async def _load(self, found: Found, source: str) -> None:
        """Shows a game of those that were found; asks which if there are several."""
        records = found.records
        if not records:
            self.say(f"Cannot read {source}: {found.fault or 'there is no game in it'}.")
            return
        index: int | None = 0
        if len(records) > 1:
            more = f"the first {len(records)}" if found.has_more else ""
            options = [f"{n}. {title(record)}" for n, record in enumerate(records, 1)]
            index = await self.app.push_screen_wait(Choice("Games", options, more))
        if index is None:
            self.say("")
            return
        odd = f" {sentence(found.fault)}" if found.fault else ""
        self.load(records[index], f"{title(records[index])}.{odd}")

    def load(self, record: Record, message: str) -> None:
        """Studies a game, which nobody plays."""
        self._sit_down(Session(Study(record), _PEOPLE), message)

    def _sit_down(self, session: Session, message: str, kept: Kept | None = None) -> None:
        self.forget()
        self.keeper.take(session.record(), kept)
        self.seat(session, message)

    @work(exclusive=True, group="dialog")
    async def action_comment(self) -> None:
        """Asks what is to be said of this move."""
        study = self.session.study
        here = study.here
        of = "" if here.parent is None else f" on {here.move}"
        asked = LongText(f"Comment{of}", "Keep", study.comment_on(here))
        text = await self.app.push_screen_wait(asked)
        if text is not None:
            study.annotate(here, text.strip())
            self.show()

    @work(exclusive=True, group="dialog")
    async def action_save(self) -> None:
        """Asks for a file and writes it."""
        endings = f".json holds everything; there are {ENDINGS}"
        name = await self.app.push_screen_wait(FileName("Save", self._file, endings))
        if not isinstance(name, str):
            return
        try:
            is_there = Path(name).expanduser().is_file()
            if is_there and not await self.app.push_screen_wait(Question(f"Replace {name}?")):
                return
            record = self.session.record()
            self.say(await Thinker().ask(lambda stop: save(record, name)))
            self._file = name
        except (UsageError, OSError, ValueError, RuntimeError, ImportError) as error:
            self.say(sentence(str(error)))

    @work(exclusive=True, group="dialog")
    async def action_copy(self) -> None:
        """Copies the game, or the position, into the clipboard."""
        texts = copies(self.session.record(), self.session.study.game)
        index = await self.app.push_screen_wait(CopyText(texts))
        if index is not None:
            name, text = texts[index]
            self.app.copy_to_clipboard(text)
            self.say(f"Copied: {name}.")

    @work(exclusive=True, group="dialog")
    async def action_edit(self) -> None:
        """Lets discs be put by hand."""
        position = await self.app.push_screen_wait(Editor(self.session.study.position))
        if position is not None:
            self.load(Record(Game(position)), "A position of yours; n plays on from here.")
