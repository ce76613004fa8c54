import assert from "node:assert/strict";
import { test } from "node:test";

import { agentText, dateText, featureText, leader, openingName, placeText, reasonText, refusalText, resultText, writtenName } from "../../src/outflank/apps/web/static/js/names.js";
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

test("openings have their English name, and in Japanese their own if there is one", () => {
  assert.equal(openingName({ en: "Tiger", ja: "虎" }, "fr"), "Tiger");
  assert.equal(openingName({ en: "Tiger", ja: "虎" }, "ja"), "虎");
  assert.equal(openingName({ en: "Tiger", ja: null }, "ja"), "Tiger");
  for (const language of ["en", "fr"]) assert.equal(openingName({ en: null, ja: "虎系龍素" }, language), "");
  assert.equal(openingName(null, "en"), "");
});

test("names that the page has written are said in the language of the page, others as they are", () => {
  const written = ["You", "Engine, level 12", "Moteur, niveau 3", "エンジン レベル7", "engine:level=5", "Ann, level 2", "Engine, level x"];
  assert.deepEqual(written.map(writtenName), ["You", "Engine, level 12", "Engine, level 3", "Engine, level 7", "Engine, level 5", "Ann, level 2", "Engine, level x"]);
  settings.values.language = "ja";
  assert.deepEqual(written.slice(0, 3).map(writtenName), ["あなた", "エンジン レベル12", "エンジン レベル3"]);
  settings.values.language = "en";
});

test("dates are read in every spelling of files", () => {
  for (const date of ["2014-10-19", "2014.10.19", "2014/10/19", "2014.10.19_12:33:18.MST", "2014-10-19T12:33:18.000Z"]) assert.equal(dateText(date), "Oct 19, 2014");
  for (const date of ["2014", "2014.??.??", "2014.00.00", "2014.10"]) assert.equal(dateText(date), "2014");
  for (const date of ["", "?", "????.??.??"]) assert.equal(dateText(date), "");
  for (const date of ["19 October", "960402", "20141"]) assert.equal(dateText(date), date);
});

test("what cannot be read is said in the language of the page, and where it is", () => {
  const reason = "illegal move 'a1' at token 3, column 5: White can play c3, c4";
  assert.equal(reasonText(reason), reason);
  assert.equal(placeText("game 2, line 9"), "Game 2, line 9");
  settings.values.language = "fr";
  assert.equal(reasonText(reason), "coup impossible « a1 », colonne 5 : Blanc peut jouer c3, c4");
  assert.equal(placeText("game 2, line 9"), "Partie 2, ligne 9");
  assert.equal(refusalText({ error: "", code: "unreadable", parts: { reason } }), "Illisible : coup impossible « a1 », colonne 5 : Blanc peut jouer c3, c4");
  assert.equal(reasonText("something else"), "something else");
  assert.equal(placeText(""), "");
  settings.values.language = "en";
});

test("of two agents the one that leads is named", () => {
  assert.equal(leader("greedy", "random", 0.875), "greedy is the stronger one with a probability of 87.5 %");
  assert.equal(leader("greedy", "random", 0.125), "random is the stronger one with a probability of 87.5 %");
});

test("a program that failed has not resigned", () => {
  const result = { winner: /** @type {const} */ ("white"), black: 0, white: 64, black_discs: 5, white_discs: 5 };
  assert.equal(resultText(result, "black", false), "Black resigned. White wins");
  assert.equal(resultText(result, "black", false, true), "Black, a program, failed. White wins");
  assert.equal(resultText(result, "black", true, true), "Black is out of time. White wins");
});
