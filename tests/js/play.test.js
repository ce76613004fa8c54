import assert from "node:assert/strict";
import { test } from "node:test";

import { Play } from "../../src/outflank/apps/web/static/js/play.js";
import { Session } from "../../src/outflank/apps/web/static/js/session.js";

Object.assign(globalThis, { window: globalThis });

/** @param {"black" | "white"} turn @returns {import("../../src/outflank/apps/web/static/js/tree.js").Position} */
const position = (turn) => ({ board: "", turn, legal: ["f5"], must_pass: false, over: false, discs: { black: 2, white: 2 }, last: null, flipped: [], opening: null });

test("the clock stands while a person looks back", async (context) => {
  const session = new Session();
  const play = new Play(session, () => ({ animated: false, autopass: true }));
  const { root } = session;
  root.position = position("black");
  const live = root.add("f5");
  live.position = position("white");
  session.cursor = live;
  play.begin({ black: "human", white: "human" }, { kind: "clock", minutes: 5, increment: 0 });
  context.after(() => play.activate(false));
  play.activate(true);
  assert.equal(play.clock.running, "white");
  await session.goTo(root);
  assert.equal(play.clock.running, null);
  await session.goTo(live);
  assert.equal(play.clock.running, "white");
});

test("what a clock that runs has left is kept", (context) => {
  const session = new Session();
  const play = new Play(session, () => ({ animated: false, autopass: true }));
  session.root.position = position("black");
  const live = session.root.add("f5");
  live.position = position("white");
  session.cursor = live;
  context.after(() => play.activate(false));
  let time = 0;
  context.mock.method(performance, "now", () => time);
  play.begin({ black: "human", white: "human" }, { kind: "clock", minutes: 1, increment: 0 });
  play.activate(true);
  time = 20_000;
  assert.deepEqual(play.standing.left, { black: 60, white: 40 });
});

test("who gives up has given up the game that was there, not the one that is by then", async (context) => {
  const session = new Session();
  const { root } = session;
  const result = { winner: "white", black: 0, white: 64, black_discs: 2, white_discs: 2 };
  const giveUp = (/** @type {() => void} */ meanwhile) => {
    context.mock.method(globalThis, "fetch", async () => {
      meanwhile();
      return Response.json({ result });
    });
    return session.resign("black");
  };
  await giveUp(() => {});
  assert.deepEqual([session.resigned, root.result], ["black", result]);
  await session.resign("");
  await giveUp(() => root.add("f5"));
  assert.deepEqual([session.resigned, root.end.result], ["", null]);
});

test("what is left out of a link is left out with all its variations, and said once", async (context) => {
  const session = new Session();
  context.mock.method(globalThis, "fetch", async (/** @type {string} */ path, /** @type {{body: string}} */ { body }) => {
    const { moves } = JSON.parse(body);
    if (moves.includes("a1")) return Response.json({ error: "illegal move 'a1'" }, { status: 400 });
    const from = Number(path.split("=")[1]);
    return Response.json({ moves, positions: Array(moves.length / 2 + 1 - from).fill(position("black")), result: null });
  });
  const branches = [{ ply: 0, moves: "a1b1c1", branches: [{ ply: 1, moves: "b2" }, { ply: 1, moves: "b3" }] }];
  const problems = await session.loadReadable({ size: 8, moves: "f5d6", branches }, () => {});
  assert.deepEqual(problems, ["illegal move 'a1'"]);
  assert.deepEqual([...session.root].map(({ move }) => move), [null, "f5", "d6"]);
});
