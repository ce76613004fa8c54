"""The page for every hand, eye and screen: keys, screen readers, phones, the dark, languages."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from outflank import Color, Position
from outflank._core import COUNTS

from ..protocols.real import program

AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"


def focus_board(screen):
    for _ in range(40):
        screen.press("Tab")
        if screen.page.evaluate("() => document.activeElement.matches('#board .ob-cell')"):
            return
    raise AssertionError("Tab does not come to the board")


def move_to(screen, target):
    """Walks over the board with the arrows."""
    here = screen.page.evaluate("() => document.activeElement.dataset.square")
    across = ord(target[0]) - ord(here[0])
    down = int(target[1:]) - int(here[1:])
    screen.press(*["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across))
    screen.press(*["ArrowDown" if down > 0 else "ArrowUp"] * abs(down))
    assert screen.page.evaluate("() => document.activeElement.dataset.square") == target


def test_a_game_with_keys_alone(visit):
    screen = visit()
    screen.press("n")
    form = screen.dialog
    for _ in range(30):  # the first is who plays Black; then on to the size of the board
        if screen.page.evaluate("() => document.activeElement.name") == "size":
            break
        screen.press("Tab")
    screen.press("ArrowLeft", "ArrowLeft")
    expect(form.get_by_role("radio", name="4", exact=True)).to_be_checked()
    form.get_by_label("Level").focus()
    screen.press("Home")
    for _ in range(30):
        if screen.page.evaluate("() => document.activeElement.type") == "submit":
            break
        screen.press("Tab")
    screen.press("Enter")
    expect(screen.page.locator("#board [data-square]")).to_have_count(16)
    expect(screen.headline).to_have_text("Your move")
    focus_board(screen)
    while True:
        screen.page.wait_for_selector("[data-stage=move], [data-stage=over]")
        if screen.page.locator("[data-stage=over]").count():
            break
        count = len(screen.moves())
        target = screen.legal()[0]
        assert "can be played" in screen.square(target).get_attribute("aria-label")
        move_to(screen, target)
        screen.press("Enter")
        screen.page.wait_for_function(
            f"() => document.querySelectorAll('#play-panel .move').length > {count}"
        )
    expect(screen.page.locator("#live")).to_contain_text(re.compile("wins|draw"))
    screen.press("Escape")  # leaves the board, and the arrows go through the game
    screen.press("Home")
    expect(screen.headline).to_contain_text("Looking at move 0")


def test_the_keyboard_stays_where_it_is_while_the_engine_thinks(visit):
    screen = visit("?m=f5d6c3")
    page = screen.page
    button = page.get_by_role("button", name="One move back")
    button.focus()
    node = button.element_handle()
    expect(page.locator("#study-panel .card-head").first).to_contain_text(
        re.compile(r"depth [1-9]\d")
    )
    assert node.evaluate("button => button === document.activeElement")
    radio = page.get_by_role("radio", name="Stable")
    radio.focus()
    screen.press(" ", "ArrowRight")
    expect(page.get_by_role("radio", name="Mobility")).to_be_focused()


def test_a_click_on_the_board_leaves_the_arrows_to_the_game(visit):
    screen = visit("?m=f5d6&values=0")
    screen.play("c3")
    screen.press("ArrowLeft", "ArrowLeft")
    expect(screen.page.locator("#board .ob-disc")).to_have_count(5)


def test_arrows_walk_the_game_after_a_click_and_choose_after_tab(visit):
    screen = visit("?m=f5d6c3d3&values=0")
    page = screen.page
    discs = page.locator("#board .ob-disc")
    database = page.get_by_role("tab", name="Database")
    features = page.get_by_role("tab", name="What counts")
    marks = [page.get_by_role("radio", name=name) for name in ("Mobility", "Frontier")]
    clicked = (database, features, marks[0], page.get_by_label("On the board"))
    for control, left in zip(clicked, (7, 6, 5, 4), strict=True):
        control.click()
        screen.press("ArrowLeft")
        expect(discs).to_have_count(left)
    expect(features).to_have_attribute("aria-selected", "true")
    expect(marks[0]).to_be_checked()
    marks[0].focus()
    screen.press("Tab", "Shift+Tab", "ArrowRight")
    expect(marks[1]).to_be_checked()
    features.focus()
    screen.press("ArrowRight")
    expect(database).to_be_focused()
    expect(discs).to_have_count(4)


def test_a_move_on_the_board_and_escape_leave_the_comment(visit):
    screen = visit("?m=f5d6c3&values=0")
    comment = screen.page.get_by_label("Comment")
    comment.click()
    screen.press("N", "o", "Escape")
    expect(comment).not_to_be_focused()
    expect(comment).to_have_value("No")
    comment.click()
    screen.play("d3")
    screen.press("c")
    expect(screen.dialog).to_contain_text("Copy")
    expect(comment).to_have_value("")


def test_who_skips_to_the_board_is_there(visit):
    screen = visit()
    screen.press("Tab", "Enter")
    expect(screen.square("a1")).to_be_focused()


def test_help_lists_every_key(visit):
    screen = visit()
    screen.press("?")
    expect(screen.dialog.get_by_role("heading")).to_have_text("Help, rules and keys")
    keys = screen.dialog.locator("kbd").all_inner_texts()
    assert {"←", "→", "Home", "End", "⌫", "Space", "?", "H", "V", "A", "M"} <= set(keys)
    screen.press("Escape")
    expect(screen.dialog).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "name", "words"),
    [
        ("en", "The rules of the game", "A move must turn at least one disc."),
        ("fr", "Les règles du jeu", "Un coup doit retourner au moins un pion."),
        ("ja", "遊び方", "1つ以上の石を返せるマスにしか打てません。"),
    ],
)
def test_help_has_the_rules(visit, language, name, words):
    screen = visit(settings={"language": language})
    screen.press("?")
    expect(screen.dialog.get_by_text(words)).to_be_hidden()
    screen.dialog.get_by_role("radio", name=name).check()
    expect(screen.dialog.get_by_text(words)).to_be_visible()
    expect(screen.dialog.locator("kbd").first).to_be_hidden()
    boards = screen.dialog.locator(".ob-board")
    start = Position.initial()
    for index, position in enumerate((start, start.play("d3"))):
        board = boards.nth(index)
        for color, disc in ((Color.BLACK, "black"), (Color.WHITE, "white")):
            expect(board.locator(f".ob-disc.ob-{disc}")).to_have_count(position.discs(color))
    dots = boards.first.locator(".ob-legal").evaluate_all("all => all.map(x => x.dataset.square)")
    assert sorted(dots) == sorted(map(str, start.legal_moves()))
    expect(boards.last.locator("[data-square=d4] .ob-black")).to_have_count(1)
    expect(boards.last.locator(".ob-last")).to_have_attribute("data-square", "d3")
    screen.picture(f"rules-{language}")


def test_help_is_read_from_its_top_on_a_phone(visit):
    screen = visit(width=360, height=640)
    screen.press("?")
    expect(screen.dialog.locator("p").first).to_be_focused()
    expect(screen.dialog.locator("kbd").first).to_be_in_viewport()


PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


def touch(screen, place, *kinds):
    """A finger on the element that a selector finds, as events that come in one go."""
    screen.page.evaluate(
        """([place, kinds]) => {
          const element = document.querySelector(place);
          const { x, y, width, height } = element.getBoundingClientRect();
          const spot = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true };
          const finger = { ...spot, pointerType: "touch", pointerId: 7, isPrimary: true };
          for (const kind of kinds) element.dispatchEvent(new PointerEvent(kind, finger));
        }""",
        [place, kinds],
    )


def test_a_finger_that_rests_on_a_move_sees_how_it_goes_on_and_a_tap_plays(visit):
    screen = visit("?m=f5d6c3", **PHONE)
    page = screen.page
    ghosts = page.locator("#board .ob-ghost")
    line = page.locator("#study-panel .line")
    help_text = page.get_by_text("Hold a finger on a move to see how it goes on.")
    expect(help_text).to_be_visible()
    expect(line).to_have_count(3)
    first = screen.legal()[0]
    square = f"#board [data-square={first}]"
    for place in (square, "#study-panel .line"):
        touch(screen, place, "pointerover", "pointerdown")
        expect(ghosts.first).to_be_visible()
        screen.picture("phone-hold")
        touch(screen, place, "pointerup", "click")
        expect(ghosts).to_have_count(0)
    touch(screen, square, "pointerover", "pointerdown", "pointerup", "click")
    expect(page.locator("#study-panel [aria-current]")).to_contain_text(first)
    assert screen.moves() == ["f5", "d6", "c3", first]
    expect(line).to_have_count(3)
    touch(screen, "#study-panel .line", "pointerover", "pointerdown", "pointerup", "click")
    expect(page.locator("#study-panel .move")).to_have_count(5)


def test_a_real_finger_rests_on_a_move(visit):
    screen = visit("?m=f5d6c3", **PHONE)
    page = screen.page
    expect(page.locator("#study-panel .line")).to_have_count(3)
    first = screen.legal()[0]
    box = screen.square(first).bounding_box()
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(screen.square(first).locator(".ob-ghost")).to_have_text("1")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#board .ob-ghost")).to_have_count(0)
    screen.press("Home", "End")
    expect(page.locator("#study-panel [aria-current]")).to_contain_text("c3")
    assert screen.moves() == ["f5", "d6", "c3"]


def test_a_slow_tap_plays_where_there_is_nothing_to_see(visit):
    screen = visit("?m=f5d6c3&view=play", **PHONE)
    board = screen.page.locator("#board .ob-grid")
    board.evaluate(  # no timer of a finger goes unseen
        """() => {
          window.rested = 0;
          const wait = window.setTimeout;
          window.setTimeout = (act, time, ...rest) =>
            wait(() => { act(...rest); if (time === 500) window.rested += 1; }, time);
        }"""
    )
    square = f"#board [data-square={screen.legal()[0]}]"
    touch(screen, square, "pointerover", "pointerdown")
    screen.page.wait_for_function("() => window.rested === 1")
    touch(screen, square, "pointerup", "click")
    expect(screen.page.locator("#play-panel .move")).to_have_count(4)


def test_the_keyboard_on_a_move_sees_how_it_goes_on(visit):
    screen = visit("?m=f5d6c3")
    expect(screen.page.locator("#study-panel .line")).to_have_count(3)
    first = screen.legal()[0]
    screen.square(first).focus()
    expect(screen.square(first).locator(".ob-ghost")).to_have_text("1")
    screen.press("Escape")
    expect(screen.page.locator("#board .ob-ghost")).to_have_count(0)
    screen.page.locator("#study-panel .line").nth(1).focus()
    expect(screen.page.locator("#board .ob-ghost").first).to_be_visible()


def test_space_lets_the_engine_move(visit):
    screen = visit("?m=f5&values=0&white=engine:level=2&view=study")
    screen.press(" ")
    expect(screen.page.locator("#study-panel .move")).to_have_count(2)


def test_the_board_is_a_labelled_grid(visit):
    screen = visit("?m=f5d6c3&values=0")
    page = screen.page
    grid = page.get_by_role("grid", name="Board of 8 by 8 squares")
    expect(grid.get_by_role("row")).to_have_count(8)
    expect(grid.get_by_role("gridcell")).to_have_count(64)
    expect(grid.get_by_role("gridcell", name="c3, black disc, last move")).to_have_count(1)
    expect(grid.get_by_role("gridcell", name="d4, black disc, just turned")).to_have_count(1)
    expect(grid.get_by_role("gridcell", name="d3, empty, can be played")).to_have_count(1)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_violation(visit, theme):
    program("npm")
    screen = visit(
        "?m=b1a1a2c1(a3)d1{why}a3a4d3c4&size=4&view=study&n=4", settings={"theme": theme}
    )
    page = screen.page
    source = AXE.read_text()

    def check(where):
        page.evaluate(source)
        found = page.evaluate(
            """async () => (await axe.run()).violations.map(({ id, nodes }) =>
                 `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 150)).join(" ")}`)"""
        )
        assert found == [], where
        screen.picture(f"{where}-{theme}")

    expect(page.locator("#board .ob-exact").first).to_be_visible()
    screen.press("a")
    expect(page.locator("#study-panel .total")).to_have_count(2)
    page.get_by_role("radio", name="Mobility").check()
    expect(page.locator("#page-features tbody tr").first).to_be_visible()
    check("study")
    page.get_by_role("tab", name="Database").click()
    expect(page.locator("#page-database h3, #page-database p").first).to_be_visible()
    check("database")
    for place in ("Play", "Puzzles", "Games", "Matches"):
        screen.go(place)
        expect(page.locator("#places [aria-current]")).to_have_text(place)
        check(place.lower())
    screen.go("Play")
    for name, key in {"new-game": "n", "help": "?", "copy": "c", "paste": "p"}.items():
        screen.press(key)
        expect(screen.dialog, name).to_have_count(1)
        check(name)
        screen.press("Escape")
        expect(screen.dialog).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    check("settings")
    screen.press("Escape")
    expect(screen.dialog).to_have_count(0)
    screen.press("e")
    expect(page.locator("#editor-panel")).to_be_visible()
    check("edit")


@pytest.mark.parametrize(("size", "language"), [(8, "en"), (16, "en"), (8, "fr"), (8, "ja")])
def test_a_phone_shows_all_without_scrolling_sideways(visit, size, language):
    options = {"has_touch": True, "is_mobile": True, "settings": {"language": language}}
    screen = visit(f"?size={size}&view=play&white=engine:level=1", width=360, height=740, **options)
    page = screen.page
    for index, place in enumerate(("play", "study", "puzzles", "games", "matches")):
        page.locator("#places button").nth(index).click()
        expect(page.locator("body")).to_have_attribute("data-view", place)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360, place
        screen.picture(f"phone-{place}-{size}-{language}")
    expect(page.locator("#places button").last).to_be_in_viewport(ratio=1)
    page.locator("#places button").first.click()
    board = page.locator("#board").bounding_box()
    assert board["width"] > 330
    assert abs(board["width"] - board["height"]) < 2
    nav = page.locator("#nav button").first.bounding_box()
    assert nav["y"] + nav["height"] < 740, "the buttons for going through the game are in sight"
    assert nav["height"] >= 44
    screen.square("a1").tap()
    expect(screen.notice).to_be_visible()
    assert screen.notice.bounding_box()["width"] > 300
    page.locator("#board .ob-legal").first.tap()
    expect(page.locator("#play-panel .move")).to_have_count(2)
    screen.press("n")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    assert screen.dialog.bounding_box()["width"] <= 360


@pytest.mark.parametrize(
    ("width", "height"), [(1024, 600), (1280, 800), (1920, 1080), (2560, 1440)]
)
def test_the_board_is_large_and_wholly_in_sight(visit, width, height):
    screen = visit("?m=f5d6c3&values=0", width=width, height=height)
    board = screen.page.locator("#board").bounding_box()
    assert board["y"] + board["height"] < height
    assert board["height"] > 0.6 * min(height, 1400)
    assert screen.page.evaluate("() => document.documentElement.scrollWidth") <= width
    screen.picture(f"screen-{width}")
    screen.go("Play")
    if height > 700:
        expect(screen.page.locator("#play-panel .move").first).to_be_visible()
        assert screen.page.evaluate("() => document.documentElement.scrollHeight") <= height


def test_the_board_stays_in_sight_beside_what_explains_it(visit):
    screen = visit("?m=f5d6c3&values=0")
    screen.page.locator("#page-features tbody tr").last.scroll_into_view_if_needed()
    expect(screen.page.locator("#board")).to_be_in_viewport(ratio=0.99)


def test_a_phone_on_its_side_has_the_board_beside_the_rest(visit):
    screen = visit("?m=f5d6c3&view=play", width=740, height=360, has_touch=True)
    board = screen.page.locator("#board").bounding_box()
    assert screen.page.locator("#status").bounding_box()["x"] > board["x"] + board["width"]
    assert board["height"] > 280
    for part in ("#board", "#above", "#below"):
        expect(screen.page.locator(part)).to_be_in_viewport(ratio=1)
    screen.picture("phone-on-its-side")


@pytest.mark.parametrize(
    ("width", "height", "letters", "least"),
    [
        (840, 600, "100%", 400),
        (900, 900, "100%", 500),
        (1000, 800, "100%", 600),
        (1280, 800, "200%", 430),
    ],
)
def test_the_board_takes_the_room_from_what_is_beside_it(visit, width, height, letters, least):
    screen = visit("?m=f5d6c3&view=play", width=width, height=height)
    screen.page.evaluate("size => (document.documentElement.style.fontSize = size)", letters)
    board = screen.page.locator("#board").bounding_box()
    assert screen.page.locator("#status").bounding_box()["x"] > board["x"] + board["width"]
    assert board["width"] > least
    expect(screen.page.locator("#below")).to_be_in_viewport(ratio=1)


def test_a_phone_has_a_new_game_at_hand(visit):
    screen = visit("?m=f5d6c3&view=play", width=390, height=844, has_touch=True)
    for name in ("New game", "Review"):
        expect(screen.button(name)).to_be_in_viewport(ratio=1)


def test_dark_and_light(visit):
    screen = visit(color_scheme="dark")
    background = "() => getComputedStyle(document.body).backgroundColor"
    dark = screen.page.evaluate(background)
    assert sum(map(int, dark.strip("rgb()").split(", "))) < 150
    screen.press("d")
    light = screen.page.evaluate(background)
    assert sum(map(int, light.strip("rgb()").split(", "))) > 600
    screen.reload()
    assert screen.page.evaluate(background) == light


@pytest.mark.parametrize(
    ("language", "headline", "button"),
    [("ja", "あなたの番です", "新規対局"), ("fr", "À vous de jouer", "Nouvelle partie")],
)
def test_languages(visit, language, headline, button):
    screen = visit()
    page = screen.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option(language)
    screen.press("Escape")
    expect(screen.headline).to_have_text(headline)
    expect(page.get_by_role("button", name=button)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 1280
    screen.picture(f"play-{language}")
    screen.go({"ja": "検討", "fr": "Étudier"}[language])
    expect(page.locator("#board .ob-best")).to_have_count(1)
    screen.picture(f"study-{language}")


def test_agents_and_their_features_are_described_in_every_language(visit):
    page = visit().page
    tables = page.evaluate(
        """async () => [(await import("/js/texts/agents.js")).AGENTS,
                        (await import("/js/texts/features.js")).FEATURES]"""
    )
    names = {agent["name"] for agent in visit().server.get("/about")["agents"]}
    assert {language: set(texts) for language, texts in tables[0].items()} == dict.fromkeys(
        ("fr", "ja"), names - {"engine"}
    )
    others = {"square", "own", "other", "percent"}
    for language in ("en", "fr", "ja"):
        assert set(tables[1][language]) - others == set(COUNTS), language


def test_the_language_of_the_browser_is_taken(visit):
    screen = visit(locale="fr-CA", settings={"language": None})
    expect(screen.headline).to_have_text("À vous de jouer")


def test_discs_show_the_numbers_of_their_moves(visit):
    screen = visit("?m=f5d6c3&values=0", settings={"numbers": True, "felt": "grey"})
    expect(screen.square("d6").locator(".ob-text")).to_have_text("2")
    last = screen.square("c3")
    expect(last.locator(".ob-text")).to_have_text("3")
    dot = "disc => getComputedStyle(disc, '::after').backgroundColor"
    assert last.locator(".ob-disc").evaluate(dot) == "rgba(0, 0, 0, 0)", "a dot hides the number"
    rim = screen.page.locator("#board").evaluate("board => getComputedStyle(board).backgroundColor")
    assert rim == "rgb(52, 58, 56)"


def test_discs_turn_smoothly_or_not(visit):
    screen = visit("?m=f5&values=0", settings={"animated": True})
    turning = "() => document.querySelectorAll('#board .ob-turning').length"
    screen.play("d6")
    assert screen.page.evaluate(turning) > 0
    calm = visit("?m=f5&values=0")
    calm.play("d6")
    assert calm.page.evaluate(turning) == 0


def test_the_board_works_in_a_page_of_someone_else(visit):
    screen = visit()
    page = screen.page
    page.goto(f"{screen.server.url}/js/board/demo.html")
    page.locator("#diagram [data-square=d6]").click()
    expect(page.get_by_role("status")).to_have_text("You chose d6.")
    page.locator("#paint [data-square=b2]").click()
    expect(page.locator("#paint .ob-black")).to_have_count(1)
    screen.picture("board-alone")
