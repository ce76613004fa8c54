"""Games at the board in the terminal: against a level, for two, and agents among themselves."""

import asyncio
from threading import Event, active_count

import pytest

from outflank import Clock, Color, Game, Limit, Move, Position, play_game
from outflank.apps.tui.board import Board
from outflank.apps.tui.sheet import Sheet
from outflank.reviews import Judgement

HUMAN_BLACK = ("human", "engine:level=1")

SLOW = """
from threading import Event

class Slow:
    def choose(self, position, limit):
        Event().wait(3600)
"""
FAULTY = """
class Faulty:
    def choose(self, position, limit):
        raise ZeroDivisionError("no such move")
"""


def test_a_whole_game_against_a_level(drive):
    async def scenario(d):
        while d.session.expected != "end":
            await d.until(lambda: d.session.expected != "agent")
            if d.session.expected == "pass":
                await d.press("enter")
            elif d.session.expected == "person":
                await d.click(d.study.position.legal_moves()[-1])
        result = d.study.result
        assert d.status.endswith(f"{result}.")
        assert d.study.game == Game.parse(d.moves, size=6)
        assert d.session.record().game.tags == {"White": "engine:level=1"}
        await d.click("a1")
        assert d.status.startswith("The game is over.")

    drive(scenario, players=HUMAN_BLACK, game=Game(Position.initial(6)))


def test_an_illegal_click_says_why_and_changes_nothing(drive):
    async def scenario(d):
        for square, reason in (("a1", "a1 turns no disc"), ("d4", "d4 is taken")):
            await d.click(square)
            assert d.status == f"{reason}: you can play d3, c4, f5, e6. Black to move."
        assert d.moves == ""
        await d.press("enter")
        assert d.status.startswith("you can only pass when you have no move")

    drive(scenario)


def test_a_person_passes_with_a_key_or_a_click(drive, must_pass):
    async def scenario(d):
        how = "Press Enter, or click anywhere on the board."
        assert d.status == f"White has no move and must pass. {how}"
        await d.press("enter")
        assert d.status == "White passes. Black to move."
        await d.press("left")
        await d.click("a8")
        assert d.moves.endswith("h3--")
        await d.press("space")  # nobody else can play, so the engine does
        await d.until(lambda: len(d.study.here.path) == 45)

    drive(scenario, game=must_pass, limit=Limit(depth=1))


def test_an_agent_passes_by_itself(drive, must_pass):
    async def scenario(d):
        await d.until(lambda: d.moves.endswith("h3--"))
        assert d.status == "White has no move and passes. Black to move."
        await d.press("backspace")  # back to what the person played before
        assert d.moves == must_pass.undo().transcript()

    drive(scenario, game=must_pass, players=HUMAN_BLACK)


def test_the_last_move_and_what_it_turned_are_marked(drive):
    async def scenario(d):
        await d.click("f5")
        assert d.cell("f5")[0].strip("█") == "●"
        assert d.cell("e5")[0].strip("█") == "○"
        assert "•" in d.cell("f6")[0]
        assert "•" not in d.cell("d3")[0]

    drive(scenario)


def test_playing_with_the_keyboard_alone(drive):
    async def scenario(d):
        await d.press("tab", *["right"] * 5, *["down"] * 4, "enter")
        assert d.moves == "f5"
        await d.press("left", "left", "down", "enter")
        assert d.moves == "f5d6"
        await d.press("escape", "left")
        assert (d.moves, d.status) == ("f5", "Looking at move 1 of 2.")
        await d.press("f", "tab", "home", "end", "up", "down", "enter")
        assert d.app.screen.query_one(Board).cursor.name == "a6"  # seen from the other side

    drive(scenario)


def test_taking_back_and_redoing_against_an_agent(drive):
    async def scenario(d):
        await d.press("backspace")
        assert d.status.startswith("There is no move of yours to take back.")
        await d.click("f5")
        await d.until(lambda: d.session.expected == "person")
        both = d.moves
        await d.press("backspace")
        assert (d.moves, d.session.expected) == ("", "person")
        await d.press("y")
        assert d.moves == both
        await d.press("y")
        assert d.status.startswith("There is nothing to redo.")
        await d.press("backspace")
        await d.click("d3")
        await d.until(lambda: d.session.expected == "person")
        assert d.moves.startswith("d3")
        assert d.study.record().branches == ()

    drive(scenario, players=HUMAN_BLACK)


