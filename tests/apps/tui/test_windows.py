"""Windows above the board: new games, texts, files, the editor, help."""

from functools import partial

import pytest
from textual import events
from textual.widgets import Input, OptionList, Select, TextArea

from outflank import Clock, Color, Game, Limit, Move, Position, parse
from outflank.apps.tui.board import Board
from outflank.apps.tui.dialogs import Choice, CopyText, FileName, Help, LongText
from outflank.apps.tui.editor import Editor
from outflank.apps.tui.keys import KEYS
from outflank.apps.tui.new_game import NewGameDialog, beginning
from outflank.formats import FORMATS, Branch, Note, Record, Study
from outflank.tournament import handicap

GAME = Game.parse("f5d6c3d3c4", tags={"Black": "Ann", "White": "[b]Bob[/b]"})
RECORD = Record(
    GAME,
    {1: Note(1.5, comment="good")},
    branches=(Branch(2, tuple(Game.parse("f5d6c4").moves[2:])),),
)
TEXTS = {
    "transcript": "1. F5 d6 2. C3 d3 3. C4",
    **{name: FORMATS[name].text_of(RECORD)[0] for name in ("ggf", "sgf", "pgn", "json")},
}


def opened(d, kind):
    return lambda: d.is_open(kind)


def at_board(d):
    return lambda: d.app.screen is d.screen


def _suggests(field, text):
    return field._suggestion == text


def _faults(d, reason):
    return d.text("#fault").startswith(reason)


async def paste(d, text):
    d.app.screen.post_message(events.Paste(text))
    await d.pilot.pause()


@pytest.mark.parametrize("name", TEXTS)
def test_pasting_games_of_every_format(drive, name):
    async def scenario(d):
        await paste(d, TEXTS[name])
        await d.until(lambda: d.moves == "f5d6c3d3c4")
        assert "8x8, 5 moves" in d.status
        if name != "transcript":
            assert d.text("Players").split("●")[1].split()[0] == "Ann"
            assert "[b]Bob[/b]" in d.text("Players") or name == "ggf"  # which has no brackets
        if name in ("sgf", "json"):
            assert d.study.record().branches == RECORD.branches
            await d.press("home", "right", "right")
            assert d.status.endswith("good")

    drive(scenario)


def test_texts_of_others_are_nothing_but_text(drive):
    name = "\x1b[31mA\nnn [@click=app.quit]x[/]"
    odd = FORMATS["json"].text_of(
        Record(
            Game.parse("f5d6", tags={"Black": name, "Event": name}),
            {0: Note(comment=name), 1: Note(comment=name)},
        )
    )[0]

    async def scenario(d):
        await paste(d, odd)
        await d.until(lambda: d.moves == "f5d6")
        for selector in ("Players", "#status", "Sheet Static"):
            assert "\x1b" not in d.text(selector)
        assert len(d.text("Players").splitlines()) == 2
        assert "[@click=app.quit]x[/]" in d.status
        await paste(d, odd + odd)
        await d.until(opened(d, Choice))
        assert "\x1b" not in d.text("OptionList")
        assert "[@click=app.quit]x[/]" in d.words("OptionList")

    drive(scenario, size=(160, 40))


@pytest.mark.parametrize("text", [str(GAME.position), repr(GAME.position).split('"')[1]])
def test_pasting_a_board(drive, text):
    async def scenario(d):
        await paste(d, text)
        await d.until(lambda: d.study.root.position == GAME.position)
        assert "a position" in d.status

    drive(scenario)


def test_pasting_a_board_of_another_size(drive):
    async def scenario(d):
        await paste(d, str(Position.initial(10)))
        await d.until(lambda: d.study.position.size == 10)
        await d.press("tab", *["right"] * 9, *["down"] * 9)
        assert d.app.screen.query_one(Board).cursor.name == "j10"
        await d.press("escape")
        await paste(d, str(Position.initial(4)))
        await d.until(lambda: d.study.position.size == 4)
        assert d.app.screen.query_one(Board).cursor.name == "d4"
        await paste(d, "a2")  # moves alone are of the board that is there
        await d.until(lambda: len(d.study.here.path) == 1)

    drive(scenario)


def test_pasting_moves_of_another_board(drive):
    async def scenario(d):
        await paste(d, "f5d6c3d3c4")
        await d.until(lambda: d.moves == "f5d6c3d3c4")
        assert d.study.position.size == 8
        await paste(d, "http://127.0.0.1:8150/?size=6&m=c2%7Bwhy%7D")
        await d.until(lambda: d.study.position.size == 6)
        assert d.status.endswith("why")
        await paste(d, "f5d6z9")
        await d.until(lambda: "bad move 'z9' at column 5" in d.status)

    drive(scenario, game=Game.parse("", size=4))


