"""Games studied in the browser: read, branched, judged, edited, explained."""

import re
import subprocess
import sys

from playwright.sync_api import expect

from outflank import Position

from ..formats.vectors import TWO_GAMES, VECTORS
from ..reviews.planted import planted_ending

ENDING = "XOOOOOO-XXOXXX--XOXXXXX-XXOXXOXXXXXOXXX-XXXXOXOX-OOOOO----OOOO--"
"""White to move, 12 empty squares."""


def test_whatever_is_pasted_lies_on_the_board(visit):
    screen = visit("?view=study&values=0")
    for vector in VECTORS:
        screen.paste(vector.text)
        expect(screen.dialog.locator("textarea")).to_have_count(0)
        screen.shows(*vector.discs)
        if vector.legal == "pass":
            expect(screen.headline).to_have_text(f"{vector.turn} has no move and must pass.")
        elif vector.legal:
            expect(screen.headline).to_have_text(f"{vector.turn} to move")
        else:
            expect(screen.headline).to_contain_text(re.compile("wins|draw"))
        screen.offers(*vector.legal.replace("pass", "").split())
        assert screen.discs() == vector.discs, vector.name
        if vector.legal == "pass":
            screen.press("Enter")
            screen.offers(*vector.after_pass.split())


def test_a_file_with_several_games_offers_them_and_says_what_is_wrong(visit):
    screen = visit("?view=study&values=0")
    screen.press("p")
    file = {"name": "two.pgn", "mimeType": "text/plain", "buffer": TWO_GAMES.encode()}
    screen.dialog.get_by_label("Choose files").set_input_files(file)
    expect(screen.dialog.locator(".problem")).to_contain_text("Game 1")
    screen.dialog.get_by_role("button", name=re.compile(r"^2\. ")).click()
    expect(screen.page.locator("#study-panel .move")).to_have_text(["f5", "f6"])


def test_positions_are_told_apart(visit):
    screen = visit("?view=study&values=0")
    screen.paste(f"{ENDING} O; a7:+2\n{ENDING[:-2]}OX X; g7:+4\n")
    expect(screen.dialog.locator(".row-button span:first-child")).to_have_text(
        ["1. White to move, 12 empty squares", "2. Black to move, 10 empty squares"]
    )


def test_values_fit_their_squares_on_a_phone(visit):
    screen = visit("?m=f5d6c3d3c4f4f6f3e6e7", width=360, height=740)
    expect(screen.page.locator("#board .ob-note").first).to_contain_text("@")
    assert (
        screen.page.evaluate(
            """() => [...document.querySelectorAll("#board .ob-note, #board .ob-number")]
                .filter(text => text.getBoundingClientRect().width >
                                text.closest(".ob-cell").getBoundingClientRect().width)
                .map(text => text.textContent)"""
        )
        == []
    )


def test_text_that_is_no_game_is_said_to_be_none(visit):
    screen = visit("?view=study&values=0")
    screen.paste("f5d6zz")
    expect(screen.dialog.locator(".problem").first).to_contain_text("zz")
    expect(screen.dialog).not_to_contain_text("Found")
    assert screen.moves() == []


def test_text_is_pasted_and_files_are_dropped_anywhere(visit):
    screen = visit("?view=play")
    screen.page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.setData("text", "f5d6c3");
          const paste = { clipboardData: data, bubbles: true };
          document.body.dispatchEvent(new ClipboardEvent("paste", paste));
        }"""
    )
    expect(screen.page.locator("#study-panel .move")).to_have_count(3)
    screen.page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File(["f5f6"], "game.txt"));
          const event = { dataTransfer: data, bubbles: true };
          document.body.dispatchEvent(new DragEvent("dragover", event));
          if (!document.body.matches(".dropping")) throw new Error("no place to drop is seen");
          document.body.dispatchEvent(new DragEvent("drop", event));
        }"""
    )
    expect(screen.page.locator("body.dropping")).to_have_count(0)
    expect(screen.page.locator("#study-panel .move")).to_have_count(2)


def test_moves_are_counted_one_by_one(visit):
    screen = visit("?m=f5d6c3(c4)d3c4&values=0")
    numbers = screen.page.locator("#study-panel .number")
    expect(numbers).to_have_text(["1.", "3.", "3.", "4.", "5."])


