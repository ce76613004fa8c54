import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { drawingText, keepDrawing, lastDrawing, latestDrawing, readDrawing } from "../../src/outflank/apps/web/static/js/drawing.js";

const BOARDS = ["X", "O", "-"].map((disc) => `${disc.repeat(16)} X`);
const [A = "", B = "", C = ""] = BOARDS;

/** What a browser keeps for a window, or for all. @returns {Storage} */
function storage() {
  const kept = new Map();
  return /** @type {any} */ ({ getItem: (/** @type {string} */ name) => kept.get(name) ?? null, setItem: (/** @type {string} */ name, /** @type {string} */ text) => kept.set(name, text) });
}

const query = (/** @type {string} */ edit) => `?${new URLSearchParams({ view: "study", edit })}`;

beforeEach(() => {
  globalThis.localStorage = storage();
  globalThis.sessionStorage = storage();
});

test("a drawing is its board and the side to move", () => {
  for (const size of [4, 6, 8, 10, 12, 14, 16]) {
    for (const turn of /** @type {const} */ (["black", "white"])) {
      const drawing = { size, discs: "XO--".repeat(size ** 2 / 4), turn };
      assert.deepEqual(readDrawing(drawingText(drawing)), drawing);
    }
  }
});

test("what the link is behind by comes back with it, and only with it", () => {
  assert.equal(latestDrawing(A), A);
  keepDrawing(C, [query(B), query(A)]);
  assert.equal(latestDrawing(B), C);
  assert.equal(latestDrawing(A), A, "the link is newer than that, unless it was still on its way");
  assert.equal(latestDrawing(A, true), C);
  assert.equal(latestDrawing("", true), "");
  keepDrawing("", ["?m=f5", query(B)]);
  assert.equal(latestDrawing(B), C, "one may go back to it");
  assert.equal(latestDrawing(B, true), "", "it was closed an instant ago");
  keepDrawing("", ["?m=f5", "?m=f5"]);
  assert.equal(latestDrawing(B, true), C);
  keepDrawing(A, [query(B), "?m=f5"]);
  assert.equal(latestDrawing("", true), A, "it was opened an instant ago");
});

test("a drawing that was left by the whole browser is there, one that was closed is not", () => {
  assert.equal(lastDrawing(), "");
  keepDrawing(A, [query(A), "?m=f5"]);
  assert.equal(lastDrawing(), A);
  keepDrawing("", ["?m=f5", query(A)]);
  assert.equal(lastDrawing(), "");
});
