"""Refusals: each has a code, a sentence, and words of its own in every language of the page."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

import outflank.apps.web
from outflank.apps.web.refusals import REFUSALS, Refusal

from .conftest import refusal

WEB = Path(outflank.apps.web.__file__).parent
TEXTS = WEB / "static" / "js" / "texts"


def parts_of(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def languages() -> dict[str, dict[str, str]]:
    """The page's words for refusals, as they stand in its file, by language and code."""
    found: dict[str, dict[str, str]] = {}
    for line in (TEXTS / "refusals.js").read_text("utf-8").splitlines():
        if begins := re.fullmatch(r"  (\w+): \{", line):
            found[begins[1]] = {}
        elif text := re.fullmatch(r'    (\w+): "(.+)",', line):
            [*found.values()][-1][text[1]] = text[2]
    return found


def test_every_language_of_the_page_has_words_for_every_refusal() -> None:
    texts = languages()
    names = {path.stem for path in TEXTS.glob("??.js")}
    assert set(texts) == names - {"en"}, "English is what the server says"
    for language, words in texts.items():
        assert set(words) == set(REFUSALS), language
        for code, (_, sentence) in REFUSALS.items():
            left_out = parts_of(sentence) - parts_of(words[code])
            assert parts_of(words[code]) <= parts_of(sentence), f"{language}: {code}"
            assert not left_out, f"{language}: {code} does not say {left_out}"


def test_every_refusal_of_the_server_is_in_the_list_and_none_is_left_over() -> None:
    source = "\n".join(path.read_text("utf-8") for path in WEB.glob("*.py"))
    used = set(re.findall(r'Refusal\(\s*"(\w+)"', source))
    used |= set(re.findall(r'Error: "(\w+)"', source))
    assert used == set(REFUSALS)
    assert "HTTPException(" not in source.replace("class Refusal(HTTPException)", "")


def test_a_refusal_says_its_parts() -> None:
    found = Refusal("too_large", most=8_000_000)
    assert found.status_code == 413
    assert found.fields == {
        "error": "more than 8,000,000 bytes are not read here",
        "code": "too_large",
        "parts": {"most": 8_000_000},
    }
    with pytest.raises(KeyError):
        Refusal("too_large")


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("GET", "/nowhere", None, "nothing_there"),
        ("DELETE", "/about", None, "wrong_method"),
        ("POST", "/line", {"size": 9}, "malformed"),
        ("POST", "/line", {"moves": "f5f5"}, "unreadable"),
        ("POST", "/line", {"start": "XX"}, "unreadable"),
        ("POST", "/export", {"game": {}, "format": "tar"}, "unknown_format"),
        ("POST", "/explain", {"agents": ["random"]}, "no_features"),
        ("POST", "/opening", {"kind": "name", "name": "no such"}, "no_opening"),
        ("POST", "/matches", {"agents": ["random", "nobody"]}, "unknown_agent"),
        ("POST", "/matches", {"agents": ["random:level=1", "first"]}, "unknown_option"),
        ("POST", "/matches", {"agents": ["first:level=1", "first"]}, "no_options"),
        ("POST", "/matches", {"agents": ["mcts:playouts=x", "first"]}, "bad_option"),
        ("POST", "/matches", {"agents": ["engine:time=99", "first"]}, "option_too_large"),
        ("POST", "/parse", b"", "empty_body"),
        ("GET", "/games/abcdefgh", None, "no_game"),
        ("GET", "/matches/0123456789abcdef", None, "no_match"),
        ("POST", "/puzzles/1/tries", {"move": "a1"}, "no_puzzle"),
    ],
)
def test_what_is_refused_has_its_code(method, path, body, code, shared) -> None:
    sent = {"content": body} if isinstance(body, bytes) else {"json": body}
    answer = shared.request(method, f"/api/v1{path}", **(sent if body is not None else {}))
    assert answer.status_code == REFUSALS[code][0]
    assert refusal(answer.json())[1] == code


@pytest.mark.parametrize(
    ("path", "message", "code"),
    [
        ("/play", {"line": {"moves": "zz"}}, "unreadable"),
        ("/play", {"line": {}, "agent": "nobody"}, "unknown_agent"),
        ("/play", {"line": {"size": 4, "start": "X" * 16 + " X"}}, "game_over"),
        ("/play", {"line": {}, "time": -1}, "malformed"),
        ("/analysis", {"line": {}, "moves": ["a1"]}, "illegal_move"),
    ],
)
def test_sockets_refuse_with_codes_too(path, message, code, shared) -> None:
    with shared.talk(path) as talk:
        talk.send(**message)
        assert refusal(talk.receive())[1] == code


def test_the_document_lists_all_codes(shared) -> None:
    document = shared.got("/openapi.json")
    error = document["components"]["schemas"]["ErrorAnswer"]
    assert error["properties"]["code"]["enum"] == list(REFUSALS)
    assert {"error", "code", "parts"} == set(error["required"])
    for code, (status, sentence) in REFUSALS.items():
        assert f"| `{code}` | {status} | {sentence} |" in document["info"]["description"]
