"""Who may ask, how much and how often; and what browsers may do with the answers."""

from __future__ import annotations

import asyncio
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from outflank.apps.web import security
from outflank.apps.web.app import create_app
from outflank.apps.web.clients import client_at
from outflank.apps.web.security import MOST_BODY, Bucket

from .conftest import BASE, Client

STATIC = Path(__file__).parents[3] / "src" / "outflank" / "apps" / "web" / "static"
TOKEN = "a secret of ours"
SOCKETS = ["/analysis", "/play", "/review", "/matches/0123456789abcdef/live"]


@pytest.fixture
def guarded(config):
    """A server that asks for a token, as others see it."""
    app = create_app(config._replace(token=TOKEN))
    with Client(app, base_url="http://192.168.1.7:8150") as client:
        yield client


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1", "127.0.0.1:9", "LocalHost:8150", "[::1]:8150", "[::1]"]
)
def test_our_names(host, shared) -> None:
    assert shared.get("/api/v1/about", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8150", "127.0.0.1.evil.example", "0.0.0.0:8150", ""]
)
def test_other_names(host, shared) -> None:
    for path in ("/about", "/games"):
        sentence = shared.refused("GET", path, 403, headers={"Host": host})
        assert f"the host {host!r} is not the name of this server" in sentence
    assert shared.get("/", headers={"Host": host}).status_code == 403


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://127.0.0.1:9000",
        "https://localhost:8150",
        "http://[",
        "x",
        "",
    ],
)
def test_other_origins(origin, shared) -> None:
    headers = {"Origin": origin}
    assert "may not use" in shared.refused("GET", "/about", 403, headers=headers)
    assert shared.refused("POST", "/line", 403, headers=headers, content=b"{}")
    for path in SOCKETS:
        with (
            pytest.raises(WebSocketDisconnect) as refusal,
            shared.websocket_connect(f"ws://127.0.0.1:8150/api/v1{path}", headers=headers),
        ):
            pass
        assert refusal.value.code == 1008


def test_our_own_origin(shared) -> None:
    assert shared.get("/api/v1/about", headers={"Origin": BASE}).status_code == 200
    with shared.websocket_connect(
        "ws://127.0.0.1:8150/api/v1/analysis", headers={"Origin": BASE}
    ) as socket:
        socket.send_text('{"line": {}, "depth": 1}')
        assert "moves" in socket.receive_json()


@pytest.mark.parametrize("path", SOCKETS)
def test_sockets_look_at_the_host(path, shared) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        shared.websocket_connect(f"ws://evil.example/api/v1{path}"),
    ):
        pass


def test_without_the_token(guarded) -> None:
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Cookie": "outflank-8150=wrong"}):
        assert "token" in guarded.refused("GET", "/about", 401, headers=headers)
        assert "token" in guarded.refused("GET", "/openapi.json", 401, headers=headers)
        page = guarded.get("/", headers=headers)
        assert page.status_code == 401
        assert '<input name="token"' in page.text
    assert guarded.get("/?token=wrong").status_code == 401
    for path in SOCKETS:
        with guarded.websocket_connect(f"ws://192.168.1.7:8150/api/v1{path}") as socket:
            closed = socket.receive()
            assert (closed["code"], "token" in closed["reason"]) == (1008, True)


def test_the_token_opens(guarded) -> None:
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    assert guarded.get("/api/v1/about", headers=bearer).status_code == 200
    assert guarded.get("/api/v1/about", params={"token": TOKEN}).status_code == 200
    answer = guarded.get("/", params={"token": TOKEN}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert guarded.get("/api/v1/about").status_code == 200  # the client keeps cookies
    answer = guarded.get("/", params={"token": TOKEN, "m": "f5 d6"}, follow_redirects=False)
    assert answer.headers["location"] == "/?m=f5+d6"
    assert guarded.get("/").status_code == 200
    with guarded.websocket_connect(
        f"ws://192.168.1.7:8150/api/v1/play?token={TOKEN}".replace(" ", "%20")
    ) as socket:
        socket.send_text('{"line": {}, "agent": "first"}')
        assert socket.receive_json()["move"] == "d3"


def test_cookies_of_others(guarded) -> None:
    """Browsers send those of other programs of the same host as well, whatever is in them."""
    own = f"outflank={TOKEN}"
    for cookie in (f'theme={{"a": 1}}; x y=2; {own}', f'a[]="x; {own}', f"{own}; =;;\x00"):
        headers = {"Cookie": cookie, "Host": "name.example"}
        assert guarded.get("/api/v1/about", headers=headers).status_code == 200


def test_who_is_asked_for_the_token_comes_where_the_address_leads(guarded) -> None:
    page = guarded.get("/", params={"m": "f5d6", "black": '"><script>', "token": "wrong"}).text
    assert '<input type="hidden" name="m" value="f5d6">' in page
    assert 'name="black" value="&quot;&gt;&lt;script&gt;"' in page
    assert "wrong" not in page
    assert '<p role="alert">That is not its token.</p>' in page
    assert 'role="alert"' not in guarded.get("/").text


def test_the_page_that_asks_for_the_token_has_a_style_and_nothing_else(guarded) -> None:
    answer = guarded.get("/")
    (style,) = re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL)
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = answer.headers["content-security-policy"]
    assert f"style-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "script-src" not in policy


