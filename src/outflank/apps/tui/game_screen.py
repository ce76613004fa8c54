"""The screen with the board, as far as windows open: new games, files, texts, the editor."""

from __future__ import annotations

from pathlib import Path

from textual import events, work

from ...agents import AgentError
from ...formats import Record, Study
from ...rules import Color, Game
from ...rules.outcome import name_of
from ..cli.errors import UsageError
from .dialogs import Choice, CopyText, FileName, Help, PasteText, Question
from .editor import Editor
from .files import Found, copies, of_file, of_text, save, sentence, title
from .new_game import NewGame, NewGameDialog, beginning
from .session import PERSON, Session
from .study_screen import StudyScreen
from .thinker import Thinker

_PEOPLE = dict.fromkeys(Color, PERSON)


class GameScreen(StudyScreen):
    """All that can be done with a game."""

    _file = ""
    """The file that was opened or written last."""

    def action_help(self) -> None:
        """The list of keys."""
        self.app.push_screen(Help())

    @work(exclusive=True, group="dialog")
    async def action_resign(self) -> None:
        """Gives up, if that is what is meant."""
        session = self.session
        if session.study.result is not None or session.study.here.children:
            self.say("You can give up where the game goes on: End goes there.")
            return
        people = [color for color in Color if session.seats[color].agent is None]
        color = people[0] if len(people) == 1 else session.study.position.turn
        if await self.app.push_screen_wait(Question(f"Does {name_of(color)} give up?")):
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
        size = session.study.position.size
        asked = await self.app.push_screen_wait(
            NewGameDialog(NewGame(players, size, session.limit, "start"))
        )
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
        self.forget()
        self.seat(session, "")

    def on_paste(self, event: events.Paste) -> None:
        """Takes what is pasted into the terminal."""
        event.stop()
        self._load_text(event.text)

    @work(exclusive=True, group="dialog")
    async def action_paste(self) -> None:
        """Asks for a text."""
        text = await self.app.push_screen_wait(PasteText())
        if text is not None:
            self._load_text(text)

    @work(exclusive=True, group="load")
    async def _load_text(self, text: str) -> None:
        size = self.session.study.position.size
        found = await Thinker().ask(lambda stop: of_text(text, size))
        await self._load(found, "the text")

    @work(exclusive=True, group="dialog")
    async def action_open(self) -> None:
        """Asks for a file."""
        name = await self.app.push_screen_wait(FileName("Open", self._file))
        if name is None:
            return
        size = self.session.study.position.size
        try:
            found = await Thinker().ask(lambda stop: of_file(name, size))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            self.say(f"Cannot read {name!r}: {reason}.")
            return
        self._file = name
        await self._load(found, repr(name))

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
            return
        odd = f" {sentence(found.fault)}" if found.fault else ""
        self.load(records[index], f"{title(records[index])}.{odd}")

    def load(self, record: Record, message: str) -> None:
        """Studies a game, which nobody plays."""
        self.forget()
        self.seat(Session(Study(record), _PEOPLE), message)

    @work(exclusive=True, group="dialog")
    async def action_save(self) -> None:
        """Asks for a file and writes it."""
        endings = ".json holds everything; .sgf .ggf .pgn .txt .obf .svg .png"
        name = await self.app.push_screen_wait(FileName("Save", self._file, endings))
        if name is None:
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