def test_variations_are_added_promoted_commented_and_deleted(visit):
    screen = visit("?m=f5d6c3&values=0")
    page = screen.page
    branch = page.locator("#study-panel .variation .move")
    screen.press("Home", "ArrowRight")
    screen.play("f4", "e3")
    expect(branch).to_have_text(["f4", "e3"])
    screen.press("ArrowLeft", "ArrowUp")  # the main line's move at this place
    expect(page.locator("#study-panel [aria-current]")).to_have_text("d6")
    screen.press("ArrowDown")
    expect(page.locator("#study-panel [aria-current]")).to_have_text("f4")
    comment = page.get_by_label("Comment")
    comment.fill("<b>Parallel</b> } here")
    comment.blur()
    expect(page.locator("#study-panel .variation .comment")).to_have_text("<b>Parallel</b> } here")
    screen.press("+")
    expect(branch).to_have_text(["d6", "c3"])
    page.wait_for_function(
        "moves => new URL(location).searchParams.get('m') === moves",
        arg="f5f4{<b>Parallel</b> \\} here}(d6c3)e3",
    )
    screen.saved()
    screen.reload()
    expect(page.locator("#study-panel p.comment")).to_have_text("<b>Parallel</b> } here")
    expect(branch).to_have_text(["d6", "c3"])
    game = screen.saved()["game"]
    assert (game["moves"], game["branches"]) == ("f5f4e3", [{"ply": 1, "moves": "d6c3"}])
    branch.first.click()
    screen.press("x")
    expect(screen.dialog).to_contain_text("Delete d6 and all that follows?")
    screen.dialog.get_by_role("button", name="Delete").click()
    expect(branch).to_have_count(0)
    expect(page.locator("#study-panel [aria-current]")).to_have_text("f5")


def test_values_stand_on_every_legal_move_and_deepen(visit):
    screen = visit("?m=f5d6c3")
    page = screen.page
    expect(page.locator("#board .ob-value")).to_have_count(len(screen.legal()))
    expect(page.locator("#study-panel .line")).to_have_count(3)
    expect(page.locator("#board .ob-best")).to_have_count(1)
    expect(page.locator("#study-panel .card-head").first).to_contain_text("depth")
    expect(page.locator("#board .ob-note").first).to_have_text(re.compile(r"^\d\d"))
    best = page.locator("#study-panel .line .first").first.inner_text()
    screen.square(best).hover()
    expect(page.locator("#board .ob-ghost").first).to_be_visible()
    expect(screen.square(best).locator(".ob-ghost")).to_have_text("1")
    screen.picture("study")
    screen.press("v")
    expect(page.locator("#board .ob-value")).to_have_count(0)


def test_exact_values_are_marked_and_end_the_thinking(visit):
    screen = visit(f"?start={ENDING}+O")
    expect(screen.page.locator("#study-panel .card-head").first).to_contain_text("exact")
    values = screen.page.locator("#board .ob-value")
    expect(screen.page.locator("#board .ob-exact")).to_have_count(values.count())
    assert values.count() == len(Position.parse(f"{ENDING} O").legal_moves())
    screen.picture("study-exact")


def test_a_planted_blunder_is_found_and_marked(visit):
    game = planted_ending(Position.initial(4), {5})
    screen = visit(f"?m={game.transcript()}&size=4&values=0&n=0")
    page = screen.page
    screen.press("a")
    marked = page.locator("#study-panel .pair .mark")
    expect(page.locator("#study-panel .totals .total")).to_have_count(2)
    expect(marked).to_have_count(1)
    screen.press("m")
    expect(page.locator("#study-panel [aria-current]")).to_contain_text(str(game.moves[4]))
    mark = marked.inner_text()
    assert mark in ("?!", "?", "??")
    note = page.locator("#study-panel .note")
    expect(note).to_contain_text(f"{mark} ")
    expect(note).to_contain_text("Best was")
    black = page.locator("#study-panel .total").first
    expect(black).to_contain_text("lost")
    expect(black).not_to_contain_text("100 %")
    expect(page.locator("#study-panel .total").nth(1)).to_contain_text("100 %")
    expect(page.locator("#study-panel .mark-shape")).to_have_count(1)
    screen.picture("review")
    note.get_by_role("button", name="Show the best line").click()
    expect(page.locator("#study-panel .variation .move").first).to_be_visible()
    assert screen.saved()["review"]["totals"]["white"]["accuracy"] == 100
    screen.reload()
    expect(page.locator("#study-panel .pair .mark")).to_have_count(1)


def test_the_graph_is_clicked_scrubbed_and_moved_along_by_keys(visit):
    screen = visit("?m=b1a1a2c1d1a3a4d3c4&size=4&values=0")
    screen.press("a")
    expect(screen.page.locator("#study-panel .total")).to_have_count(2)
    graph = screen.page.get_by_role("slider", name="Black's margin, move by move")
    box = graph.bounding_box()
    mouse = screen.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
    mouse.down()
    expect(graph).to_have_attribute("aria-valuenow", re.compile("[45]"))
    mouse.move(box["x"] + 2, box["y"] + 20)
    mouse.up()
    expect(graph).to_have_attribute("aria-valuenow", "0")
    assert screen.on_board() == (2, 2)
    graph.focus()
    screen.press("End")
    expect(graph).to_have_attribute("aria-valuenow", "10")
    screen.press("ArrowLeft")
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"move 9, .+ for Black"))