@pytest.mark.parametrize(
    ("languages", "language", "word"),
    [
        ("", "en", "Token"),
        ("de, nl;q=0.8", "en", "Token"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr", "Jeton"),
        ("ko, JA-jp;q=0.5, en;q=0.4", "ja", "トークン"),
        ("ja;q=0.5, fr", "fr", "Jeton"),
        ("fr;q=0,ja", "ja", "トークン"),
        ("*, fr;q=x;;", "en", "Token"),
    ],
)
def test_the_token_is_asked_for_in_the_language_of_the_browser(
    languages, language, word, guarded
) -> None:
    page = guarded.get("/", headers={"Accept-Language": languages}).text
    assert f'<html lang="{language}">' in page
    assert f"<label>{word} <input" in page


def test_origins_count_with_a_token_too(guarded) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}", "Origin": "http://evil.example"}
    assert guarded.refused("GET", "/about", 403, headers=headers)


@pytest.mark.parametrize(
    "path", ["/", "/api/v1/about", "/api/v1/nothing", "/nothing.js", "/api/v1/picture.svg"]
)
def test_headers(path, shared) -> None:
    headers = shared.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_pages_keep_to_the_policy() -> None:
    """No script or style in the markup, and nothing from elsewhere."""
    pages = list(STATIC.rglob("*.html"))
    assert pages
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>", text), page
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text), page
        assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", text), page


def test_what_is_not_there(shared) -> None:
    assert shared.refused("GET", "/nothing", 404) == "there is nothing at '/api/v1/nothing'"
    wrong = shared.refused("DELETE", "/about", 405)
    assert wrong == "DELETE is not possible at '/api/v1/about'"


def test_no_way_out_of_the_folder(shared) -> None:
    for path in (
        "/../app.py",
        "/%2e%2e/app.py",
        "/..%2fapp.py",
        "/js/../../app.py",
        "//etc/passwd",
    ):
        assert shared.get(path).status_code in (404, 405), path


def test_large_bodies(shared) -> None:
    large = b'{"moves": "' + b"f5" * MOST_BODY + b'"}'
    assert "more than 1,000,000 bytes" in shared.refused("POST", "/line", 413, content=large)

    def pieces():
        for _ in range(30):
            yield b" " * 50_000

    assert "1,000,000" in shared.refused("POST", "/line", 413, content=pieces())
    lied = {"Content-Length": "9" * 30}
    assert "1,000,000" in shared.refused("POST", "/line", 413, content=b"{}", headers=lied)


def test_rates(config, stopped) -> None:
    with Client(create_app(config._replace(rate=5)), base_url=BASE) as client:
        answers = [client.get("/api/v1/nothing").status_code for _ in range(30)]
        assert answers == [404] * 20 + [429] * 10
        refused = client.get("/")
        assert refused.status_code == 429
        assert refused.headers["retry-after"] == "1"
        assert "too many requests" in refused.json()["error"]


def test_reloads_are_no_flood(config, stopped) -> None:
    """Whose page is half there sees nothing at all."""
    files = [f"/{file.relative_to(STATIC).as_posix()}" for file in STATIC.rglob("*.*")]
    with Client(create_app(config._replace(rate=20)), base_url=BASE) as client:
        assert len(files) > 70
        assert {client.get(file).status_code for file in 3 * files} == {200}


def test_buckets_fill_again(monkeypatch) -> None:
    now = 0.0
    monkeypatch.setattr("outflank.apps.web.security.monotonic", lambda: now)
    bucket = Bucket(10)
    assert [bucket.take() for _ in range(41)] == [True] * 40 + [False]
    now = 0.5
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]
    now = 1.0
    assert [bucket.take(0.5) for _ in range(11)] == [True] * 10 + [False]


def test_sockets_are_counted(config) -> None:
    with Client(create_app(config._replace(sockets=6)), base_url=BASE) as client:
        with (
            client.talk("/analysis"),
            client.talk("/analysis"),
            client.talk("/play"),
            client.talk("/play") as refused,
        ):
            closed = refused.socket.receive()
            assert (closed["code"], closed["reason"]) == (1013, "too many sockets are open")
        with client.talk("/play") as talk:
            talk.send(line={}, agent="first")
            assert talk.receive()["move"] == "d3"


