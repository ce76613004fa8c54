import assert from "node:assert/strict";
import { test } from "node:test";

import { taskText } from "../../src/outflank/apps/web/static/js/views/puzzles.js";

test("a puzzle asks for the win, the draw, or the best of several", () => {
  const task = (/** @type {number} */ margin, /** @type {Record<string, number>} */ margins) => taskText(/** @type {any} */ ({ turn: "black", margin, margins }));
  assert.equal(task(20, { h4: 20, a1: 20, e8: -16 }), "Black to move and win");
  assert.equal(task(0, { h4: 0, e8: -2 }), "Black to move and draw");
  assert.equal(task(20, { h4: 20, e8: 16 }), "Black to move: find the best (+20)");
  assert.equal(task(-4, { h4: -4, e8: -6 }), "Black to move: find the best (−4)");
});
