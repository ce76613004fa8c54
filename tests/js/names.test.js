import assert from "node:assert/strict";
import { test } from "node:test";

import { agentText, featureText, refusalText, resultText } from "../../src/outflank/apps/web/static/js/names.js";
import { settings } from "../../src/outflank/apps/web/static/js/settings.js";
import { FEATURES } from "../../src/outflank/apps/web/static/js/texts/features.js";

test("the winner's discs come first, on the board as in the score", () => {
  const result = { winner: /** @type {const} */ ("white"), black: 4, white: 60, black_discs: 4, white_discs: 57 };
  assert.equal(resultText(result, "", false), "White wins 60-4 (57-4 on the board)");
  assert.equal(resultText({ ...result, black: 7, black_discs: 7, white: 57 }, "", false), "White wins 57-7");
  assert.equal(resultText({ ...result, black: 0, white: 64 }, "black", true), "Black is out of time. White wins");
});

test("features say what they count, in every form and language", () => {
  assert.equal(featureText("mobility", ""), "legal moves");
  assert.equal(featureText("potential_mobility_own", ""), "empty squares beside a disc of the other side: one’s own");
  assert.equal(featureText("b1", ""), "discs on b1 and its mirror images");
  assert.equal(featureText("unheard_of_percent", "as the library says"), "as the library says");
  settings.values.language = "fr";
  assert.equal(featureText("corners_percent", ""), "coins pris : l’écart en pour cent");
  assert.equal(agentText({ name: "greedy", about: "" }), "le coup qui retourne le plus de pions");
  settings.values.language = "en";
  assert.equal(agentText({ name: "greedy", about: "as the library says" }), "as the library says");
  for (const texts of Object.values(FEATURES)) assert.deepEqual(Object.keys(texts), Object.keys(FEATURES["en"] ?? {}));
});

test("what the server refuses is said in the language of the page, or in the server's own words", () => {
  const refusal = { error: "more than 8,000,000 bytes are not read here", code: "too_large", parts: { most: 8000000 } };
  assert.equal(refusalText(refusal), refusal.error);
  settings.values.language = "ja";
  assert.equal(refusalText(refusal), "大きすぎます。8,000,000バイトまでしか読めません。");
  assert.equal(refusalText({ ...refusal, code: "of_a_later_version" }), refusal.error);
  assert.equal(refusalText({ error: "as others say it" }), "as others say it");
  assert.equal(refusalText({ error: "", code: "unreadable", parts: { reason: "<b> {most} $&" } }), "読めません: <b> {most} $&");
  settings.values.language = "en";
});
