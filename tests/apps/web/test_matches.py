"""Matches: played in the background, watched, stopped, gone on with, and never lost."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event
from typing import Any

import pytest

from outflank import Game
from outflank.apps.web import matches
from outflank.apps.web.app import create_app
from outflank.tournament import Plan, Standing, play, run_match, summarize
from outflank.tournament.fingerprints import package

from .conftest import BASE, Client

QUICK = {"agents": ["greedy", "first"], "games": 4, "size": 4, "openings": "random:2", "depth": 1}
LONG = {"agents": ["engine:exact_from=0", "greedy"], "games": 1000, "size": 16, "time": 30}


def watched(client: Client, name: str) -> list[str]:
    """All that is told of a match, to its end."""
    found = []
    with client.talk(f"/matches/{name}/live") as talk:
        while (message := talk.socket.receive())["type"] == "websocket.send":
            found.append(message["text"])
    return found


def finished(client: Client, name: str):
    watched(client, name)
    return client.got(f"/matches/{name}")


def test_the_same_as_in_a_terminal(client) -> None:
    name = client.posted("/matches", **QUICK)["id"]
    found = finished(client, name)
    plan = Plan(("greedy", "first"), 4, (4,), "random:2", seed=1)
    summary = summarize(run_match(plan))
    (pairing,) = found["pairings"]
    (expected,) = summary.comparisons
    assert found["state"] == "finished"
    assert (found["done"], found["games"]) == (4, 4)
    assert (pairing["wins"], pairing["draws"], pairing["losses"]) == tuple(expected.results)
    assert pairing["score"]["value"] == pytest.approx(expected.score.value, abs=1e-4)
    assert pairing["score"]["low"] == pytest.approx(expected.score.low, abs=1e-4)
    assert [row["points"] for row in found["table"]] == [r.points for r in summary.totals]
    for record in found["records"]:
        game = Game.parse(record["moves"], size=4)
        assert game.result is not None
        assert game.result.score == record["score"]
    (row,) = client.got("/matches")["matches"]
    assert (row["id"], row["state"], row["done"], row["games"]) == (name, "finished", 4, 4)


def test_watched_while_it_goes_on(client) -> None:
    slow = {"agents": ["engine:exact_from=0", "greedy"], "games": 4, "size": 6, "time": 0.06}
    name = client.posted("/matches", **slow)["id"]
    with client.talk(f"/matches/{name}/live") as talk:
        assert talk.receive()["match"]["id"] == name
        news = talk.until(lambda one: "match" in one and one["match"]["done"] >= 2)
        moves = [one["game"] for one in news if "game" in one]
        assert any(not game["over"] for game in moves)
        assert any(game["over"] for game in moves)
        for game in moves:
            Game.parse(game["moves"], size=game["size"])
    found = finished(client, name)
    assert found["done"] == 4


def test_more_than_two(client) -> None:
    name = client.posted("/matches", **{**QUICK, "agents": ["greedy", "first", "random"]})["id"]
    found = finished(client, name)
    assert (found["done"], len(found["pairings"]), len(found["table"])) == (12, 3, 3)


def test_stopped_and_gone_on_with(client) -> None:
    name = client.posted("/matches", **LONG)["id"]
    with client.talk(f"/matches/{name}/live") as talk:
        talk.until(lambda one: "game" in one)
    assert client.post(f"/api/v1/matches/{name}/stop").status_code == 204
    assert client.got(f"/matches/{name}")["state"] == "stopped"
    assert client.post(f"/api/v1/matches/{name}/resume").status_code == 204
    assert client.got(f"/matches/{name}")["state"] == "running"
    assert client.delete(f"/api/v1/matches/{name}").status_code == 204
    assert client.got("/matches") == {"matches": []}
    while client.pools.load != (0, 0):
        client.got("/about")


def test_a_match_that_another_version_began_is_not_mixed(client, config) -> None:
    name = client.posted("/matches", **LONG)["id"]
    with client.talk(f"/matches/{name}/live") as talk:
        talk.until(lambda one: "game" in one)
    client.post(f"/api/v1/matches/{name}/stop")
    with closing(sqlite3.connect(config.library)) as connection, connection:
        ((plan,),) = connection.execute("SELECT plan FROM match")
        fields = json.loads(plan)
        assert fields.pop("outflank") == package()
        connection.execute("UPDATE match SET plan = ?", (json.dumps(fields),))
    said = client.refused("POST", f"/matches/{name}/resume", 409)
    assert "another version of Outflank began this match" in said
    assert client.got(f"/matches/{name}")["state"] == "stopped"
    client.delete(f"/api/v1/matches/{name}")


def test_a_match_goes_on_after_the_server(config, monkeypatch) -> None:
    def play_three(task, turn, on_move):
        while task.number >= 3 and not turn.is_set():
            Event().wait(0.001)
        return play(task, turn, on_move)

    with monkeypatch.context() as slow, Client(create_app(config), base_url=BASE) as client:
        slow.setattr(matches, "play", play_three)
        name = client.posted("/matches", **{**QUICK, "games": 40, "size": 8})["id"]
        with client.talk(f"/matches/{name}/live") as talk:
            talk.until(lambda one: "match" in one and one["match"]["done"] >= 1)
    with Client(create_app(config), base_url=BASE) as client:
        found = client.got(f"/matches/{name}")
        assert found["state"] == "stopped"
        before = found["records"]
        assert 1 <= len(before) <= 3
        client.post(f"/api/v1/matches/{name}/resume")
        after = finished(client, name)
    assert after["records"][: len(before)] == before
    whole = run_match(Plan(("greedy", "first"), 40, (8,), "random:2"))
    played = [record["moves"] for record in after["records"]]
    assert played == [record.moves for record in whole.counted]


def test_a_match_of_another_server_goes_on_there(client, config) -> None:
    name = client.posted("/matches", **LONG)["id"]
    path = f"/matches/{name}"
    with Client(create_app(config), base_url=BASE) as other:
        assert other.got(path)["state"] == other.got("/matches")["matches"][0]["state"] == "running"
        (news,) = watched(other, name)
        assert json.loads(news)["match"]["state"] == "running"
        for method, rest in (("POST", "/resume"), ("POST", "/stop"), ("DELETE", "")):
            assert "another server" in other.refused(method, f"{path}{rest}", 409)
        assert client.got(path)["state"] == "running"
        client.post(f"/api/v1{path}/stop")
        assert other.got(path)["state"] == "stopped"
        assert other.post(f"/api/v1{path}/resume").status_code == 204
        assert client.got(path)["state"] == other.got(path)["state"] == "running"
        assert "another server" in client.refused("POST", f"{path}/resume", 409)
    assert client.got(path)["state"] == "stopped"
    client.delete(f"/api/v1{path}")
    assert len([*config.library.parent.glob("*-server-*")]) == 1, "who has left leaves nothing"


def test_only_so_many(client) -> None:
    names = [client.posted("/matches", **LONG)["id"] for _ in range(4)]
    assert "4 matches are going on" in client.refused("POST", "/matches", 503, json=LONG)
    client.delete(f"/api/v1/matches/{names[0]}")
    assert client.posted("/matches", **QUICK)["id"]


def test_only_so_many_that_begin_together(client, monkeypatch) -> None:
    """Those count that still look for their openings."""
    found = Event()

    def books(plan, job):
        assert found.wait(30)
        return plan.books()

    monkeypatch.setattr(matches, "_books", books)
    with ThreadPoolExecutor(5) as threads:
        begun = [
            threads.submit(client.post, "/api/v1/matches", json={**LONG, "openings": "start"})
            for _ in range(4)
        ]
        while sum(client.pools.requests.load) < len(begun):  # some wait for a thread
            assert not any(one.done() for one in begun)
        assert "4 matches are going on" in client.refused("POST", "/matches", 503, json=QUICK)
        found.set()
        assert [one.result().status_code for one in begun] == [201] * 4


def test_openings_that_take_too_long(client, monkeypatch) -> None:
    monkeypatch.setattr(matches, "_MOST_SECONDS", 0.0)
    sentence = client.refused("POST", "/matches", 400, json={**QUICK, "games": 1000})
    assert "openings random:2 of 500 were found" in sentence
    assert client.got("/matches") == {"matches": []}


def test_a_library_that_fails(client, monkeypatch) -> None:
    """The match stops and takes no place; once the library is there again, it goes on."""

    def full(self, *values):
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(matches.Matches, "_keep", full)
        broken.setattr(matches.Matches, "_mark", full)
        name = client.posted("/matches", **QUICK)["id"]
        while client.got(f"/matches/{name}")["state"] == "running":
            pass
    client.post(f"/api/v1/matches/{name}/resume")
    found = finished(client, name)
    assert (found["state"], found["done"]) == ("finished", 4)


def test_missing(shared) -> None:
    name = "0" * 16
    for method, path in (("GET", ""), ("DELETE", ""), ("POST", "/stop"), ("POST", "/resume")):
        assert (
            shared.refused(method, f"/matches/{name}{path}", 404) == f"there is no match '{name}'"
        )
    with shared.talk(f"/matches/{name}/live") as talk:
        assert talk.socket.receive()["code"] == 4404


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"agents": ["greedy"]}, "agents: List should have at least 2"),
        ({"agents": ["greedy", "human"]}, "unknown agent 'human'"),
        ({"agents": ["greedy", "gtp:rm -rf"]}, "unknown agent"),
        ({"games": 3}, "games: Input should be a multiple of 2"),
        ({"games": 10_000}, "games: Input should be less"),
        ({"openings": "xot:/etc/passwd"}, "openings: String should match"),
        ({"openings": "random:20"}, "4x4 has no opening of 20 plies"),
        ({"time": 0}, "time: Input should be greater"),
        ({"size": 5}, "size: Input should be 4"),
    ],
)
def test_refused(fields, sentence, shared) -> None:
    answer = shared.post("/api/v1/matches", json={**QUICK, **fields})
    assert answer.status_code in (400, 422)
    assert sentence in answer.json()["error"]


def test_nothing_counted_yet() -> None:
    from outflank.apps.web.standings import match_fields

    plan = Plan(("greedy", "first"), 2, (4,), "start")
    fields = match_fields("x", "now", "running", Standing(plan, plan.books()))
    assert (fields["done"], fields["pairings"]) == (0, [])


def test_who_does_not_keep_up_misses_news() -> None:
    """But never the last of them; what waits for a watcher does not grow for ever."""

    async def main() -> None:
        match = matches._Match("x", "now", "running", Standing(plan, plan.books()))
        watcher = asyncio.Queue[dict[str, Any] | None]()
        match.watchers.add(watcher)
        for number in range(1000):
            match.tell({"match": {"done": number}})
            match.tell({"game": {"number": number}})
        match.end({"match": {"done": 1000}})
        found = [watcher.get_nowait() for _ in range(watcher.qsize())]
        assert len(found) < 60
        assert found[0] == {"match": {"done": 0}}
        assert found[-2:] == [{"match": {"done": 1000}}, None]

    plan = Plan(("greedy", "first"), 2, (4,), "start")
    asyncio.run(main())


def test_one_client_does_not_begin_them_all(client) -> None:
    other = client.at("10.0.0.2")
    names = [client.posted("/matches", **LONG)["id"] for _ in range(4)]
    assert client.post("/api/v1/matches", json=LONG).status_code == 503
    names.append(other.posted("/matches", **QUICK)["id"])
    assert finished(client, names[-1])["done"] == 4, "its games do not wait for the others'"
    assert all(client.got(f"/matches/{name}")["state"] == "running" for name in names[:4])
