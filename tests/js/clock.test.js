import assert from "node:assert/strict";
import { test } from "node:test";

import { Clock, clockText } from "../../src/outflank/apps/web/static/js/clock.js";

test("only the side that is to move loses time, and a move brings the increment", () => {
  const clock = new Clock({ kind: "clock", minutes: 1, increment: 2 });
  clock.run("black", 100);
  assert.equal(clock.remaining("black", 110), 50);
  assert.equal(clock.remaining("white", 110), 60);
  clock.moved("black", 110);
  clock.run("white", 110);
  assert.equal(clock.remaining("black", 130), 52);
  assert.equal(clock.remaining("white", 130), 40);
});

test("time per move is whole again after each", () => {
  const clock = new Clock({ kind: "move", seconds: 5, people: true });
  clock.run("black", 0);
  clock.moved("black", 4);
  assert.equal(clock.remaining("black", 4), 5);
});

test("who is out of time is named, and nobody while the clock stands", () => {
  const clock = new Clock({ kind: "move", seconds: 5, people: true });
  clock.run("white", 0);
  assert.equal(clock.flagged(4.9), null);
  assert.equal(clock.flagged(5), "white");
  clock.run(null, 4);
  assert.equal(clock.flagged(100), null);
});

test("a clock goes on from what was kept", () => {
  const clock = new Clock({ kind: "clock", minutes: 5, increment: 0 }, { black: 12.5, white: 7 });
  assert.equal(clock.remaining("black", 99), 12.5);
});

test("without a clock time never ends", () => {
  const clock = new Clock({ kind: "none" });
  clock.run("black", 0);
  assert.equal(clock.flagged(1e9), null);
});

test("times read as on a clock", () => {
  const texts = [0, -1, 9.99, 10, 65.9, 600, 3725].map(clockText);
  assert.deepEqual(texts, ["0.0", "0.0", "9.9", "0:10", "1:05", "10:00", "1:02:05"]);
});
