// What squares, colours and results are called.

import { counted, number, t } from "./text.js";

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
 */
export function resultText({ winner, black, white, black_discs, white_discs }, resigned, late) {
  const [more, less] = winner === "white" ? [white, black] : [black, white];
  const score = winner ? t("wins", { color: colorName(winner), more, less }) : t("draw_of", { more, less });
  if (resigned) return `${t(late ? "out_of_time" : "gave_up", { color: colorName(/** @type {Color} */ (resigned)) })} ${score}`;
  const raw = black !== black_discs || white !== white_discs;
  return raw ? `${score} ${t("on_the_board", { black: black_discs, white: white_discs })}` : score;
}

/**
 * The name of an opening in the language that is chosen, else in another one.
 * @param {{en: string | null, ja: string | null} | null | undefined} opening
 * @param {string} language
 */
export function openingName(opening, language) {
  if (!opening) return "";
  return (language === "ja" ? (opening.ja ?? opening.en) : (opening.en ?? opening.ja)) ?? "";
}

/** @param {number} loss */
export function lossText(loss) {
  return counted("discsLost", Math.round(loss * 10) / 10);
}

/** @param {number | null} accuracy */
export function percent(accuracy) {
  return accuracy === null ? "–" : `${number(accuracy)} %`;
}
