"""Nothing is lost: not by a reload, not when the page or the server is killed."""

import re

import pytest
from playwright.sync_api import expect

from outflank import Game
from outflank.rules.text import compact

CLOCKED = "?m=f5d6c3(c4)d3&view=play&clock=5%2B3&turn=3&n=2"


def _seconds(screen):
    shown = screen.page.locator(".clock").all_inner_texts()
    return [60 * int(minutes) + int(seconds) for minutes, seconds in (t.split(":") for t in shown)]


def test_a_reload_in_the_middle_of_a_game_keeps_all(visit):
    screen = visit(CLOCKED)
    screen.press("End")
    screen.play("c4")
    moves = screen.moves()
    black, white = _seconds(screen)
    screen.press("ArrowLeft")
    screen.reload()
    assert screen.moves() == moves
    expect(screen.headline).to_have_text("Looking at move 4 of 5")
    screen.press("End")
    expect(screen.headline).to_have_text("White to move")
    assert _seconds(screen)[0] == black
    assert 0 < _seconds(screen)[1] <= white <= 300
    first = screen.page.locator("#board [data-square]").first
    expect(first).to_have_attribute("data-square", "h8")


def test_a_page_that_is_killed_goes_on_where_it_was(visit):
    screen = visit("?white=engine:level=1")
    screen.play("f5")
    expect(screen.page.locator("#play-panel .move")).to_have_count(2)
    moves = screen.moves()
    again = screen.page.context.new_page()
    screen.page.close(run_before_unload=False)
    again.goto(screen.server.url)
    expect(again.locator("#play-panel .move")).to_have_text(moves)
    expect(again.locator("#status .headline")).to_have_text("Your move")


def test_a_server_that_is_killed_comes_back_with_nothing_lost(visit, server):
    screen = visit("?white=engine:level=1")
    screen.play("f5")
    expect(screen.page.locator("#play-panel .move")).to_have_count(2)
    kept = screen.saved()["id"]
    board = screen.page.locator("#board").bounding_box()
    server.kill()
    screen.page.locator("#board .ob-legal").first.click()  # to nobody
    banner = screen.page.locator("#banner")
    expect(banner).to_contain_text("The server does not answer. Nothing is lost")
    expect(banner).to_be_in_viewport(ratio=1)
    assert screen.page.locator("#board").bounding_box() == board
    said = banner.bounding_box()
    assert said["y"] + said["height"] <= screen.page.locator("#above").bounding_box()["y"]
    tools = screen.page.locator("#tools").bounding_box()
    assert said["x"] + said["width"] <= tools["x"]
    screen.picture("server-away")
    server.start()
    expect(screen.page.locator("#play-panel .move")).to_have_count(4)
    expect(banner).to_be_hidden()
    game = screen.saved()
    assert game["id"] == kept
    assert len(Game.parse(game["game"]["moves"])) == 4
    assert [row["id"] for row in server.get("/games")["games"]].count(kept) == 1


def test_a_reload_while_the_server_is_away_keeps_what_it_never_saw(visit, server):
    screen = visit("?view=play")
    server.kill()
    screen.page.evaluate("() => localStorage.clear()")
    screen.square("f5").click()
    expect(screen.page.locator("#banner")).to_be_visible()
    server.start()
    expect(screen.page.locator("#play-panel .move")).to_have_count(1)
    screen.page.route("**/api/v1/games**", lambda route: route.abort())  # no library yet
    screen.play("d6")
    expect(screen.page.locator("#banner")).to_be_visible()
    screen.reload()
    assert screen.moves() == ["f5", "d6"]
    screen.page.unroute("**/api/v1/games**")
    expect(screen.page.locator("#banner")).to_be_hidden()
    assert screen.saved()["game"]["moves"] == "f5d6"


def test_a_game_changed_in_two_windows_becomes_two(visit):
    screen = visit("?m=f5&values=0")
    screen.play("d6")
    screen.saved()
    expect(screen.page).to_have_url(re.compile("[?&]g="))
    other = visit(re.sub("^.*/", "", screen.page.url))
    other.play("c3")
    other.saved()
    screen.play("c4")
    expect(screen.notice).to_contain_text("Another window has changed this game.")
    mine, theirs = screen.saved(), other.saved()
    assert mine["id"] != theirs["id"]
    assert (mine["game"]["moves"], theirs["game"]["moves"]) == ("f5d6c4", "f5d6c3")


def test_a_comment_is_kept_while_it_is_written(visit):
    screen = visit("?m=f5d6c3&values=0")
    comment = screen.page.get_by_label("Comment")
    comment.press_sequentially("Tiger? No")
    screen.reload()
    expect(comment).to_have_value("Tiger? No")
    assert screen.saved()["game"]["notes"]


def test_opening_a_kept_game_does_not_change_it(visit, server):
    added = server.send("/games", {"game": {"size": 8, "moves": "f5d6c3d3"}})
    screen = visit(f"?g={added['id']}&values=0")
    expect(screen.page.locator("#study-panel .move")).to_have_count(4)
    screen.press("Home", "End", "f")
    assert server.get(f"/games/{added['id']}")["revision"] == 1


