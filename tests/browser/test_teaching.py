"""What teaches: marks and colours on the board, and the words that go with them."""

import re

from playwright.sync_api import expect


def test_marks_are_seen_beside_values(visit):
    screen = visit("?m=f5d6c3d3c4")
    screen.page.get_by_role("radio", name="Mobility").check()
    cell = screen.page.locator("#board .ob-cell:has(.ob-value):has(.ob-over)").first
    expect(cell).to_be_visible()
    on_top = """cell => {
        const { x, y, width, height } = cell.querySelector(".ob-over").getBoundingClientRect();
        const spans = [...cell.querySelectorAll("span")];
        for (const span of spans) span.style.pointerEvents = "auto";
        const found = document.elementFromPoint(x + width / 2, y + height / 2);
        for (const span of spans) span.style.pointerEvents = "";
        return found?.className;
    }"""
    assert "ob-over" in cell.evaluate(on_top)


def test_colours_on_the_board_are_explained(visit):
    screen = visit("?m=f5d6c3d3c4&values=0")
    panel = screen.page.locator("#page-features")
    panel.get_by_label("On the board").check()
    panel.get_by_label("As seen by").select_option("weighted")
    expect(panel).to_contain_text("Blue squares add to it")
    expect(screen.page.locator("#board .ob-heat").first).to_be_visible()
    panel.get_by_label("As seen by").select_option("positional")
    expect(panel).to_contain_text("Nothing that this agent weighs here lies on single squares.")
    expect(screen.page.locator("#board .ob-heat")).to_have_count(0)


def test_what_was_said_last_is_said_in_the_language_that_is_chosen(visit):
    screen = visit("?m=f5d6&values=0")
    screen.press("ArrowLeft")
    live = screen.page.locator("#live")
    expect(live).to_have_text(re.compile("White to move"))
    screen.page.get_by_role("button", name="Settings").click()
    screen.dialog.get_by_label("Language").select_option("fr")
    expect(live).to_have_text("Trait à Blanc")


def test_names_that_the_page_has_written_are_in_its_language(visit, server):
    tags = {"Black": "You", "White": "Engine, level 2"}
    game = server.send("/games", {"game": {"size": 8, "moves": "f5d6", "tags": tags}})
    screen = visit(f"?g={game['id']}&view=study&values=0", settings={"language": "fr"})
    expect(screen.page.locator(".player[data-color=white] .name")).to_have_text("Moteur, niveau 2")