def test_a_board_is_drawn_and_played_from(visit):
    screen = visit("?view=play")
    page = screen.page
    screen.press("e")
    page.get_by_role("button", name="Clear").click()
    screen.press("b")
    screen.square("d4").click()
    screen.press("w")
    from_square, to_square = screen.square("e4").bounding_box(), screen.square("g4").bounding_box()
    page.mouse.move(from_square["x"] + 9, from_square["y"] + 9)
    page.mouse.down()
    page.mouse.move(to_square["x"] + 9, to_square["y"] + 9, steps=8)
    page.mouse.up()
    screen.shows(1, 3)
    screen.square("e4").click()  # the same disc again takes it away
    screen.square("e4").click()
    screen.picture("editor")
    page.locator("#editor-panel").get_by_role("button", name="Study").click()
    expect(page.locator("#board .ob-legal")).to_have_count(1)
    expect(screen.headline).to_have_text("Black to move")
    screen.play("h4")
    expect(screen.headline).to_contain_text("Black wins 64-0 (5-0 on the board)")
    screen.saved()
    screen.reload()
    assert screen.on_board() == (5, 0)


def test_a_board_without_moves_is_still_a_board_and_can_be_left(visit):
    screen = visit("?m=f5&values=0")
    screen.press("e")
    screen.page.get_by_role("button", name="Clear").click()
    expect(screen.page.locator("#board .ob-disc")).to_have_count(0)
    screen.page.get_by_role("button", name="Cancel").click()
    expect(screen.page.locator("#board .ob-disc")).to_have_count(5)
    expect(screen.page.locator("#study-panel .move")).to_have_count(1)


def test_a_start_that_comes_after_the_editor_is_closed_is_painted_nowhere(visit):
    screen = visit("?m=f5&values=0")
    page = screen.page
    screen.press("e")
    held = []
    page.route("**/api/v1/line*", lambda route: held.append(route))
    with page.expect_request("**/api/v1/line*"):
        page.get_by_role("button", name="Usual start").click()
    page.get_by_role("button", name="Cancel").click()
    with page.expect_response("**/api/v1/line*"):
        held[0].continue_()
    page.unroute("**/api/v1/line*")
    screen.play("d6")
    expect(page).to_have_url(re.compile("m=f5d6"))
    assert "edit=" not in page.url


def test_marks_that_teach(visit):
    screen = visit(f"?start={ENDING}+O&values=0")
    page = screen.page
    for name, mark in (("Stable", "stable"), ("Frontier", "frontier"), ("Mobility", "black")):
        page.get_by_role("radio", name=name).check()
        expect(page.locator(f"#board .over-{mark}").first).to_be_visible()
    screen.press("i", "i")  # frontier, none
    expect(page.locator("#board .ob-over")).to_have_count(0)
    panel = page.locator("#page-features")
    expect(panel.locator("tbody tr").first).to_be_visible()
    panel.get_by_label("As seen by").select_option("weighted")
    expect(panel).to_contain_text("mobility")
    panel.get_by_label("On the board").check()
    expect(page.locator("#board .ob-heat").first).to_be_visible()


def test_openings_are_named(visit):
    screen = visit("?m=f5d6c3d3c4&values=0")
    expect(screen.page.locator("#status .detail")).to_have_text("Tiger")
    screen.page.get_by_role("tab", name="Database").click()
    expect(screen.page.locator("#page-database")).to_contain_text("There is no database")


def test_what_was_played_in_many_games(visit, server, tmp_path):
    screen = visit("?values=0&view=study")
    screen.page.get_by_role("tab", name="Database").click()
    expect(screen.page.locator("#page-database")).to_contain_text("There is no database")
    (tmp_path / "games.txt").write_text("f5d6c3d3c4\nf5d6c3d3c4f4\nf5f6e6f4\n")
    build = [sys.executable, "-m", "outflank", "database", "build", str(tmp_path / "games.txt")]
    subprocess.run(build, check=True, env=server.environment)
    screen.play("f5")  # the server that runs finds it
    panel = screen.page.locator("#page-database")
    screen.page.get_by_role("tab", name="Database").click()
    expect(panel.locator("tbody tr")).to_have_count(2)
    expect(panel.locator("tbody tr").first).to_contain_text("d6")
    panel.get_by_role("button", name="f6", exact=True).click()
    expect(panel.locator("tbody tr")).to_have_count(1)
    assert screen.moves() == ["f5", "f6"]
