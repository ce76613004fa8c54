// What squares, colours and results are called.

import { settings } from "./settings.js";
import { LANGUAGES, counted, filled, number, t } from "./text.js";
import { AGENTS } from "./texts/agents.js";
import { FEATURES } from "./texts/features.js";
import { PROBLEMS } from "./texts/problems.js";
import { REFUSALS } from "./texts/refusals.js";

/** @typedef {import("./board/options.js").Color} Color */

/** @param {Color} color */
export const colorName = (color) => t(color);

/** @param {string | null} move */
export function moveName(move) {
  return move === "--" || move === "pass" || move === null ? t("pass") : move;
}

/**
 * What a square of the board is called by a screen reader.
 * @param {string} square
 * @param {import("./board/options.js").Facts} facts
 */
export function squareName(square, { disc, legal, last, flipped, value, overlay }) {
  const parts = [square, disc ? t(`${disc}_disc`) : t("empty_square")];
  if (legal) parts.push(t("can_be_played"));
  if (last) parts.push(t("last_move"));
  if (flipped) parts.push(t("turned"));
  if (value) parts.push(value.spoken ?? value.text);
  if (overlay && overlay !== "edit") parts.push(t(/** @type {"over_stable"} */ (`over_${overlay}`)));
  return parts.join(", ");
}

/**
 * How a game ended: "Black wins 40-24", and what was on the board if that differs.
 * @param {import("./tree.js").Result} result
 * @param {string} resigned
 * @param {boolean} late
 * @param {boolean} [failed] whether it was a program that lost by a fault
 */
export function resultText({ winner, black, white, black_discs, white_discs }, resigned, late, failed = false) {
  if (resigned && winner) return `${t(late ? "out_of_time" : failed ? "lost_by_fault" : "gave_up", { color: colorName(/** @type {Color} */ (resigned)) })} ${t("wins_so", { color: colorName(winner) })}`;
  const [more, less] = winner === "white" ? [white, black] : [black, white];
  const score = winner ? t("wins", { color: colorName(winner), more, less }) : t("draw_of", { more, less });
  if (black === black_discs && white === white_discs) return score;
  const [ahead, behind] = winner === "white" ? [white_discs, black_discs] : [black_discs, white_discs];
  return `${score} ${t("on_the_board", { more: ahead, less: behind })}`;
}

/**
 * The name of an opening: in Japanese its own, or else as in all other languages the English one.
 * @param {{en: string | null, ja: string | null} | null | undefined} opening
 * @param {string} language
 */
export function openingName(opening, language) {
  return (language === "ja" && opening?.ja) || opening?.en || "";
}

/**
 * A player's name as a game has it; those that the page itself has written, in whatever language,
 * are said in the one that is chosen.
 * @param {string} name
 */
export function writtenName(name) {
  const spec = /^engine:level=(\d+)$/.exec(name);
  if (spec) return t("engine_level", { level: spec[1] ?? "" });
  for (const { you, engine_level } of Object.values(LANGUAGES)) {
    const [before = "", after = ""] = engine_level.split("{level}");
    const level = name.slice(before.length, name.length - after.length);
    if (name === you) return t("you");
    if (/^\d+$/.test(level) && name === `${before}${level}${after}`) return t("engine_level", { level });
  }
  return name;
}

const DATE = /^(\d{4})(?:[-./](\d\d))?(?:[-./](\d\d))?(?!\d)/;

/**
 * A date in words: 2001, 2014.10.19, 2003.12.15_12:33:18.MST; as it stands if it is another.
 * @param {string} date
 */
export function dateText(date) {
  if (/^[?.\s-]*$/.test(date)) return "";
  const [, year = "", month = "00", day = "00"] = DATE.exec(date) ?? [];
  if (!year) return date;
  const moment = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) ? year : moment.toLocaleDateString(settings.values.language, { dateStyle: "medium", timeZone: "UTC" });
}

/** @param {number} loss */
export function lossText(loss) {
  return counted("discsLost", Math.round(loss * 10) / 10);
}

/** @param {number | null} accuracy */
export function percent(accuracy) {
  return accuracy === null ? "–" : `${number(accuracy)} %`;
}

/**
 * What an agent does, in the language that is chosen.
 * @param {{name: string, about: string}} agent with the library's own words
 */
export function agentText({ name, about }) {
  return AGENTS[settings.values.language]?.[name] ?? about;
}

/**
 * What the server says no to, in the language that is chosen; its own sentence if there are no words for it.
 * @param {{error: string, code?: string, parts?: Record<string, string | number>}} answer
 */
export function refusalText({ error, code = "", parts = {} }) {
  const text = REFUSALS[settings.values.language]?.[code];
  const written = Object.entries(parts).map(([name, part]) => [name, typeof part === "number" ? number(part) : name === "reason" ? reasonText(part) : part]);
  return text ? filled(text, Object.fromEntries(written)) : error;
}

/**
 * Why a text cannot be read, in the language that is chosen; in the library's own words if there are no others.
 * @param {string} reason
 */
export function reasonText(reason) {
  const { language } = settings.values;
  if (language === "en") return reason;
  for (const { says, [language]: text } of PROBLEMS) {
    const parts = says.exec(reason);
    if (parts) return filled(text, Object.fromEntries(parts.map((part, index) => [index, COLORS[part] ? t(COLORS[part]) : part])));
  }
  return reason;
}

/** @type {Record<string, Color>} */
const COLORS = { Black: "black", White: "white" };

/**
 * Where it stands, such as "game 2, line 9", in the language that is chosen.
 * @param {string} place
 */
export function placeText(place) {
  const words = place.split(", ").map((word) => {
    const [, kind = "", count = ""] = /^(game|line) (\d+)$/.exec(word) ?? [];
    return kind ? t(kind === "game" ? "game_number" : "line_number", { number: count }) : word;
  });
  return words.join(", ");
}

/**
 * What a feature counts; the library's own words for one that is not known here.
 * @param {string} feature
 * @param {string} meaning
 */
export function featureText(feature, meaning) {
  const texts = FEATURES[settings.values.language] ?? {};
  const [, name = feature, form = ""] = /^(\w+?)(?:_(own|other|percent))?$/.exec(feature) ?? [];
  const square = /^[a-p]\d+$/.test(name);
  const counts = square ? texts["square"]?.replace("{square}", name) : texts[name];
  if (!counts) return meaning;
  return form ? (texts[form] ?? "").replace("{meaning}", counts) : counts;
}

/**
 * Which of two agents is probably the stronger one, and how probably.
 * @param {string} one
 * @param {string} other
 * @param {number} superiority the probability that the first is
 */
export function leader(one, other, superiority) {
  const [name, share] = superiority > 0.5 ? [one, superiority] : [other, 1 - superiority];
  return t("superiority", { one: name, share: `${number(100 * share)} %` });
}
