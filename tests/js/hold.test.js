import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { Hold } from "../../src/outflank/apps/web/static/js/board/hold.js";

/** @type {(string | null)[]} what was looked at */
let seen = [];
/** What a click chose. */
let chosen = 0;
/** Where fingers rest, and the window around it. */
let place = new EventTarget();
let around = new EventTarget();

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  [seen, chosen, place, around] = [[], 0, new EventTarget(), new EventTarget()];
  Object.assign(globalThis, { window: globalThis, addEventListener: around.addEventListener.bind(around) });
  new Hold(/** @type {HTMLElement} */ (place), (target) => {
    seen.push(target && "a move");
    return true;
  });
  place.addEventListener("click", () => chosen++);
});
afterEach(() => mock.timers.reset());

/**
 * @param {EventTarget} target
 * @param {string} kind
 * @param {Record<string, unknown>} [facts]
 */
function happen(target, kind, facts = {}) {
  const event = new Event(kind, { cancelable: true });
  for (const [name, value] of Object.entries({ pointerType: "touch", pointerId: 1, clientX: 0, clientY: 0, ...facts })) Object.defineProperty(event, name, { value });
  target.dispatchEvent(event);
  return event;
}

test("who rests a finger looks, and chooses nothing by lifting it", () => {
  happen(place, "pointerdown", { timeStamp: 0 });
  mock.timers.tick(499);
  assert.deepEqual(seen, []);
  mock.timers.tick(1);
  assert.deepEqual(seen, ["a move"]);
  assert.ok(happen(place, "contextmenu").defaultPrevented);
  happen(around, "pointerup", { timeStamp: 700, pointerId: 2 });
  assert.deepEqual(seen, ["a move"]);
  happen(around, "pointerup", { timeStamp: 700 });
  happen(place, "click");
  assert.deepEqual([seen, chosen], [["a move", null], 0]);
  happen(place, "click");
  assert.equal(chosen, 1);
});

test("a tap chooses, also one of which a busy page hears late", () => {
  happen(place, "pointerdown", { timeStamp: 0 });
  happen(around, "pointerup", { timeStamp: 80 });
  mock.timers.tick(1000);
  happen(place, "click");
  assert.deepEqual([seen, chosen], [[], 1]);
  happen(place, "pointerdown", { timeStamp: 2000 });
  mock.timers.tick(1000);
  happen(around, "pointerup", { timeStamp: 2080 });
  happen(place, "click");
  assert.deepEqual([seen, chosen], [["a move", null], 2]);
});

test("a finger that slides, or a mouse, looks at nothing", () => {
  happen(place, "pointerdown");
  happen(place, "pointermove", { clientX: 9 });
  happen(place, "pointermove", { clientX: 9, clientY: 9 });
  mock.timers.tick(1000);
  happen(place, "pointerdown", { pointerType: "mouse" });
  mock.timers.tick(1000);
  assert.ok(!happen(place, "contextmenu").defaultPrevented);
  happen(place, "click");
  assert.deepEqual([seen, chosen], [[], 1]);
});

test("a second finger ends the look of the first", () => {
  happen(place, "pointerdown");
  mock.timers.tick(500);
  happen(place, "pointerdown", { pointerId: 2 });
  happen(around, "pointerup", { pointerId: 2 });
  happen(around, "pointerup");
  assert.deepEqual(seen, ["a move", null]);
});

test("what slides while it looks goes on to look, until the screen scrolls", () => {
  happen(place, "pointerdown");
  mock.timers.tick(500);
  happen(place, "pointermove", { clientX: 50 });
  assert.deepEqual(seen, ["a move"]);
  happen(around, "pointercancel");
  assert.deepEqual(seen, ["a move", null]);
});
