"""What is read, found and kept: the window that reads, and the list of games."""

import re

from playwright.sync_api import expect

from outflank import Game
from outflank.formats import Record, WthorWriter

MOVES = "f5d6c3d3c4f4f6"


def pasted(screen, text):
    """Pastes a text onto the page, as Ctrl+V does."""
    screen.page.evaluate(
        """text => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", text);
            const event = new ClipboardEvent("paste", { clipboardData, bubbles: true });
            document.body.dispatchEvent(event);
        }""",
        text,
    )


def selected(screen):
    return screen.page.evaluate(
        "() => { const { value, selectionStart, selectionEnd } = document.activeElement;"
        " return value?.slice(selectionStart, selectionEnd); }"
    )


def test_moves_are_read_on_the_board_where_they_can_be_played(visit):
    screen = visit("?size=4&view=study&values=0")
    pasted(screen, MOVES)
    expect(screen.page.locator("#board [data-square]")).to_have_count(64)
    assert "".join(screen.moves()) == MOVES


def test_the_link_of_a_game_can_be_pasted(visit):
    screen = visit("?m=f5d6(f4{why}e3)c3&values=0")
    moves, link = screen.moves(), screen.page.url
    other = visit("?view=study&values=0")
    pasted(other, link)
    expect(other.page.locator("#study-panel .move")).to_have_count(len(moves))
    assert other.moves() == moves
    assert other.page.locator("#study-panel .comment").all_inner_texts() == ["why"]


def test_a_text_that_cannot_be_read_stays_with_its_mistake_selected(visit):
    screen = visit("?m=f5d6&values=0")
    pasted(screen, "f5d6z9d3")
    expect(screen.dialog.locator(".problem")).to_contain_text("bad move 'z9' at column 5")
    expect(screen.dialog.locator("textarea")).to_have_value("f5d6z9d3")
    assert selected(screen) == "z9"
    screen.page.keyboard.type("c3")
    screen.dialog.get_by_role("button", name="Read").click()
    expect(screen.page.locator("#study-panel .move")).to_have_count(4)
    assert "".join(screen.moves()) == "f5d6c3d3"


def test_what_is_read_after_its_window_is_closed_leaves_the_game(visit):
    screen = visit("?m=f5d6&values=0")
    held = []
    screen.page.route("**/api/v1/parse*", lambda route: held.append(route))
    with screen.page.expect_request("**/api/v1/parse*"):
        pasted(screen, "d3c3")
    screen.press("Escape")
    with screen.page.expect_response("**/api/v1/parse*"):
        held[0].continue_()
    screen.page.unroute("**/api/v1/parse*")
    pasted(screen, "z9")
    expect(screen.dialog.locator(".problem")).to_contain_text("bad move 'z9'")
    assert screen.moves() == ["f5", "d6"]


def test_the_same_file_is_chosen_again(visit, tmp_path):
    screen = visit("?view=games")
    path = tmp_path / "game.txt"
    path.write_text("f5d6c3\n")
    for _ in range(2):
        with screen.page.expect_file_chooser() as chooser:
            screen.button("Import").click()
        assert chooser.value.element.input_value() == ""
        chooser.value.set_files(path)
        expect(screen.notice).to_have_text("Added: 1 game.")


def test_a_board_that_means_several_things_is_offered_in_each_way(visit):
    screen = visit("?view=study&values=0")
    pasted(screen, "0x0000000810000000 0x0000001008000001 X")
    rows = screen.dialog.locator(".row-button")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("spelled as in egaroucid")
    rows.nth(1).click()
    expect(screen.square("h8").locator(".ob-white")).to_have_count(1)


def test_games_found_say_how_they_ended_and_how_they_began(visit):
    screen = visit("?view=study&values=0")
    tags = {"Black": "Ann", "White": "Bob", "Event": "?", "Date": "2014.10.19", "Result": "40-24"}
    game = "\n".join(f'[{name} "{text}"]' for name, text in tags.items()) + f"\n\n{MOVES}"
    pasted(screen, f"{game}\n\n{game}\n")
    expect(screen.dialog).to_contain_text("2 games found (PGN)")
    row = screen.dialog.locator(".row-button").first
    expect(row.locator(".who")).to_have_text(re.compile("^1. Ann . Bob$"))
    expect(row.locator(".result")).to_have_text("40-24")
    expect(row.locator(".faint")).to_have_text("8x8 · 7 moves · Stephenson · Oct 19, 2014")


