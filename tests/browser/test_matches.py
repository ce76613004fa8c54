"""Matches started and watched in the browser, and puzzles out of one's own mistakes."""

import re

from playwright.sync_api import expect

from outflank import Position

from ..reviews.planted import planted_ending


def test_a_match_is_started_watched_and_looked_through(visit):
    screen = visit("?view=matches")
    page = screen.page
    page.get_by_role("button", name="New match").click()
    form = screen.dialog
    form.get_by_label("First agent").select_option("greedy")
    form.get_by_label("Second agent").select_option("random")
    form.get_by_role("radio", name="6", exact=True).check()
    form.get_by_label("Games").fill("20")
    form.get_by_role("button", name="Start the match").click()
    detail = page.locator(".match-detail")
    expect(detail.get_by_role("status")).to_have_text("20 of 20 games · finished")
    rows = detail.locator("tbody tr")
    expect(rows).to_have_count(2)
    points = [float(row.locator("td").last.inner_text()) for row in rows.all()]
    assert sum(points) == 20
    expect(detail.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile(r"% \(.+ … .+ %\)")
    )
    expect(detail.locator(".pairing")).to_contain_text("Elo")
    expect(detail.locator(".pairing")).to_contain_text(
        re.compile(r"greedy is the stronger one with a probability of [\d.]+ %")
    )
    screen.picture("match")
    detail.get_by_role("button", name="All games").click()
    records = page.locator(".match-records .row-button")
    expect(records).to_have_count(20)
    for score in records.locator(".tabular").all_inner_texts():
        assert re.fullmatch(r"(Black|White) \+[1-9]\d*|0", score)
    numbers = [int(text.partition(".")[0]) for text in records.all_inner_texts()]
    assert sorted(numbers) == list(range(1, 21))
    records.first.click()
    expect(page.locator("#study-panel .move").first).to_be_visible()
    expect(page.locator(".player .name").first).to_have_text(re.compile("greedy|random"))


def test_no_live_board_is_blank_when_games_end(visit):
    screen = visit("?view=matches")
    discs = screen.page.evaluate(
        """async () => {
          const { LiveMatch, liveBoards } = await import("/js/views/match_live.js");
          const { fill } = await import("/js/dom.js");
          window.WebSocket = class { close() {} };
          const live = new LiveMatch("none", () => {});
          live.match = { state: "running", size: 8, agents: ["random", "greedy"] };
          const place = document.createElement("div");
          const seen = [];
          const play = async (number, moves) => {
            live.take({ game: { number, black: 0, white: 1, moves, over: false } });
            await live.show();
            fill(place, liveBoards({ nameOf: (name) => name }, live));
          };
          for (let number = 0; number < 5; number++) {
            await play(number, "f5d6");
            await play(number, "f5d6c3");
            const figures = [...place.querySelectorAll("figure")];
            seen.push(figures.map((figure) => figure.querySelectorAll(".ob-disc").length));
          }
          return seen;
        }"""
    )
    assert discs == [[7], [7, 7], [7, 7], [7, 7], [7, 7]]


def test_a_match_is_seen_as_it_is_played_and_stopped(visit):
    screen = visit("?view=matches")
    page = screen.page
    page.get_by_role("button", name="New match").click()
    screen.dialog.get_by_label("First agent").select_option("phased")
    screen.dialog.get_by_label("Seconds a move").fill("0.2")
    screen.dialog.get_by_label("Games").fill("100")
    screen.dialog.get_by_role("button", name="Start the match").click()
    board = page.locator(".live figure").first
    expect(board.locator(".ob-disc").nth(14)).to_be_visible()
    expect(board.locator(".ob-last")).to_have_count(1)
    screen.picture("match-live")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator(".match-detail").get_by_role("status")).to_contain_text("stopped")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".match-detail").get_by_role("status")).to_contain_text("running")
    page.get_by_role("button", name="Delete").click()
    screen.dialog.get_by_role("button", name="Delete").click()
    expect(page.locator(".match-list .row-button", has_text="phased")).to_have_count(0)


def test_puzzles_come_from_reviewed_games(visit):
    game = planted_ending(Position.initial(4), {2, 5})
    screen = visit(f"?m={game.transcript()}&size=4&values=0")
    page = screen.page
    screen.press("a")
    expect(page.locator("#study-panel .total")).to_have_count(2)
    assert screen.saved()["review"] is not None
    screen.go("Puzzles")
    task = page.locator("#puzzles-panel .headline")
    expect(task).to_contain_text("to move")
    (puzzle, *_) = screen.server.get("/puzzles?solved=false")["puzzles"]
    assert sorted(screen.legal()) == sorted(puzzle["margins"])
    screen.picture("puzzle")
    wrong = next(move for move in puzzle["margins"] if move not in puzzle["best"])
    screen.square(wrong).click()
    expect(page.locator("#puzzles-panel .wrong")).to_contain_text(f"{wrong} gives")
    expect(page.locator("#board .ob-exact")).to_have_count(len(puzzle["margins"]))
    screen.picture("puzzle-answer")
    screen.reload()
    screen.square(puzzle["best"][0]).click()
    expect(page.locator("#puzzles-panel .right")).to_contain_text("is right")
    page.locator("#puzzles-panel").get_by_role("button", name="Study").click()
    expect(page.locator("#study-panel")).to_be_visible()
    expect(page.locator("#board .ob-legal")).to_have_count(len(puzzle["margins"]))
    assert screen.legal() == sorted(puzzle["margins"], key=lambda move: (move[1:], move[0]))
