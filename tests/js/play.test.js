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