def test_pasting_boards_that_mean_several_things(drive):
    async def scenario(d):
        await paste(d, "0x0000000810000000 0x0000001008000001 X")
        await d.until(opened(d, Choice))
        shown = d.app.screen.query_one(OptionList)
        assert [str(option.prompt) for option in shown.options] == [
            "1. spelled as in edax, 8x8, a position",
            "2. spelled as in egaroucid, 8x8, a position",
        ]
        await d.press("down", "enter")
        await d.until(lambda: d.study.position[Move("h8")] is Color.WHITE)

    drive(scenario)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("f5z9", "Cannot read the text: bad move 'z9'"),
        ("f5f5", "Cannot read the text: illegal move 'f5' at token 2"),
        (" ", "Cannot read the text: there are neither moves nor a board in it."),
    ],
)
def test_a_text_that_cannot_be_read_changes_nothing(drive, text, reason):
    async def scenario(d):
        await paste(d, text)
        await d.until(lambda: "Cannot" in d.status)
        assert reason in d.status
        assert d.moves == "f5d6"

    drive(scenario, game=Game.parse("f5d6"), size=(120, 40))


def test_what_is_odd_about_a_game_is_told(drive):
    async def scenario(d):
        await paste(d, "(;GM[2]SZ[8];B[f5]")
        await d.until(lambda: d.moves == "f5")
        await d.until(lambda: "not closed by )" in d.status)
        await paste(d, "f5d6\nf5f5\n")
        await d.until(lambda: d.moves == "f5d6")
        await d.until(lambda: "8x8, 2 moves. Line 2: illegal move 'f5'" in d.status)

    drive(scenario)


def test_one_of_several_games_is_chosen(drive):
    async def scenario(d):
        await paste(d, "f5d6c3d3c4\nf5f6\n")
        await d.until(opened(d, Choice))
        shown = d.app.screen.query_one(OptionList)
        assert [str(option.prompt) for option in shown.options] == [
            "1. 8x8, 5 moves",
            "2. 8x8, 2 moves",
        ]
        await d.press("down", "enter")
        await d.until(lambda: d.moves == "f5f6")
        await paste(d, "f5d6c3d3c4\nf5f6\n")
        await d.until(opened(d, Choice))
        await d.press("escape")
        await d.until(at_board(d))
        await d.until(lambda: d.status == "Black to move.")
        assert d.moves == "f5f6"

    drive(scenario)


def test_what_a_file_leaves_open_is_not_shown(drive):
    async def scenario(d):
        tags = '[Black "Ann"]\n[White "?"]\n[Event "?"]\n[Date "????.??.??"]\n\n'
        await paste(d, f"{tags}1. f5 d6")
        await d.until(lambda: d.moves == "f5d6")
        assert "Ann - ?, 8x8, 2 moves" in d.status

    drive(scenario)


def test_pasting_into_a_window(drive):
    async def scenario(d):
        await d.press("p")
        await d.until(opened(d, LongText))
        await paste(d, "x")
        area = d.app.screen.query_one(TextArea)
        area.text = "f5 d6"
        await d.press("ctrl+s")
        await d.until(lambda: d.moves == "f5d6")

    drive(scenario)


def test_files_are_written_and_read(drive, tmp_path):
    path = tmp_path / "game.json"

    async def scenario(d):
        await d.press("ctrl+s")
        await d.until(opened(d, FileName))
        d.app.screen.query_one(Input).value = str(path)
        await d.press("enter")
        await d.until(lambda: "Saved as" in d.status)
        assert parse(path.read_text()).items == [RECORD]
        before = path.read_bytes()
        await d.press("x", "ctrl+s", "enter")
        await d.until(lambda: d.app.screen.query("#yes"))
        await d.press("n")
        await d.until(at_board(d))
        assert path.read_bytes() == before
        await d.press("o")
        await d.until(opened(d, FileName))
        assert d.app.screen.query_one(Input).value == str(path)
        await d.press("enter")
        await d.until(lambda: d.study.record() == RECORD)
        await d.press("x", "ctrl+s", "enter", "y")
        await d.until(lambda: parse(path.read_text()).games == [GAME.undo()])

    drive(scenario, game=Study(RECORD))


