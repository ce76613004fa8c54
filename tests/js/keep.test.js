import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Keeper, lastGame } from "../../src/outflank/apps/web/static/js/keep.js";

/** What the library was asked, and what it answers. @type {{method: string, path: string, body: any}[]} */
let asked = [];
/** @type {(method: string, path: string) => {status: number, body: unknown}} */
let answer = () => ({ status: 200, body: {} });
let moves = "";

beforeEach(() => {
  asked = [];
  moves = "f5";
  answer = () => ({ status: 200, body: { revision: asked.length } });
  const kept = new Map();
  globalThis.localStorage = /** @type {any} */ ({
    getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => kept.set(name, value),
  });
  globalThis.fetch = async (path, options) => {
    const method = options?.method ?? "GET";
    asked.push({ method, path: String(path).replace("/api/v1", ""), body: JSON.parse(String(options?.body)) });
    const { status, body } = answer(method, String(path));
    return Response.json(body, { status });
  };
});

const keeper = () => new Keeper(() => ({ game: { size: 8, moves }, state: { at: moves }, worth: moves !== "" }));

test("a new game is kept in the browser at once and in the library once", async () => {
  const keep = keeper();
  keep.changed();
  assert.equal(lastGame()?.dirty, true);
  moves = "f5d6";
  keep.changed();
  await keep.save();
  const id = lastGame()?.id;
  assert.match(id ?? "", /^[0-9a-f]{32}$/);
  assert.deepEqual(asked.map(({ method, path, body }) => [method, path, body.revision, body.game.moves]), [["PUT", `/games/${id}`, 0, "f5d6"]]);
  assert.deepEqual([keep.id, lastGame()?.revision, lastGame()?.dirty], [id, 1, false]);
});

test("what comes later is put to the same game, with its revision", async () => {
  const keep = keeper();
  keep.changed();
  await keep.save();
  keep.changed();
  await keep.save();
  keep.changed();
  await keep.save();
  assert.deepEqual(asked.map(({ path, body }) => [path, body.revision]), [0, 1, 2].map((revision) => [`/games/${keep.id}`, revision]));
});

test("nothing is sent for a board without a move", async () => {
  moves = "";
  const keep = keeper();
  keep.changed();
  await keep.save();
  assert.deepEqual(asked, []);
});

test("a game that another window changed, or deleted, becomes a copy", async () => {
  for (const status of [409, 404]) {
    const keep = keeper();
    /** @type {unknown[]} */
    const heard = [];
    keep.on((what) => heard.push(what));
    keep.take({ id: "theirs", revision: 2 });
    answer = (_, path) => (path.endsWith("theirs") ? { status, body: { error: "no" } } : { status: 200, body: { revision: 1 } });
    keep.changed();
    await keep.save();
    assert.match(keep.id ?? "", /^[0-9a-f]{32}$/);
    assert.deepEqual(heard, status === 409 ? [{ copied: true }, { saved: true }] : [{ saved: true }]);
  }
});

test("a game that is left is saved too, and outlives the page until it is", async () => {
  const keep = keeper();
  keep.changed();
  moves = "c4";
  keep.take();
  assert.equal(JSON.parse(globalThis.localStorage.getItem("outflank.waiting") ?? "").length, 1);
  const next = keeper(); // the page was killed and opened again
  await next.save();
  await keep.save();
  assert.ok(asked.every(({ path, body }) => path === asked[0]?.path && body.game.moves === "f5"));
  assert.equal(asked.length, 2);
  assert.deepEqual(JSON.parse(globalThis.localStorage.getItem("outflank.waiting") ?? ""), []);
});

test("what the library refuses is told, and not tried for ever", async () => {
  const keep = keeper();
  /** @type {unknown[]} */
  const heard = [];
  keep.on((what) => heard.push(what));
  answer = () => ({ status: 413, body: { error: "too large" } });
  keep.changed();
  await keep.save();
  assert.deepEqual(heard, [{ failed: "too large" }]);
});

test("a server that is away is waited for", async () => {
  const keep = keeper();
  const there = globalThis.fetch;
  let failures = 1;
  globalThis.fetch = async (...call) => {
    if (failures-- > 0) throw new TypeError("connection refused");
    return there(...call);
  };
  keep.changed();
  await keep.save();
  assert.equal(keep.id, lastGame()?.id);
});

test("a start alone is kept in the browser, and in the library if that is asked for", async () => {
  const keep = new Keeper(() => ({ game: { size: 8, start: "X", moves: "" }, state: null, worth: false }));
  keep.changed();
  await keep.save();
  assert.deepEqual([asked.length, lastGame()?.game.start, lastGame()?.dirty], [0, "X", false]);
  keep.changed(true);
  await keep.save();
  assert.equal(asked.length, 1);
});