@pytest.mark.parametrize("path", SOCKETS)
def test_too_many_messages(path, config, stopped) -> None:
    """Messages count as requests do, those of all sockets of a client together."""
    match = {"agents": ["engine:exact_from=0", "first"], "games": 1000, "size": 16, "time": 30}
    with Client(create_app(config._replace(rate=5)), base_url=BASE) as client:
        name = client.posted("/matches", **match)["id"]
        path = path.replace("0123456789abcdef", name)
        with client.talk(path) as one, client.talk(path) as other:
            for talk in [one, other] * 7:
                talk.send(cancel=True)
            for talk in [one, other]:
                talk.send(cancel=True)
                talk.send(cancel=True)
            while (message := other.socket.receive())["type"] == "websocket.send":
                pass
            assert (message["code"], message["reason"]) == (1008, "too many messages")


def test_large_messages_count_more(config, stopped) -> None:
    """What a message costs to read is told by its length."""
    with Client(create_app(config._replace(rate=25)), base_url=BASE) as client:
        with client.talk("/analysis") as talk:
            for _ in range(90):
                talk.send(cancel=True)
            assert client.got("/about")
        with client.talk("/analysis") as talk:
            talk.send(text=" " * 100_000)
            assert talk.socket.receive()["code"] == 1008


def test_large_bodies_count_more(config, stopped) -> None:
    body = b" " * 200_000 + b"{}"
    options: dict[str, Any] = {"content": body, "headers": {"Content-Type": "application/json"}}
    with Client(create_app(config._replace(rate=25)), base_url=BASE) as client:
        answers = [client.post("/api/v1/line", **options).status_code for _ in range(4)]
        assert answers == [200, 200, 429, 429]
        assert client.got("/about"), "small ones are answered still"
        assert client.post("/api/v1/parse", content=body).status_code == 200, "texts cost threads"


def test_a_client_is_an_address_or_a_network() -> None:
    assert client_at("192.168.1.7") == "192.168.1.7"
    assert client_at("::ffff:192.168.1.7") == "192.168.1.7"
    same = [client_at(host) for host in ("2001:db8:0:7::1", "2001:db8:0:7:ffff::2%eth0")]
    assert same == ["2001:db8:0:7::/64"] * 2
    assert client_at("2001:db8:0:8::1") != same[0]
    assert client_at("testclient") == "testclient"


def test_one_client_does_not_have_all_that_answers(config) -> None:
    """Its requests wait for each other, bodies that do not come among them; others' do not."""
    app = create_app(config)

    async def asked(host: str, path: str, body: asyncio.Event) -> int:
        answers = list[Any]()

        async def receive():
            await body.wait()
            return {"type": "http.request", "body": b"f5d6", "more_body": False}

        async def send(message) -> None:
            answers.append(message)

        scope = {
            "type": "http",
            "method": "POST",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [(b"host", b"localhost")],
            "client": (host, 1),
        }
        await app(scope, receive, send)
        status: int = answers[0]["status"]
        return status

    async def main() -> None:
        comes, now = asyncio.Event(), asyncio.Event()
        now.set()
        held = [asyncio.create_task(asked("10.0.0.1", "/api/v1/parse", comes)) for _ in range(30)]
        for _ in range(30):
            await asyncio.sleep(0)
        assert await asked("10.0.0.2", "/api/v1/parse", now) == 200
        assert not any(task.done() for task in held)
        comes.set()
        assert await asyncio.gather(*held) == [200] * 30

    with Client(app, base_url=BASE):
        asyncio.run(main())


def test_untrusted_text_is_data(client) -> None:
    text = "<script>alert(1)</script>"
    game = {"moves": "f5", "tags": {"Black": text}, "comment": text}
    name = client.posted("/games", game=game)["id"]
    for path in ("/games", f"/games/{name}", "/games/export?format=json"):
        answer = client.get(f"/api/v1{path}")
        assert text in answer.text
        assert answer.headers["content-type"].split(";")[0] in ("application/json", "text/plain")
        assert answer.headers["x-content-type-options"] == "nosniff"
    svg = client.get("/api/v1/picture.svg", params={"start": text})
    assert svg.status_code == 400
    assert svg.headers["content-type"] == "application/json"


@pytest.mark.parametrize("which", ["_PATIENCE", "_WHOLE"])
def test_a_body_that_does_not_end(which, client, monkeypatch) -> None:
    """Nothing more comes, or a byte now and then for ever."""
    monkeypatch.setattr(security, which, 0.05)
    sent = list[str]()

    async def receive():
        if which == "_PATIENCE" and sent:
            await asyncio.Event().wait()
        await asyncio.sleep(0)
        sent.append("x")
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def send(message) -> None:
        answers.append(message)

    answers = list[Any]()
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/v1/parse",
        "raw_path": b"/api/v1/parse",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
    }
    asyncio.run(client.app(scope, receive, send))
    assert answers[0]["status"] == 408
    assert b"does not come" in answers[1]["body"]