def test_what_a_format_cannot_hold_is_told(drive, tmp_path):
    async def scenario(d):
        await d.press("ctrl+s")
        await d.until(opened(d, FileName))
        d.app.screen.query_one(Input).value = str(tmp_path / "a.txt")
        await d.press("enter")
        await d.until(lambda: "without" in d.status)
        assert "variations" in d.status
        assert (tmp_path / "a.txt").read_text() == "f5d6c3d3c4\n"

    drive(scenario, game=Study(RECORD), size=(120, 40))


@pytest.mark.parametrize(
    ("key", "name", "reason"),
    [
        ("ctrl+s", "game.doc", "'game.doc' ends like no format: let it end in one of .json .sgf"),
        ("ctrl+s", "missing/game.sgf", "no such folder"),
        ("o", "missing.sgf", "Cannot read"),
        ("o", ".", "Is a directory"),
        ("o", "a" * 5000, "File name too long"),
    ],
)
def test_files_that_cannot_be_used(drive, tmp_path, monkeypatch, key, name, reason):
    monkeypatch.chdir(tmp_path)

    async def scenario(d):
        await d.press(key)
        await d.until(opened(d, FileName))
        d.app.screen.query_one(Input).value = name
        await d.press("enter")
        await d.until(lambda: reason in d.status)
        assert list(tmp_path.iterdir()) == []
        assert d.moves == GAME.transcript()

    drive(scenario, game=GAME, size=(140, 40))


def test_names_of_files_are_completed(drive, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "other.txt").write_text("f5f6")

    async def scenario(d):
        await d.press("o")
        await d.until(opened(d, FileName))
        name = d.app.screen.query_one(Input)
        for typed, whole in (("s", "sub/"), ("sub/o", "sub/other.txt")):
            name.value = typed
            name.cursor_position = len(typed)
            await d.until(partial(_suggests, name, whole))
            await d.press("right")
            assert name.value == whole
        await d.press("enter")
        await d.until(lambda: d.moves == "f5f6")

    drive(scenario)


def test_copying(drive):
    async def scenario(d):
        await d.press("left", "c")
        await d.until(opened(d, CopyText))
        await d.press("enter")
        await d.until(lambda: "Copied: Moves." in d.status)
        assert d.app.clipboard == "f5d6c3d3c4"
        await d.press("c")
        await d.until(opened(d, CopyText))
        await d.press("down")
        await d.until(lambda: "Black (X) to move" in d.text("CopyText Static"))
        await d.press("enter")
        await d.until(lambda: "Copied: Board." in d.status)
        assert Position.parse(d.app.clipboard) == GAME.undo().position
        await d.press("c")
        await d.until(opened(d, CopyText))
        await d.press("down", "down", "down", "enter")
        await d.until(lambda: "Copied: SGF." in d.status)
        assert parse(d.app.clipboard).items == [RECORD]

    drive(scenario, game=Study(RECORD))


def test_a_new_game(drive):
    async def scenario(d):
        await d.press("n")
        await d.until(opened(d, NewGameDialog))
        for name, value in {
            "black": "engine:level=1",
            "white": "human",
            "size": 10,
            "start": "random:8",
        }.items():
            d.app.screen.query_one(f"#{name}", Select).value = value
        clock = d.app.screen.query_one("#clock", Input)
        for wrong, reason in (("5 minutes", "Bad clock '5"), ("0", "Bad clock '0'")):
            clock.value = wrong
            await d.press("enter")
            await d.until(partial(_faults, d, reason))
        clock.value = "5+3"
        await d.press("enter")
        await d.until(lambda: d.study.position.size == 10)
        await d.until(lambda: d.session.expected == "person")
        assert len(d.study.here.path) in (9, 10)
        assert d.session.limit == Limit(clock=Clock(300, 3))
        assert d.session.name(Color.BLACK) == "Engine, level 1"
        await d.press("n")
        await d.until(opened(d, NewGameDialog))
        assert d.app.screen.query_one("#clock", Input).value == "5+3"
        d.app.screen.query_one("#time", Input).value = "1"
        await d.press("enter")
        await d.until(lambda: "exclude each other" in d.text("#fault"))
        await d.press("escape")
        await d.until(at_board(d))

    drive(scenario, game=GAME)


def test_playing_on_from_the_position_on_the_board(drive):
    async def scenario(d):
        await d.press("left", "n")
        await d.until(opened(d, NewGameDialog))
        d.app.screen.query_one("#start", Select).value = "here"
        d.app.screen.query_one("#white", Select).value = "first"
        await d.press("enter")
        await d.until(lambda: d.study.root.position == GAME.undo().position)

    drive(scenario, game=GAME)


