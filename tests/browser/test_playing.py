"""Games played in the browser: to the end, with passes, clocks and mistakes of the hand."""

import re

import pytest
from playwright.sync_api import expect

from outflank import Game


def finish(screen):
    """Plays the first legal move again and again, until the game is over."""
    page = screen.page
    while True:
        page.wait_for_selector("[data-stage=move], [data-stage=over]")
        if page.locator("[data-stage=over]").count():
            return
        played = page.locator("#play-panel .move").count()
        page.locator("#board .ob-legal").first.click()
        page.wait_for_function(
            f"() => document.querySelectorAll('#play-panel .move').length > {played}"
        )


@pytest.mark.parametrize(("size", "level"), [(6, 1), (4, 3)])
def test_a_whole_game_against_a_level(visit, size, level):
    screen = visit()
    screen.press("n")
    form = screen.dialog
    form.get_by_label("Level").fill(str(level))
    form.get_by_role("radio", name=str(size), exact=True).check()
    form.get_by_role("button", name="Start").click()
    expect(screen.page.locator("#board [data-square]")).to_have_count(size * size)
    expect(screen.headline).to_have_text("Your move")
    finish(screen)
    kept = screen.saved()["game"]
    game = Game.parse(kept["moves"], size=size)
    assert kept["tags"]["White"] == f"Engine, level {level}"
    assert screen.discs() == screen.on_board() == (game.result.black_discs, game.result.white_discs)
    result = game.result
    scores = sorted((result.black, result.white), reverse=True)
    expect(screen.headline).to_contain_text(f"{scores[0]}-{scores[1]}")
    if result.winner is not None:
        expect(screen.headline).to_contain_text(f"{result.winner.name.capitalize()} wins")
    screen.picture(f"end-{size}x{size}")


def test_the_first_visit_is_a_game_against_the_engine(visit):
    screen = visit()
    expect(screen.headline).to_have_text("Your move")
    assert sorted(screen.legal()) == ["c4", "d3", "e6", "f5"]
    screen.play("f5")
    expect(screen.page.locator("#play-panel .move")).to_have_count(2)
    expect(screen.headline).to_have_text("Your move")
    expect(screen.square("e5")).to_have_attribute(
        "aria-label", re.compile("e5, (black|white) disc")
    )
    assert sum(screen.discs()) == 6
    screen.picture("play")


def test_an_illegal_click_is_refused_with_a_reason(visit):
    screen = visit("?view=play")
    screen.square("a1").click()
    expect(screen.notice).to_have_text(
        "Black cannot play a1: no disc would be turned, or the square is taken."
    )
    expect(screen.page.locator("#live")).to_contain_text("Black cannot play a1")
    screen.square("d4").click()
    expect(screen.notice).to_contain_text("Black cannot play d4")
    assert screen.moves() == []
    assert screen.on_board() == (2, 2)


def test_of_two_quick_clicks_the_first_counts(visit):
    screen = visit("?view=play")
    screen.page.evaluate(
        "() => document.querySelectorAll('#board .ob-legal').forEach((cell) => cell.click())"
    )
    expect(screen.headline).to_have_text("White to move")
    screen.play("c3")
    assert screen.moves() == ["d3", "c3"]


def test_a_click_while_the_engine_is_to_move_is_refused(visit):
    screen = visit("?black=engine:level=1&m=f5")
    expect(screen.headline).to_have_text("Your move")
    screen.press("ArrowLeft")
    screen.square("c4").click()
    expect(screen.notice).to_have_text("It is Black's turn, which an agent plays.")
    assert screen.moves() == ["f5"]


LONG = (
    "c4c5f6c3b5g7e3e6c2f3g3a5h8b3f4f2b4f5f7h3a3d2e2e1a6e7d7c1c6g8"
    "f1g4d1b6b1d3g6b7f8a7c7h6a8b2g5g2a1d6h2h5a4d8c8h7e8a2h4b8h1g1"
)
"""A whole game, whose passes are left out."""

MUST_PASS = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8"


@pytest.mark.parametrize("how", ["Enter", "button", "board"])
def test_a_pass_is_announced_and_done_at_once(visit, how):
    screen = visit(f"?m={MUST_PASS}&view=play", settings={"autopass": False})
    expect(screen.headline).to_have_text("Black has no move and must pass.")
    assert screen.legal() == []
    if how == "Enter":
        screen.press("Enter")
    elif how == "button":
        screen.button("Pass").click()
    else:
        screen.square("a8").click()
    expect(screen.headline).to_have_text("White to move")
    expect(screen.page.locator("#live")).to_have_text("Black passes. White to move")
    assert sorted(screen.legal()) == ["b4", "c3", "g3"]
    assert screen.moves()[-1] == "pass"


def test_a_pass_comes_by_itself_if_one_likes(visit):
    screen = visit()
    screen.page.add_init_script(  # what is said for a second alone goes unseen by nobody
        """window.said = [];
        new MutationObserver(() => {
          const text = document.querySelector("#status .headline")?.textContent;
          if (text && text !== said.at(-1)) said.push(text);
        }).observe(document, { subtree: true, childList: true, characterData: true });"""
    )
    screen.open(f"?m={MUST_PASS}&view=play")
    expect(screen.headline).to_have_text("White to move")
    said = screen.page.evaluate("() => said")
    assert said[-2:] == ["Black has no move and must pass.", "White to move"]
    assert screen.moves()[-1] == "pass"