def test_looking_through_a_game_and_its_variations(drive):
    async def scenario(d):
        await d.press("home")
        assert (d.moves, d.status) == ("", "The start of 4 moves.")
        await d.press("right", "right")
        assert d.moves == "f5d6"
        await d.click("c4")
        await d.press("down")
        assert d.moves == "f5d6c3"
        assert "Variation 1 of 2" in d.status
        await d.press("up")
        assert d.moves == "f5d6c4"
        await d.press("plus")
        assert d.study.record().game == Game.parse("f5d6c4")
        await d.press("plus")
        assert d.status.startswith("This is the main line.")
        await d.press("x")
        assert d.study.record().game == Game.parse("f5d6c3d3")
        await d.press("end", "home", "x")
        assert d.status.startswith("There is no move here to delete.")

    drive(scenario, game=Game.parse("f5d6c3d3"))


def test_after_a_deletion_the_agent_answers_again(drive):
    async def scenario(d):
        await d.click("f5")
        await d.until(lambda: d.session.expected == "person")
        await d.press("x")
        assert d.status.endswith("White to move, paused: Space goes on.")
        await d.press("left")
        await d.click("d3")
        await d.until(lambda: d.session.expected == "person")
        assert d.moves.startswith("d3")

    drive(scenario, players=HUMAN_BLACK)


def test_a_click_on_a_move_goes_there(drive):
    async def scenario(d):
        await d.pilot.click("Sheet", offset=(5, 1))
        await d.until(lambda: d.moves == "f5d6c3")

    drive(scenario, game=Game.parse("f5d6c3d3"))


def test_agents_play_each_other_until_they_are_stopped(drive):
    async def scenario(d):
        await d.until(lambda: len(d.study.here.path) >= 4)
        await d.press("escape")
        assert d.status.endswith("paused: Space goes on.")
        before = d.moves
        await d.click(d.study.position.legal_moves()[0])
        assert "Space lets it move" in d.status
        await d.press("backspace")
        assert d.moves == Game.parse(before, size=16).undo().transcript(passes="--")
        await d.press("space")
        await d.until(lambda: d.moves.startswith(before))

    drive(scenario, players=("first", "greedy"), game=Game(Position.initial(16)))


def test_agents_play_a_whole_game(drive):
    async def scenario(d):
        await d.until(lambda: d.session.expected == "end")
        assert d.study.game == play_game("first", "greedy", Position.initial(4))

    drive(scenario, players=("first", "greedy"), game=Game(Position.initial(4)))


def test_a_thinking_engine_can_be_hurried(drive):
    async def scenario(d):
        await d.click("f5")
        await d.until(lambda: d.screen.is_thinking)
        assert d.status == "White thinks…"
        await d.until(lambda: getattr(d.session.seats[Color.WHITE].agent, "stop", None) is not None)
        await d.press("space")
        await d.until(lambda: d.session.expected == "person")
        assert len(d.study.here.path) == 2

    drive(scenario, players=("human", "engine:time=3600,book=none"))


def test_the_screen_stays_alive_while_an_agent_thinks(drive, tmp_path):
    (tmp_path / "slow.py").write_text(SLOW)

    async def scenario(d):
        await d.click("f5")
        await d.click("d6")
        assert d.status.startswith("It is White's turn, which an agent plays")
        await d.press("left")
        assert d.moves == ""
        await d.press("s", "right", "escape", "backspace")
        assert d.session.name(Color.BLACK).endswith("Slow")

    drive(scenario, players=("human", f"{tmp_path}/slow.py:Slow"))


def test_quitting_while_the_engine_thinks(drive):
    searches = []

    async def scenario(d):
        await d.click("f5")
        agent = d.session.seats[Color.WHITE].agent
        await d.until(lambda: agent.stop is not None)
        searches.append(agent.stop)
        await d.press("q")
        await d.until(lambda: d.app.return_code is not None)

    before = active_count()
    drive(scenario, players=("human", "engine:time=3600,book=none"))
    assert isinstance(searches[0], Event)
    assert searches[0].is_set()
    asyncio.run(_until_ended(before))


async def _until_ended(before):
    async with asyncio.timeout(30):
        while active_count() > before:
            await asyncio.sleep(0.01)


def test_an_agent_that_fails_is_told_and_waits(drive, tmp_path):
    (tmp_path / "faulty.py").write_text(FAULTY)

    async def scenario(d):
        await d.click("f5")
        await d.until(lambda: "failed" in d.status)
        assert "ZeroDivisionError: no such move" in d.status
        assert d.status.endswith("White to move, paused: Space goes on.")
        await d.press("backspace")
        assert d.session.expected == "person"

    drive(scenario, players=("human", f"{tmp_path}/faulty.py:Faulty"))


def test_space_lets_the_opponent_move_for_you(drive):
    async def scenario(d):
        await d.press("space")
        await d.until(lambda: len(d.study.here.path) == 2)

    drive(scenario, players=HUMAN_BLACK)


def test_swapping_sides(drive):
    async def scenario(d):
        await d.press("s")
        await d.until(lambda: len(d.study.here.path) == 1)
        assert d.words("Players") == "● Engine, level 1 4 ▶ ● You 1"
        assert d.session.record().game.tags == {"Black": "engine:level=1"}

    drive(scenario, players=HUMAN_BLACK)


