"""Small windows that ask one thing, and the list of keys."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.suggester import Suggester
from textual.widgets import Button, Input, Label, OptionList, Static, TextArea
from textual.widgets.option_list import Option

from .keys import KEYS

T = TypeVar("T")


class Dialog(ModalScreen[T | None], Generic[T]):
    """A window above the board; Esc closes it without an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Close")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-tall")]  # noqa: RUF012 (Textual declares it so)

    def fault(self, text: str) -> None:
        """Says what is wrong with an answer."""
        self.query_one("#fault", Label).update(Content(text))


_RULES = (
    "A move puts a disc of your colour on an empty square so that discs of the other colour lie "
    "between it and another of yours: in a straight line across, down or slantwise, without a gap. "
    "All discs that are outflanked in this way turn to your colour. A move must turn at least one "
    "disc: who has no such move passes. When neither can move, whoever has more discs wins, and "
    "empty squares count for the winner."
)


class Help(Dialog[None]):
    """All keys, and the rules."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark,q,enter", "dismiss")]

    def compose(self) -> ComposeResult:
        """The list of keys."""
        with VerticalScroll(classes="window") as window:
            window.border_title = "Help, rules and keys"
            window.border_subtitle = "Esc closes"
            with Grid(id="keys"):
                for key in KEYS:
                    yield Static(Content.assemble((key.shown, "bold")))
                    yield Static(Content(key.help))
            yield Static(
                "\nA click on a square plays there; on a move or on the graph it goes there.\n"
                "Values are in discs, for the side to move; underlined ones are exact.\n\n"
                f"{_RULES}"
            )

    def on_mount(self) -> None:
        """Lets arrow keys scroll."""
        self.query_one(VerticalScroll).focus()


class Question(Dialog[bool]):
    """A question that is answered by yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)"),
        Binding("n", "dismiss(False)"),
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """The question and two buttons."""
        with Vertical(classes="window"):
            yield Label(Content(self._text))
            with Horizontal(classes="buttons"):
                yield Button("Yes", variant="primary", id="yes")
                yield Button("No", id="no")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answers."""
        self.dismiss(event.button.id == "yes")


class Choice(Dialog[int]):
    """One of several things; the answer is its index."""

    def __init__(self, title: str, options: Sequence[str], subtitle: str = "") -> None:
        super().__init__()
        self._title, self._options, self._subtitle = title, options, subtitle

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical(classes="window") as window:
            window.border_title, window.border_subtitle = self._title, self._subtitle
            yield OptionList(*(Option(Content(text)) for text in self._options))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answers."""
        self.dismiss(event.option_index)


class LongText(Dialog[str]):
    """A text of any length, to be typed or pasted."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s", "answer", priority=True)]

    def __init__(self, title: str, button: str, text: str = "") -> None:
        super().__init__()
        self._title, self._button, self._text = title, button, text

    def compose(self) -> ComposeResult:
        """Room for the text."""
        with Vertical(classes="window large") as window:
            window.border_title, window.border_subtitle = self._title, "Esc closes"
            yield TextArea(self._text)
            with Horizontal(classes="buttons"):
                yield Button(f"{self._button} (Ctrl+S)", variant="primary")

    def on_mount(self) -> None:
        """Goes on where the text ends."""
        area = self.query_one(TextArea)
        area.move_cursor(area.document.end)

    def on_button_pressed(self) -> None:
        """Answers."""
        self.action_answer()

    def action_answer(self) -> None:
        """Answers."""
        self.dismiss(self.query_one(TextArea).text)


class FileName(Dialog[str | int]):
    """The name of a file, or the index of one of several things."""

    def __init__(
        self, title: str, value: str = "", hint: str = "", others: Sequence[str] = ()
    ) -> None:
        super().__init__()
        self._title, self._value, self._hint, self._others = title, value, hint, others

    def compose(self) -> ComposeResult:
        """Room for the name."""
        with Vertical(classes="window") as window:
            window.border_title = self._title
            yield Input(self._value, placeholder="a name; → completes it", suggester=_Files())
            yield Label(Content(self._hint), classes="hint")
            if self._others:
                yield OptionList(*(Option(Content(text)) for text in self._others))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answers."""
        self.dismiss(event.option_index)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answers."""
        if event.value.strip():
            self.dismiss(event.value.strip())


class _Files(Suggester):
    """Files that begin so."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        """The first one."""
        folder, _, begin = value.rpartition("/")
        try:
            place = Path(f"{folder}/" if "/" in value else ".").expanduser()
            found = sorted(path for path in place.iterdir() if path.name.startswith(begin))
        except (OSError, ValueError, RuntimeError):
            return None
        shown = [path for path in found if begin or not path.name.startswith(".")]
        if not shown:
            return None
        name = shown[0].name + ("/" if shown[0].is_dir() else "")
        return f"{folder}/{name}" if "/" in value else name


class CopyText(Dialog[int]):
    """Texts to be copied, each shown as it will be; the answer is the index of one."""

    def __init__(self, texts: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._texts = texts

    def compose(self) -> ComposeResult:
        """The names of the formats, and below the text."""
        with Vertical(classes="window large") as window:
            window.border_title, window.border_subtitle = "Copy", "Enter copies"
            yield OptionList(*(Option(name) for name, _ in self._texts))
            yield VerticalScroll(Static(), can_focus=False)

    @on(OptionList.OptionHighlighted)
    def preview(self, event: OptionList.OptionHighlighted) -> None:
        """Shows the text."""
        text = self._texts[event.option_index][1]
        shown = "".join(c if c.isprintable() or c == "\n" else " " for c in text)
        self.query_one(Static).update(Content(shown))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answers."""
        self.dismiss(event.option_index)