@pytest.mark.parametrize(
    ("start", "size", "expected"),
    [
        ("start", 6, Game(Position.initial(6))),
        ("handicap:2", 8, Game(handicap(8, 2))),
        ("moves:f5d6c3d3c4", 8, Game.parse("f5d6c3d3c4")),
    ],
)
def test_where_games_begin(start, size, expected):
    assert beginning(start, size) == expected


def test_even_openings():
    assert len(beginning("balanced:8", 6)) >= 8
    with pytest.raises(ValueError, match="openings with a name are for 8x8, not for 6x6"):
        beginning("moves:f5d6c3d3c4", 6)


def test_the_editor(drive):
    async def scenario(d):
        await d.press("e")
        await d.until(opened(d, Editor))
        await d.click("a1")
        await d.click("h8")
        await d.click("h8")
        await d.click("d4")  # white: empty now
        await d.press("b", "w", "x", "t")
        assert "White to move, 3 black and 2 white discs." in d.text("#edited")
        await d.press("space", "d")
        await d.until(at_board(d))
        expected = "X" + "-" * 26 + "XX" + "-" * 6 + "XO" + "-" * 26 + "O O"
        assert d.study.root.position == Position.parse(expected)

    drive(scenario)


def test_the_board_that_was_edited_is_played_on_with_two_keys(drive):
    async def scenario(d):
        await d.press("e", "c", "b", "right", "w", "d")
        await d.until(lambda: d.study.root.position.discs(Color.BLACK) == 1)
        await d.press("n")
        await d.until(opened(d, NewGameDialog))
        await d.press("enter")
        await d.until(at_board(d))
        await d.click("c1")
        assert d.moves == "c1"

    drive(scenario)


def test_the_editor_for_other_sizes_and_left_again(drive):
    async def scenario(d):
        await d.press("e")
        await d.until(opened(d, Editor))
        await d.press("plus", "c", "i")
        await d.press("escape")
        await d.until(at_board(d))
        assert d.study.game == GAME
        await d.press("e", "plus", "d")
        await d.until(lambda: d.study.root.position == Position.initial(10))
        await d.press("e", *["minus"] * 9, "d")
        await d.until(lambda: d.study.root.position == Position.initial(4))

    drive(scenario, game=GAME)


def test_help_lists_all_keys(drive):
    async def scenario(d):
        await d.press("question_mark")
        await d.until(opened(d, Help))
        rows = [text for key in KEYS for text in (key.shown, key.help)]
        shown = [str(row.render()) for row in d.app.screen.query("#keys Static")]
        assert shown == rows
        below = d.app.screen.query("Static").last().render()
        assert "A move must turn at least one disc" in str(below)
        await d.press("escape")
        await d.until(at_board(d))

    drive(scenario, size=(100, 60))


def test_every_key_has_one_meaning_and_an_action(drive):
    async def scenario(d):
        keys = [key for entry in KEYS for key in entry.keys.split(",")]
        assert len(set(keys)) == len(keys)
        for entry in KEYS:
            assert callable(getattr(d.screen, f"action_{entry.action.partition('(')[0]}"))

    drive(scenario)


def test_a_comment_is_written_read_and_marked(drive):
    async def scenario(d):
        await d.press("t")
        await d.until(opened(d, LongText))
        d.app.screen.query_one(TextArea).text = "a [b]bold[/b]\nmove "
        await d.press("ctrl+s")
        await d.until(at_board(d))
        assert d.status.endswith("a [b]bold[/b] move")
        assert 'c4"' in d.text("Sheet Static")
        assert d.study.record().notes[4].comment == "a [b]bold[/b]\nmove"
        await d.press("t", "escape", "home")
        await d.press("t", "w", "h", "y", "ctrl+s")
        await d.until(lambda: d.study.record().comment == "why")
        assert d.status.endswith("why")

    drive(scenario, game=GAME)


@pytest.mark.parametrize("size", [(56, 15), (40, 17)])
def test_all_of_a_window_can_be_reached_in_a_small_terminal(drive, size):
    async def scenario(d):
        await d.press("n")
        await d.until(opened(d, NewGameDialog))
        for name in ("#play", "#cancel", "#clock"):
            widget = d.app.screen.query_one(name)
            widget.focus()
            await d.until(lambda w=widget: d.app.screen.size.region.contains_region(w.region))
        await d.press("escape", "ctrl+s")
        await d.until(opened(d, FileName))
        assert ".png" in d.words(".hint")

    drive(scenario, size=size)