def test_the_library_is_searched_opened_exported_and_tidied(visit, server):
    tags = {"Black": "Ann Example", "White": "Bob", "Date": "2024-05-06"}
    server.send("/games", {"game": {"size": 8, "moves": "f5d6c3d3c4", "tags": tags}})
    screen = visit("?view=games")
    page = screen.page
    rows = page.locator(".game-list li")
    page.get_by_role("searchbox").fill("example")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(re.compile("Ann Example . Bob"))
    expect(rows).to_contain_text("8x8 · 5 moves · Tiger · May 6, 2024")
    screen.picture("games")
    page.get_by_label("Format").select_option("PGN")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export").click()
    assert '[Black "Ann Example"]' in download.value.path().read_text()
    rows.locator(".row-button").click()
    expect(page.locator("#study-panel .move")).to_have_count(5)
    screen.go("Games")
    page.get_by_role("button", name=re.compile("Delete Ann Example")).click()
    screen.dialog.get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(0)


def test_files_are_imported(visit):
    screen = visit("?view=games")
    buffer = b'[Black "Imported"]\n\n1. f5 d6\n\n[Black "Imported"]\n\n1. f5 f6\n'
    file = {"name": "games.pgn", "mimeType": "text/plain", "buffer": buffer}
    screen.page.locator("#games-view input[type=file]").set_input_files(file)
    expect(screen.notice).to_have_text("Added: 2 games.")
    screen.page.get_by_role("searchbox").fill("imported")
    expect(screen.page.locator(".game-list li")).to_have_count(2)


def test_the_whole_state_is_in_the_link(visit):
    players = "white=engine:level=3&clock=5%2B3"
    screen = visit(f"?m=f5d6(f4{{why}}e3)c3&{players}&view=study&at=f5f4&turn=3&values=0")
    url = screen.page.url
    other = visit(re.sub("^[^?]*", "", url))
    assert other.page.url == url
    assert other.moves() == screen.moves()
    assert other.page.locator("#study-panel .comment").all_inner_texts() == ["why"]
    assert other.on_board() == screen.on_board()


def test_back_and_forward_go_through_the_places(visit):
    screen = visit("?m=f5d6c3&values=0")
    page = screen.page
    place = page.locator("#places [aria-current]")
    screen.go("Games")
    screen.go("Matches")
    page.go_back()
    expect(place).to_have_text("Games")
    page.go_back()
    expect(place).to_have_text("Study")
    assert screen.moves() == ["f5", "d6", "c3"]
    page.go_forward()
    expect(place).to_have_text("Games")
    screen.reload()
    expect(place).to_have_text("Games")
    page.go_back()
    expect(place).to_have_text("Study")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("?size=7&m=f5", "bad size 7 in the link"),
        ("?start=XXOO&m=f5", "XXOO"),
    ],
)
def test_a_link_that_makes_no_sense_is_said_to(visit, address, said):
    screen = visit(address)
    expect(screen.notice).to_contain_text(said)
    expect(screen.headline).to_have_text("Your move")


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("f5d6c3zz", 'bad moves "zz" in the link'),
        ("f5d6c3a1d3", "illegal move 'a1' at token 4"),
        ("f5d6c3(c4", 'a "(" is not closed'),
    ],
)
def test_of_a_link_that_is_broken_the_moves_before_are_shown(visit, moves, said):
    screen = visit(f"?m={moves}&values=0&resigned=black")
    expect(screen.notice).to_contain_text(said)
    assert screen.moves()[:3] == ["f5", "d6", "c3"]
    expect(screen.headline).to_have_text("White to move")


def test_a_link_to_what_no_game_is_called_shows_its_moves(visit):
    screen = visit("?m=f5d6&g=../x%00&values=0")
    assert screen.moves() == ["f5", "d6"]


def test_a_variation_of_a_link_that_makes_no_sense_is_left_out(visit):
    screen = visit("?m=f5d6(f4a1)c3(c4)&values=0")
    expect(screen.notice).to_contain_text("illegal move 'a1'")
    assert screen.moves() == ["f5", "d6", "f4", "c3", "c4"]


def test_everything_is_copied(visit):
    screen = visit("?m=f5d6c3&values=0", permissions=["clipboard-read", "clipboard-write"])
    screen.press("c")
    copied = {}
    for name in ("Moves", "Board", "GGF", "SGF", "PGN", "JSON", "Link"):
        screen.dialog.get_by_role("button", name=name).click()
        expect(screen.dialog.get_by_role("status")).to_have_text(f"{name} copied.")
        copied[name] = screen.page.evaluate("() => navigator.clipboard.readText()")
    assert copied["Moves"] == "f5d6c3"
    assert copied["Board"] == compact(Game.parse("f5d6c3").position)
    assert copied["GGF"].startswith("(;GM[Othello]")
    assert ";B[fe];W[df];B[cc]" in copied["SGF"]
    assert "1. f5 d6 2. c3" in copied["PGN"]
    assert '"moves": "f5d6c3"' in copied["JSON"]
    assert copied["Link"].startswith(screen.server.url)
    assert "m=f5d6c3" in copied["Link"]


