import assert from "node:assert/strict";
import { test } from "node:test";

import { imported, parsed, placeOf } from "../../src/outflank/apps/web/static/js/reading.js";

/** @param {number} line @param {number} column @param {string} reason */
const problem = (line, column, reason) => ({ place: "", harmless: false, line, column, reason });

test("the place of a mistake is found in the text", () => {
  const text = "f5d6\n  f5Z9c4\nillegible \n";
  /** @type {[ReturnType<typeof problem>, string | null][]} */
  const cases = [
    [problem(2, 3, "bad move 'Z9' at column 3"), "Z9"],
    [problem(2, 3, "bad move 'z9' at column 3"), "Z9"],
    [problem(2, 5, "something at column 5"), "c"],
    [problem(2, 5, "not 'elsewhere' at column 5"), "c"],
    [problem(3, 0, "nothing 'of' it"), "illegible"],
    [problem(0, 0, "the whole"), null],
    [problem(9, 1, "too far"), null],
  ];
  for (const [found, expected] of cases) {
    const place = placeOf(text, found);
    assert.equal(place && text.slice(...place), expected);
  }
});

test("several files are sent in one body, with their lengths", async () => {
  /** @type {{path: string, text: string}[]} */
  const sent = [];
  globalThis.fetch = async (path, options) => {
    const body = /** @type {string | Blob} */ (options?.body);
    sent.push({ path: String(path), text: typeof body === "string" ? body : await body.text() });
    return Response.json({});
  };
  const files = ["games", "of", "all"].map((text) => new File([text], "x"));
  await parsed(files, { size: 8, first: 100, search: "ann" });
  await imported(files, 8);
  await parsed(files.slice(0, 1), { size: 8 });
  await parsed("f5d6", { size: 6 });
  assert.deepEqual(sent, [
    { path: "/api/v1/parse?size=8&first=100&search=ann&lengths=5%2C2%2C3", text: "gamesofall" },
    { path: "/api/v1/games/import?size=8&lengths=5%2C2%2C3", text: "gamesofall" },
    { path: "/api/v1/parse?size=8", text: "games" },
    { path: "/api/v1/parse?size=6", text: "f5d6" },
  ]);
});