def test_giving_up_is_asked_and_can_be_taken_back(drive):
    async def scenario(d):
        await d.press("g", "n")
        assert d.study.resigned is None
        await d.press("g", "y")
        await d.until(lambda: d.study.resigned is Color.BLACK)
        assert d.status.startswith("White wins 0-64 by resignation")
        await d.press("g")
        assert d.status.startswith("You can resign where the game goes on")
        await d.press("backspace")
        assert d.status == "Black to move."

    drive(scenario, players=HUMAN_BLACK)


def test_who_runs_out_of_time_loses(drive):
    async def scenario(d):
        await d.until(lambda: "out of time" in d.status and "wins" in d.status)
        assert d.status.startswith("Black is out of time. White wins 0-64 on time")
        assert "0:00.0" in d.text("Players")

    drive(scenario, players=HUMAN_BLACK, limit=Limit(clock=Clock(0.01)))


def test_clocks_are_shown(drive):
    async def scenario(d):
        assert "5:00" in d.text("Players")

    drive(scenario, limit=Limit(clock=Clock(300, 3)))


@pytest.mark.parametrize("size", range(4, 17, 2))
def test_boards_of_every_size(drive, size):
    async def scenario(d):
        move = d.study.position.legal_moves()[0]
        await d.click(move)
        assert d.moves == move.name
        assert d.text("Board").splitlines()[0].split() == [*"abcdefghijklmnop"[:size]]

    drive(scenario, game=Game(Position.initial(size)), size=(83, 24))


def test_a_small_terminal_is_told_in_a_sentence(drive):
    async def scenario(d):
        assert d.words("#small") == (
            "A board of 8x8 needs a terminal of at least 56x15 or 29x17 characters; this one has "
            "40x12."
        )
        assert not d.app.screen.query_one("#table").display
        await d.pilot.resize_terminal(80, 24)
        await d.pilot.pause()
        await d.click("f5")
        assert d.moves == "f5"
        await d.pilot.resize_terminal(40, 40)  # the panel is below the board
        await d.pilot.pause()
        await d.click("d6")
        assert d.status == "Black to move."

    drive(scenario, size=(40, 12))


def test_light_and_dark(drive):
    async def scenario(d):
        themes = []
        for _ in range(2):
            await d.press("d")
            themes.append(d.app.current_theme.dark)
        assert themes == [False, True]

    drive(scenario)


def test_the_board_lies_in_eight_ways_and_is_played_on_in_each(drive):
    async def scenario(d):
        for way, square in enumerate(["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3"]):
            assert d.app.screen.query_one(Board).symmetry == way
            await d.click(square)
            await d.press("F")
        assert d.moves == "f5d6c3d3c4f4f6f3"
        assert d.app.screen.query_one(Board).symmetry == 0

    drive(scenario)


def test_the_cursor_goes_where_the_arrow_points_however_the_board_lies(drive):
    async def scenario(d):
        board = d.app.screen.query_one(Board)
        await d.press("tab", *["right"] * 3, *["down"] * 3)
        for _ in range(8):
            before = board.place_of(board.cursor)
            await d.press("right")
            assert board.place_of(board.cursor)[0] > before[0]
            await d.press("down")
            assert board.place_of(board.cursor)[1] > before[1]
            await d.press("left", "up", "F")

    drive(scenario)


def test_the_largest_board_in_the_usual_terminal(drive):
    async def scenario(d):
        judgements = {
            node: Judgement(
                ply, node.parent.position.turn, node.move, 16, 9, -15.8, Move("a1"), 0.0
            )
            for ply, node in enumerate(d.study.line, 1)
        }
        sheet = d.app.screen.query_one(Sheet)
        sheet.show(d.study.line, d.study.here, judgements)
        await d.pilot.pause()
        assert d.words("Sheet Static") == "1 h7 ??-15.8 g7 ??-15.8"
        assert sheet.max_scroll_x == 0
        await d.click("f7")
        assert d.moves == "h7g7f7"

    drive(scenario, game=Game(Position.initial(16)).play("h7").play("g7"), size=(80, 24))


def test_an_interrupt_of_an_agent_is_its_own_fault(drive, tmp_path):
    (tmp_path / "agent.py").write_text(
        "class Interrupts:\n"
        "    def choose(self, position, limit):\n"
        "        raise KeyboardInterrupt\n"
    )
    spec = f"{tmp_path / 'agent.py'}:Interrupts"

    async def scenario(d):
        await d.click("f5")
        await d.until(lambda: "failed: KeyboardInterrupt" in d.status)

    drive(scenario, players=("human", spec), size=(200, 40))