def test_pictures_are_saved(visit):
    screen = visit("?m=f5d6c3&values=0")
    screen.press("c")
    for kind, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with screen.page.expect_download() as download:
            screen.dialog.get_by_role("link", name=f"Picture ({kind})").click()
        assert download.value.path().read_bytes().startswith(start)
        assert download.value.suggested_filename == f"outflank.{kind.lower()}"


def painted(screen):
    """Opens the editor and paints: two discs of White's on an empty 4x4, White to move."""
    screen.press("e")
    panel = screen.page.locator("#editor-panel")
    panel.get_by_role("radio", name="4", exact=True).check()
    expect(screen.page.locator("#board [data-square]")).to_have_count(16)
    panel.get_by_role("button", name="Clear").click()
    panel.get_by_role("group", name="To move").get_by_role("radio", name="White").check()
    screen.press("w")
    screen.square("a1").click()
    screen.square("d4").click()


def is_painted(screen):
    """Waits for that in the editor."""
    page = screen.page
    panel = page.locator("#editor-panel")
    expect(panel).to_be_visible()
    expect(page.locator("#board [data-square]")).to_have_count(16)
    for name in ("a1", "d4"):
        expect(screen.square(name).locator(".ob-white")).to_have_count(1)
    screen.shows(0, 2)
    expect(
        panel.get_by_role("group", name="To move").get_by_role("radio", name="White")
    ).to_be_checked()


def test_a_board_that_is_painted_is_kept_by_a_reload(visit):
    for address in ("", "?m=f5d6&view=play", "?m=f5d6c3&values=0&n=1"):
        screen = visit(address)
        painted(screen)
        screen.reload()  # at once, when the link may still be behind
        is_painted(screen)
        screen.square("b1").click()
        screen.square("b1").click()
        screen.reload()
        is_painted(screen)
        screen.page.get_by_role("button", name="Cancel").click()
        expect(screen.page.locator("#editor-panel")).to_be_hidden()
        expect(screen.page.locator("#board [data-square]")).to_have_count(64)
        screen.reload()
        expect(screen.page.locator("#editor-panel")).to_be_hidden()
        expect(screen.page.locator("#board [data-square]")).to_have_count(64)


def test_back_and_forward_go_through_the_editor(visit):
    screen = visit("?m=f5d6c3&values=0")
    page = screen.page
    painted(screen)
    page.go_back()
    expect(page.locator("#editor-panel")).to_be_hidden()
    expect(page.locator("#board [data-square]")).to_have_count(64)
    assert screen.moves() == ["f5", "d6", "c3"]
    page.go_forward()
    is_painted(screen)
    page.go_back()
    screen.go("Games")
    expect(page.locator("#games-view")).to_be_visible()
    page.go_back()
    expect(page.locator("#study-panel")).to_be_visible()
    assert screen.moves() == ["f5", "d6", "c3"]


def test_a_link_brings_the_editor_to_others(visit):
    screen = visit("?m=f5d6c3&values=0")
    painted(screen)
    board = "O--------------O O"
    screen.page.wait_for_function(
        "board => new URL(location).searchParams.get('edit') === board", arg=board
    )
    other = visit(re.sub("^.*/", "", screen.page.url))
    is_painted(other)
    other.page.locator("#editor-panel").get_by_role("button", name="Cancel").click()
    assert other.moves() == ["f5", "d6", "c3"]
    alone = visit("?edit=O--------------O+O")
    is_painted(alone)
    alone.page.locator("#editor-panel").get_by_role("button", name="Study").click()
    expect(alone.headline).to_contain_text("White wins")
    alone.page.go_back()
    is_painted(alone)


def test_an_old_link_brings_what_it_says(visit):
    screen = visit("?values=0")
    painted(screen)
    holds = "board => new URL(location).searchParams.get('edit') === board"
    screen.page.wait_for_function(holds, arg="O--------------O O")
    old = re.sub("^.*/", "", screen.page.url)
    screen.square("c3").click()
    screen.page.wait_for_function(holds, arg="O---------O----O O")
    screen.open(old)
    is_painted(screen)


def test_a_board_that_was_painted_is_there_in_the_next_window(visit):
    screen = visit("?m=f5d6&values=0")
    painted(screen)
    again = screen.page.context.new_page()
    screen.page.close(run_before_unload=False)
    screen.page = again
    screen.open()
    is_painted(screen)
    again.get_by_role("button", name="Cancel").click()
    expect(again.locator("#editor-panel")).to_be_hidden()
    third = again.context.new_page()
    again.close()
    screen.page = third
    screen.open()
    expect(third.locator("#board [data-square]")).to_have_count(64)
    expect(third.locator("#editor-panel")).to_be_hidden()