def test_an_engine_that_must_pass_does_so(visit):
    screen = visit(f"?m={MUST_PASS}&black=engine:level=3", settings={"autopass": False})
    expect(screen.headline).to_have_text("Your move")
    assert screen.moves()[-1] == "pass"


def test_taken_back_moves_come_back_or_become_a_variation(visit):
    screen = visit()
    screen.play("f5")
    expect(screen.page.locator("#play-panel .move")).to_have_count(2)
    first = screen.moves()
    screen.press("Backspace")
    expect(screen.page.locator("#board .ob-disc")).to_have_count(4)
    screen.press("y")
    expect(screen.page.locator("#board .ob-disc")).to_have_count(6)
    screen.button("Take back").click()
    expect(screen.page.locator("#board .ob-disc")).to_have_count(4)
    screen.play("c4")
    expect(screen.page.locator("#play-panel .variation .move")).to_have_count(2)
    expect(screen.page.locator("#play-panel .pair .move")).to_have_count(2)
    assert screen.moves()[0] == "c4"
    assert screen.page.locator("#play-panel .variation .move").all_inner_texts() == first


def test_hint_swap_and_resignation(visit):
    screen = visit("?white=engine:level=1&size=4")
    screen.press("h")
    expect(screen.page.locator("#board .ob-best")).to_have_count(1)
    expect(screen.page.locator("#live")).to_contain_text("The hint is")
    screen.press("s")  # now the engine is Black, and moves
    expect(screen.page.locator("#play-panel .move")).to_have_count(1)
    expect(screen.headline).to_have_text("Your move")
    screen.press("g")
    expect(screen.dialog).to_contain_text("White gives this game up?")
    screen.dialog.get_by_role("button", name="Resign").click()
    expect(screen.headline).to_contain_text("White resigned. Black wins")
    assert screen.saved()["game"]["resigned"] == "white"
    screen.reload()
    expect(screen.headline).to_contain_text("White resigned.")
    screen.press("Backspace")
    expect(screen.headline).to_have_text("Your move")
    expect(screen.button("Resign")).to_have_attribute("aria-disabled", "false")


def test_agents_play_each_other_while_one_looks_back(visit):
    screen = visit("?black=random&white=greedy&size=4")
    page = screen.page
    page.wait_for_selector("[data-stage=over]")
    game = Game.parse(screen.saved()["game"]["moves"], size=4)
    assert game.result is not None
    assert screen.discs() == (game.result.black_discs, game.result.white_discs)
    screen.press("Home")
    expect(screen.headline).to_have_text(f"Looking at move 0 of {len(game)}")
    screen.press("End")
    expect(screen.headline).to_contain_text(re.compile("wins|draw"))


def test_engines_of_two_levels_play_each_other(visit):
    screen = visit()
    screen.press("n")
    form = screen.dialog
    form.get_by_label("Black").select_option("engine")
    form.get_by_label("Level (Black)").fill("2")
    form.get_by_label("Level (White)").fill("1")
    form.get_by_role("radio", name="4", exact=True).check()
    form.get_by_role("button", name="Start").click()
    names = screen.page.locator(".player .name")
    expect(names).to_have_text(["Engine, level 1", "Engine, level 2"])
    screen.page.wait_for_selector("[data-stage=over]")


def test_the_move_that_is_looked_at_is_in_sight(visit):
    moves = Game.parse(LONG).transcript()
    screen = visit(f"?m={moves}&view=play")
    current = screen.page.locator("#play-panel [aria-current]")
    for keys, text in (((), moves[-2:]), (("Home", "ArrowRight"), moves[:2])):
        screen.press(*keys)
        expect(current).to_have_text(text)
        expect(current).to_be_in_viewport(ratio=0.9)


def test_a_clock_is_set_in_the_window(visit):
    screen = visit()
    screen.press("n")
    form = screen.dialog
    form.get_by_label("White").select_option("human")
    form.get_by_label("Time").select_option("Clock for the game")
    form.get_by_label("Minutes").fill("3")
    form.get_by_label("Seconds added").fill("5")
    form.get_by_role("button", name="Start").click()
    clock = screen.page.locator(".player[data-color=black] .clock")
    expect(clock).to_have_text("3:00")
    screen.play("f5")
    expect(clock).to_have_text("3:05")
    screen.reload()
    expect(clock).to_have_text("3:05")


def test_who_is_out_of_time_has_lost(visit):
    screen = visit("?view=play&clock=0.03%2B0")
    clock = screen.page.locator(".player[data-color=white] .clock")
    expect(clock).to_have_text("1.8")
    screen.play("f5")
    expect(clock).not_to_have_text("1.8")
    expect(screen.headline).to_have_text("White is out of time. Black wins")
    kept = screen.saved()["game"]
    assert (kept["resigned"], kept["on_time"]) == ("white", True)
    screen.reload()
    expect(screen.headline).to_have_text("White is out of time. Black wins")
    screen.go("Games")
    expect(screen.page.locator(".game-list .result").first).to_have_text("Black wins on time")


