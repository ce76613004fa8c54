"""Matches of agents, played in the background, kept game by game, and watched while they go on."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from secrets import token_hex
from threading import Event
from typing import Any

from ..._core import Move
from ...engine import Limit
from ...rules import Game, Position
from ...rules.transcript import write_moves
from ...tournament import Plan, Record, Standing, Task, draw_openings, play
from ...tournament.fingerprints import package
from ...tournament.openings import Opening
from ..library import Store, now
from .opponents import checked
from .pool import Job, Pools
from .presence import Presence
from .refusals import Refusal
from .standings import match_fields

_MOST = 16
"""How many matches go on at a time."""
_MOST_OF_ONE = 4
"""How many of them one client has begun, or gone on with."""
_MOST_SECONDS = 30.0
"""How long the finding of openings may take."""
GRACE = 5.0
"""Seconds over its time after which an agent loses: others use this machine too."""
_BEAT = 0.04
"""Seconds between moves that are shown; faster ones are left out, the end of a game never."""
_RECOUNT = 0.25
"""Seconds after which games that were played are counted again for who watches."""
_BEHIND = 50
"""The most news that wait for a watcher; until it catches up it misses all but the last."""

News = dict[str, Any]


class _Match:
    """A match in memory."""

    def __init__(self, name: str, created: str, state: str, standing: Standing) -> None:
        self.name, self.created, self.state, self.standing = name, created, state, standing
        self.client = ""
        """The client that began or last resumed it."""
        self.game: News | None = None
        """The game that is being played."""
        self.shown = self.counted = 0.0
        """When a move was shown, and the games counted, by the clock of the event loop."""
        self.stop = Event()
        self.task: asyncio.Task[None] | None = None
        self.watchers = set[asyncio.Queue[News | None]]()
        self._lock = asyncio.Lock()

    async def add(self, record: Record) -> None:
        """Takes a game that was played."""
        async with self._lock:
            self.standing.add(record)

    async def fields(self) -> News:
        """How it stands; counted in a thread, as there may be many games."""
        async with self._lock:
            return await asyncio.to_thread(
                match_fields, self.name, self.created, self.state, self.standing
            )

    def tell(self, news: News) -> None:
        """Gives news to all who watch, but for those who do not keep up."""
        for watcher in self.watchers:
            if watcher.qsize() <= _BEHIND:
                watcher.put_nowait(news)

    def end(self, news: News) -> None:
        """Gives the last news to all who watch."""
        for watcher in self.watchers:
            watcher.put_nowait(news)
            watcher.put_nowait(None)


class Matches:
    """The matches in a store; those that go on live in the event loop of the server."""

    def __init__(self, store: Store, pools: Pools) -> None:
        self._store, self._pools = store, pools
        self._here = Presence(store.path)
        self._running: dict[str, _Match] = {}
        self._beginning = Counter[str]()
        """How many of each client are about to be among them."""

    async def start(self, plan: Plan, client: str) -> str:
        """Begins a match of a client; PlanError or Refusal for one that cannot be played."""
        for agent in plan.agents:
            checked(agent)
        plan.check()
        with self._room(client), self._pools.requests.place(client) as place:
            books, _ = await place.run(lambda job: _books(plan, job), most=_MOST_SECONDS)
            match = _Match(token_hex(8), now(), "running", Standing(plan, books))
            await asyncio.to_thread(self._insert, match, _plan_text(match.standing))
            self._run(match, client)
        return match.name

    async def resume(self, name: str, client: str) -> bool:
        """Goes on with a match for a client; False if there is none. Raises Refusal.

        The games that are left would not compare with those played by another version of Outflank.
        """
        if name in self._running:
            return True
        with self._room(client):
            if await asyncio.to_thread(self._is_of_another_version, name):
                raise Refusal("match_changed")
            is_open = await asyncio.to_thread(self._claim, name)
            match = await self._loaded(name, client)
            if match is not None and is_open and name not in self._running:
                match.state = "running"
                self._run(match, client)
        return match is not None

    async def stop(self, name: str, client: str) -> bool:
        """Ends a match early; what was played is kept. False if there is none. Raises Refusal."""
        match = self._running.get(name)
        if match is not None and match.task is not None:
            match.stop.set()
            await asyncio.wait([match.task])
            return True
        found = await self._loaded(name, client)
        if found is not None and found.state == "running":
            raise Refusal("match_elsewhere")
        return found is not None

    async def delete(self, name: str, client: str) -> bool:
        """Removes a match for a client; False if there is none. Raises Refusal."""
        await self.stop(name, client)
        return await asyncio.to_thread(self._remove, name)

    async def get(self, name: str, client: str) -> tuple[News, list[Record]] | None:
        """How a match stands, and its games; None if there is none."""
        match = self._running.get(name) or await self._loaded(name, client)
        return None if match is None else (await match.fields(), match.standing.counted)

    def all(self) -> list[News]:
        """All matches in short, the latest first."""
        with self._store.reading() as connection:
            rows = connection.execute(
                "SELECT id, created, plan, state, (SELECT count(*) FROM match_game"
                " WHERE match = id) AS done FROM match ORDER BY created DESC, id"
            ).fetchall()
        found = []
        for row in rows:
            plan = json.loads(row["plan"])
            agents = plan["agents"]
            total = plan["games"] * len(agents) * (len(agents) - 1) // 2
            short = {"games": total, "size": plan["size"], "agents": agents}
            fields = {name: row[name] for name in ("id", "created", "done")}
            found.append({**fields, **short, "state": self._state(row)})
        return found

    async def watch(self, name: str, client: str) -> AsyncGenerator[News]:
        """How a match stands and all that happens in it, to its end; nothing if there is none."""
        match = self._running.get(name)
        if match is None:
            found = await self.get(name, client)
            if found is not None:
                yield {"match": found[0]}
            return
        news = asyncio.Queue[News | None]()
        match.watchers.add(news)
        try:
            yield {"match": await match.fields()}
            if match.game is not None:
                yield {"game": match.game}
            while (one := await news.get()) is not None:
                yield one
        finally:
            match.watchers.discard(news)

    async def close(self) -> None:
        """Stops all matches."""
        for match in self._running.values():
            match.stop.set()
        tasks = [match.task for match in self._running.values() if match.task]
        if tasks:
            await asyncio.wait(tasks)
        self._here.leave()

    @contextmanager
    def _room(self, client: str) -> Iterator[None]:
        """Keeps a place for a match of a client that is about to go on."""
        matches = Counter(match.client for match in self._running.values()) + self._beginning
        for count, most in ((matches[client], _MOST_OF_ONE), (matches.total(), _MOST)):
            if count >= most:
                raise Refusal("too_many_matches", {"Retry-After": "60"}, most=most)
        self._beginning[client] += 1
        try:
            yield
        finally:
            self._beginning -= Counter([client])

    def _run(self, match: _Match, client: str) -> None:
        match.client = client
        self._running[match.name] = match
        match.task = asyncio.create_task(self._play(match))

    async def _play(self, match: _Match) -> None:
        standing = match.standing
        try:
            for task in standing.plan.tasks(standing.books):
                if task.number in standing.records:
                    continue
                record = await self._game(match, task)
                if record is None:
                    match.state = "stopped"
                    break
                await asyncio.to_thread(self._keep, match.name, record)
                await match.add(record)
                await self._count(match)
            else:
                match.state = "finished"
        except sqlite3.Error as error:
            logging.getLogger("uvicorn.error").error("a match stops: %s", error)
        except Exception:
            logging.getLogger("uvicorn.error").exception("in a match")
        finally:
            if match.state == "running":
                match.state = "stopped"
            try:
                await asyncio.to_thread(self._mark, match.name, match.state)
            except sqlite3.Error as error:
                logging.getLogger("uvicorn.error").error("the library: %s", error)
            del self._running[match.name]
            match.end({"match": await match.fields()})

    async def _count(self, match: _Match) -> None:
        """Tells how a match stands, unless that was done just before."""
        now = asyncio.get_running_loop().time()
        if match.watchers and now - match.counted > _RECOUNT:
            match.counted = now
            match.tell({"match": await match.fields()})

    async def _game(self, match: _Match, task: Task) -> Record | None:
        """Plays a game; None if it was stopped."""
        loop = asyncio.get_running_loop()
        fixed = {"number": task.number, "black": task.black, "white": task.white}

        def show(moves: str, over: bool) -> None:
            match.game = {**fixed, "size": task.size, "moves": moves, "over": over}
            if over or loop.time() - match.shown > _BEAT:
                match.shown = loop.time()
                match.tell({"game": match.game})

        def on_move(moves: Sequence[Move]) -> None:
            loop.call_soon_threadsafe(show, write_moves(moves, passes="--"), False)

        def work(job: Job) -> Record | None:
            try:
                return play(task, job, on_move)
            except KeyboardInterrupt:  # how a game says that it was stopped
                return None

        with self._pools.matches.place(match.client) as place:
            record, _ = await place.run(work, stop=match.stop)
        if record is not None:
            game = Game.parse(record.moves, start=Position.initial(record.size))
            show(write_moves(game.moves, passes="--"), True)
        return record

    def _insert(self, match: _Match, plan: str) -> None:
        with self._store.writing() as connection:
            self._here.appear()
            connection.execute(
                "INSERT INTO match VALUES (?, ?, ?, ?)",
                (match.name, match.created, plan, f"running {self._here.name}"),
            )

    def _claim(self, name: str) -> bool:
        """Makes a match one that this server runs, unless there is none or it is finished.

        Tells whether it did. Raises Refusal if another server runs it.
        """
        with self._store.writing() as connection:
            row = connection.execute("SELECT * FROM match WHERE id = ?", (name,)).fetchone()
            state = "finished" if row is None else self._state(row)
            if state == "running" and name not in self._running:
                raise Refusal("match_elsewhere")
            if state == "stopped":
                self._here.appear()
                connection.execute(
                    "UPDATE match SET state = ? WHERE id = ?", (f"running {self._here.name}", name)
                )
            return state != "finished"

    def _is_of_another_version(self, name: str) -> bool:
        """Whether a match that can go on was begun by another version of this package."""
        with self._store.reading() as connection:
            row = connection.execute("SELECT * FROM match WHERE id = ?", (name,)).fetchone()
        if row is None or self._state(row) != "stopped":
            return False
        begun: object = json.loads(row["plan"]).get("outflank")
        return begun != package()

    def _keep(self, name: str, record: Record) -> None:
        with self._store.writing() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO match_game SELECT id, ?, ? FROM match WHERE id = ?",
                (record.number, record.to_line(), name),
            )

    def _mark(self, name: str, state: str) -> None:
        with self._store.writing() as connection:
            connection.execute("UPDATE match SET state = ? WHERE id = ?", (state, name))

    def _remove(self, name: str) -> bool:
        with self._store.writing() as connection:
            return connection.execute("DELETE FROM match WHERE id = ?", (name,)).rowcount > 0

    async def _loaded(self, name: str, client: str) -> _Match | None:
        """A match as it is kept, read in the pool as it may have thousands of games."""
        return await self._pools.requests.ask(client, lambda job: self._load(name))

    def _load(self, name: str) -> _Match | None:
        with self._store.reading() as connection:
            row = connection.execute("SELECT * FROM match WHERE id = ?", (name,)).fetchone()
            lines = connection.execute("SELECT record FROM match_game WHERE match = ?", (name,))
            records = [Record.from_line(line) for (line,) in lines]
        if row is None:
            return None
        standing = _standing(row["plan"])
        for record in records:
            standing.add(record)
        return _Match(name, row["created"], self._state(row), standing)

    def _state(self, row: sqlite3.Row) -> str:
        """The state of a match; one that no living server runs is stopped."""
        state, _, server = row["state"].partition(" ")
        is_elsewhere = server not in ("", self._here.name) and self._here.sees(server)
        if row["id"] in self._running or is_elsewhere:
            return "running"
        return "finished" if state == "finished" else "stopped"


def _books(plan: Plan, job: Job) -> dict[int, list[Opening]]:
    """The openings of a plan; Refusal if it takes too long to find them."""
    (size,) = plan.sizes
    book = list[Opening]()
    for opening in islice(draw_openings(plan.openings, size, plan.seed), plan.games // 2):
        book.append(opening)
        if job.is_set():
            raise Refusal(
                "too_few_openings",
                found=len(book),
                openings=plan.openings,
                wanted=plan.games // 2,
                seconds=round(_MOST_SECONDS),
            )
    return {size: book}


def _plan_text(standing: Standing) -> str:
    """A plan with its openings, so that it can be gone on with as it was."""
    plan = standing.plan
    (size,) = plan.sizes
    fields = {
        "agents": plan.agents,
        "games": plan.games,
        "size": size,
        "openings": plan.openings,
        "time": plan.limit.time,
        "depth": plan.limit.depth,
        "nodes": plan.limit.nodes,
        "seed": plan.seed,
        "moves": [write_moves(moves, passes="--") for moves in standing.books[size]],
        "outflank": package(),
    }
    return json.dumps(fields)


def _standing(text: str) -> Standing:
    fields = json.loads(text)
    limit = Limit(time=fields["time"], depth=fields["depth"], nodes=fields["nodes"])
    size = fields["size"]
    plan = Plan(
        tuple(fields["agents"]),
        fields["games"],
        (size,),
        fields["openings"],
        limit,
        fields["seed"],
        grace=GRACE,
    )
    book = [Game.parse(moves, size=size).moves for moves in fields["moves"]]
    return Standing(plan, {size: book})
