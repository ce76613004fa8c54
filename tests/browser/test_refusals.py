"""What the server or the page says no to is said in the language of the page."""

import json
import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect

from outflank.apps.web.pool import PLACES
from outflank.apps.web.refusals import REFUSALS

LANGUAGES = pytest.mark.parametrize("language", ["en", "fr", "ja"])


def words(page, code, **parts):
    """The page's own words for a refusal, or the server's where the page has none."""
    return page.evaluate(
        "async answer => (await import('/js/names.js')).refusalText(answer)",
        {"error": REFUSALS[code][1].format(**parts), "code": code, "parts": parts},
    )


@LANGUAGES
def test_a_link_that_makes_no_sense(visit, language):
    texts = {
        "en": 'bad moves "zz" in the link: expected such as f5d6(c4)c3',
        "fr": "Coups « zz » illisibles dans le lien : il faut par exemple f5d6(c4)c3.",
        "ja": "リンクの手順「zz」を読めません。例: f5d6(c4)c3",
    }
    screen = visit("?m=f5zz", settings={"language": language})
    expect(screen.notice).to_have_text(texts[language])


@LANGUAGES
def test_moves_that_are_illegal(visit, language):
    sentences = {
        "en": "illegal move 'f5' at token 2, column 3: White can play f4, d6, f6",
        "fr": "Illisible : coup impossible « f5 », colonne 3 : Blanc peut jouer f4, d6, f6",
        "ja": "読めません: 3文字目の「f5」には打てません。白が打てるのは f4, d6, f6",
    }
    screen = visit("?m=f5f5", settings={"language": language})
    expect(screen.notice).to_have_text(sentences[language])


@LANGUAGES
def test_an_agent_that_is_not_known_leaves_its_colour_to_a_person(visit, server, language):
    screen = visit("?m=f5&white=nobody&view=play", settings={"language": language})
    known = ", ".join(agent["name"] for agent in server.get("/about")["agents"])
    said = words(screen.page, "unknown_agent", agent="nobody", known=known)
    assert (said == REFUSALS["unknown_agent"][1].format(agent="nobody", known=known)) == (
        language == "en"
    )
    expect(screen.notice).to_have_text(said)


@LANGUAGES
def test_a_text_that_is_no_game_and_a_file_that_is_too_large(visit, language):
    heads = {
        "en": "What could not be read, or is odd:",
        "fr": "Ce qui n\u2019a pas pu être lu, ou est curieux :",
        "ja": "読めなかったもの、または不審な点:",
    }
    screen = visit("?view=study&values=0", settings={"language": language})
    screen.press("p")
    file = screen.dialog.locator("input[type=file]")
    file.set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"zz"})
    expect(screen.dialog.locator(".problem p")).to_have_text(heads[language])
    details = {
        "en": "line 1: bad move 'zz' at column 1 (token 1)",
        "fr": "ligne 1 : coup illisible « zz », colonne 1",
        "ja": "1行目: 1文字目の「zz」は着手として読めません",
    }
    expect(screen.dialog.locator(".problem li")).to_have_text(details[language])
    file.set_input_files({"name": "c.txt", "mimeType": "text/plain", "buffer": b"(;GM[9]"})
    expect(screen.dialog.locator(".problem li[lang=en]")).to_have_count(1)
    large = {"name": "b.txt", "mimeType": "text/plain", "buffer": bytes(8_000_001)}
    file.set_input_files(large)
    said = words(screen.page, "too_large", most=8_000_000)
    expect(screen.dialog.locator("p.problem")).to_have_text(said)
    assert "8" in said


@LANGUAGES
def test_a_match_for_which_there_is_no_room_is_not_waited_for(visit, language):
    screen = visit("?view=matches", settings={"language": language})
    sentence = REFUSALS["too_many_matches"][1].format(most=4)
    refused = {"error": sentence, "code": "too_many_matches", "parts": {"most": 4}}
    screen.page.route(
        "**/api/v1/matches",
        lambda route: (
            route.fulfill(status=503, body=json.dumps(refused))
            if route.request.method == "POST"
            else route.continue_()
        ),
    )
    said = words(screen.page, "too_many_matches", most=4)
    screen.page.locator("#matches-view button.main").click()
    screen.dialog.locator("button[type=submit]").click()
    expect(screen.dialog.locator(".problem")).to_have_text(said)
    screen.picture(f"refused-{language}")


@LANGUAGES
def test_a_library_that_cannot_be_used_is_waited_for_and_the_page_says_so(visit, language):
    screen = visit("?m=f5&values=0", settings={"language": language})
    parts = {"reason": "database or disk is full"}
    sentence = REFUSALS["library_away"][1].format(**parts)
    refused = json.dumps({"error": sentence, "code": "library_away", "parts": parts})
    games = "**/api/v1/games/*"
    screen.page.route(games, lambda route: route.fulfill(status=503, body=refused))
    screen.play("d6")
    banner = screen.page.locator("#banner")
    expect(banner).to_have_text(words(screen.page, "library_away", **parts))
    screen.page.unroute(games)
    expect(banner).to_be_hidden()
    assert screen.saved()["game"]["moves"] == "f5d6"


@LANGUAGES
def test_a_busy_server_is_waited_for_and_the_page_says_so(visit, server, language):
    """The same address asks for so many long moves that there is no place for one more."""
    texts = {
        "en": r"the server is busy with other requests from your address: .* in about \d+ s",
        "fr": r"Le serveur est occupé par d.autres demandes de votre adresse : .*\d+ s environ\.",
        "ja": r"サーバーは同じアドレスからの他の要求を処理中です。約\d+秒後に空きます。",
    }
    long = {"line": {"size": 12}, "agent": "engine:exact_from=0", "time": 60}
    screen = visit("?view=play&values=0", settings={"language": language})
    with ExitStack() as stack:
        for _ in range(PLACES):
            address = server.url.replace("http", "ws") + "/api/v1/play"
            talk = stack.enter_context(connect(address))
            talk.send(json.dumps(long))
        screen.open("?m=f5&white=greedy&view=play")
        banner = screen.page.locator("#banner")
        expect(banner).to_have_text(re.compile(texts[language]))
        screen.picture(f"busy-{language}")
    expect(screen.page.locator("#board .ob-disc")).to_have_count(6)
    expect(banner).to_be_hidden()