@pytest.mark.parametrize("again", [False, True])
def test_a_game_lost_on_time_is_over_and_can_be_taken_back(visit, again):
    screen = visit("?view=play&clock=0.03%2B0")
    screen.play("f5")
    expect(screen.headline).to_have_text("White is out of time. Black wins")
    assert screen.legal() == []
    screen.square("d6").click()
    expect(screen.notice).to_have_text("The game is over.")
    if again:
        screen.saved()
        screen.reload()
    screen.press("Backspace")
    expect(screen.headline).to_have_text("Black to move")
    screen.shows(2, 2)
    expect(screen.page.locator(".player .clock")).to_have_text(["1.8", "1.8"])


SLOW = "engine:level=20&size=16"
"""An agent that thinks for longer than any test waits."""


def test_an_agent_that_thinks_can_be_stopped_and_goes_on(visit):
    screen = visit(f"?m=h7&white={SLOW}")
    thinking = "Engine, level 20 is thinking…"
    for go_on in (lambda: screen.press(" "), lambda: screen.button("Go on").click()):
        expect(screen.headline).to_have_text(thinking)
        screen.press("Escape")
        expect(screen.headline).to_have_text("Paused")
        go_on()
    expect(screen.headline).to_have_text(thinking)
    screen.press("Escape", "Backspace")
    expect(screen.headline).to_have_text("Your move")
    screen.play("i10")
    expect(screen.headline).to_have_text(thinking)


def test_agents_that_play_each_other_can_be_paused(visit):
    screen = visit(f"?black=random&white={SLOW}")
    expect(screen.headline).to_have_text("Engine, level 20 is thinking…")
    screen.button("Pause").click()
    expect(screen.headline).to_have_text("Paused")
    screen.saved()
    screen.reload()
    expect(screen.headline).to_have_text("Paused")
    screen.picture("paused")
    assert len(screen.moves()) == 1
    asked = []
    screen.page.on(
        "websocket", lambda socket: socket.on("framesent", lambda text: asked.append(text))
    )
    screen.button("Go on").click()
    while not asked:  # what is pressed before the server is asked goes unheard
        screen.page.wait_for_timeout(10)
    screen.button("Move now").click()
    expect(screen.page.locator("#play-panel .move")).to_have_count(3)


def test_who_changes_sides_stays_at_the_lower_edge(visit):
    screen = visit("?white=engine:level=1")
    lower = screen.page.locator("#below")
    expect(lower).to_have_attribute("data-color", "black")
    expect(lower.locator(".name")).to_have_text("You")
    screen.press("s")
    expect(lower).to_have_attribute("data-color", "white")
    expect(lower.locator(".name")).to_have_text("You")
    assert screen.square("a1").bounding_box()["y"] > screen.square("a8").bounding_box()["y"]


@pytest.mark.parametrize(
    ("start", "details", "plies"),
    [
        ("Random moves", {"Moves": "6"}, 6),
        ("An opening by name", {"Opening": "Tiger"}, 5),
        ("A balanced opening, by lot", {}, 8),
        ("Corners given", {"Black's corners": "2"}, 0),
    ],
)
def test_games_begin_where_one_likes(visit, start, details, plies):
    screen = visit()
    screen.press("n")
    form = screen.dialog
    form.get_by_label("White").select_option("human")
    form.get_by_label("Begin from").select_option(start)
    for label, text in details.items():
        form.get_by_label(label).fill(text)
    form.get_by_role("button", name="Start").click()
    expect(form).to_have_count(0)
    expect(screen.page.locator("#play-panel .move")).to_have_count(plies)
    if start == "Corners given":
        screen.shows(4, 2)
        expect(screen.square("a1").locator(".ob-black")).to_have_count(1)


def test_an_opening_that_is_none_is_said_in_the_window(visit):
    screen = visit()
    screen.press("n")
    screen.dialog.get_by_label("Begin from").select_option("An opening by name")
    screen.dialog.get_by_label("Opening").fill("No such opening")
    screen.dialog.get_by_role("button", name="Start").click()
    expect(screen.dialog.get_by_role("alert")).to_contain_text("No such opening")


@pytest.mark.parametrize("size", [10, 16])
def test_large_boards(visit, size):
    screen = visit()
    screen.press("n")
    screen.dialog.get_by_role("radio", name=str(size), exact=True).check()
    screen.dialog.get_by_label("Level").fill("2")
    screen.dialog.get_by_role("button", name="Start").click()
    expect(screen.page.locator("#board [role=gridcell]")).to_have_count(size * size)
    for moves in (2, 4):
        screen.page.locator("#board .ob-legal").first.click()
        expect(screen.page.locator("#play-panel .move")).to_have_count(moves)
        expect(screen.headline).to_have_text("Your move")
    assert sum(screen.on_board()) == 8
    screen.picture(f"play-{size}x{size}")
    screen.reload()
    expect(screen.page.locator("#play-panel .move")).to_have_count(4)