def test_wthor_with_its_names_searched_paged_and_kept(visit):
    writer = WthorWriter()
    for number in range(150):
        tags = {"Black": f"Player {number % 50}", "White": "Bob", "Event": "Cup"}
        writer.add(Record(Game.parse(MOVES, tags=tags)))
    parts = zip(("W.wtb", "W.jou", "W.trn"), writer.files(), strict=True)
    files = [{"name": n, "mimeType": "application/octet-stream", "buffer": b} for n, b in parts]
    screen = visit("?view=study&values=0")
    screen.press("p")
    screen.dialog.locator("input[type=file]").set_input_files(files)
    rows = screen.dialog.locator(".row-button")
    expect(rows).to_have_count(100)
    expect(rows.nth(7)).to_contain_text(re.compile("Player 7 . Bob"))
    screen.dialog.get_by_role("button", name="Show more (50)").click()
    expect(rows).to_have_count(150)
    screen.dialog.get_by_role("button", name="Keep all in Games").click()
    expect(screen.notice).to_have_text("Added: 150 games.")
    screen.page.get_by_role("searchbox").fill("player 7")
    expect(screen.page.locator("#games-view").get_by_role("status")).to_have_text("3 games")


def test_games_found_are_searched(visit):
    games = [f'[Black "Player {n}"]\n\n1. f5 d6\n' for n in range(120)]
    screen = visit("?view=study&values=0")
    pasted(screen, "\n".join(games))
    rows = screen.dialog.locator(".row-button")
    expect(rows).to_have_count(100)
    field = screen.dialog.get_by_role("searchbox")
    field.fill("player 117")
    field.press("Enter")
    expect(rows).to_have_count(1)
    rows.click()
    expect(screen.page.locator(".player[data-color=black] .name")).to_have_text("Player 117")


def test_what_nobody_played_or_wrote_is_not_kept(visit, server):
    screen = visit("?view=study&values=0")
    before = server.get("/games")["total"]
    screen.press("e")
    panel = screen.page.locator("#editor-panel")
    screen.square("a1").click()
    panel.get_by_role("button", name="Study").click()
    expect(panel).to_be_hidden()
    screen.go("Games")
    expect(screen.page.locator("#games-view").get_by_role("status")).to_be_visible()
    assert server.get("/games")["total"] == before
    screen.go("Study")
    screen.press("Control+s")
    expect(screen.notice).to_have_text("Saved in your library.")
    assert server.get("/games")["total"] == before + 1
    screen.go("Games")
    expect(screen.page.locator(".game-list .who").first).to_have_text("Position")


def test_several_games_are_deleted_at_once(visit, server):
    for moves in ("f5", "f5d6", "f5f6"):
        tags = {"Black": "Bulk", "White": moves}
        server.send("/games", {"game": {"size": 8, "moves": moves, "tags": tags}})
    screen = visit("?view=games")
    page = screen.page
    page.get_by_role("searchbox").fill("bulk")
    rows = page.locator(".game-list li")
    expect(rows).to_have_count(3)
    page.get_by_role("checkbox", name="Select all shown").check()
    expect(page.get_by_role("button", name="Delete 3 games")).to_be_visible()
    rows.filter(has_text="f5d6").get_by_role("checkbox").uncheck()
    expect(page.get_by_role("checkbox", name="Select all shown")).not_to_be_checked()
    page.get_by_role("button", name="Delete 2 games").click()
    screen.dialog.get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("f5d6")
    assert server.get("/games?search=bulk")["total"] == 1


def test_games_without_names_are_called_by_what_is_known(visit, server):
    server.send("/games", {"game": {"size": 8, "moves": MOVES, "comment": "nameless"}})
    server.send("/games", {"game": {"size": 6, "moves": "c2", "comment": "nameless"}})
    screen = visit("?view=games")
    screen.page.get_by_role("searchbox").fill("nameless")
    expect(screen.page.locator(".game-list .who")).to_have_text(
        ["Game without names", "Stephenson"]
    )
    screen.page.get_by_label("Board size").select_option("6x6")
    expect(screen.page.locator(".game-list .who")).to_have_text(["Game without names"])


def test_a_result_does_not_outlive_the_moves_it_belongs_to(visit, server):
    game = {"size": 8, "moves": MOVES, "tags": {"Black": "Ann", "Result": "37-27"}}
    name = server.send("/games", {"game": game})["id"]
    screen = visit(f"?g={name}&values=0")
    screen.press("Home", "ArrowRight")
    screen.play("f4")
    assert screen.saved()["game"]["tags"]["Result"] == "37-27"
    screen.press("+")
    expect(screen.page.locator("#study-panel .variation .move").first).to_have_text("d6")
    assert "Result" not in screen.saved()["game"]["tags"]
    assert [row["result"] for row in server.get("/games?search=ann")["games"]] == [""]


def test_names_of_openings_are_of_the_language(visit):
    moves = "f5d6c3f4"  # which has a name in Japanese alone
    assert re.search(
        "[^\x00-\x7f]",
        visit(f"?m={moves}&values=0", settings={"language": "ja"})
        .page.locator("#status .detail")
        .inner_text(),
    )
    for language in ("en", "fr"):
        screen = visit(f"?m={moves}&values=0", settings={"language": language})
        expect(screen.page.locator("#status .detail")).not_to_have_text(
            re.compile("[\u3040-\u9fff]")
        )
