// A game in a list: who played, how it ended, and what else is known of it.

import { h } from "../dom.js";
import { dateText, openingName, writtenName } from "../names.js";
import { settings } from "../settings.js";
import { counted, t } from "../text.js";

/**
 * @typedef {object} Known
 * @property {string} [black]
 * @property {string} [white]
 * @property {string} [event]
 * @property {string} [date]
 * @property {number} size
 * @property {number} plies
 * @property {string} result in words; "" if there is none
 * @property {{en: string | null, ja: string | null}} openings
 * @property {string} [number] where it stands among others, such as "2. "
 * @property {string} [about] what it is called if nothing else is known
 * @property {string} [more] what tells it from others besides
 */

/**
 * What a game is called: by its players, else by what is known of it.
 * @param {Known} game
 */
export function gameTitle({ black, white, event, plies, openings, about }) {
  const [first, second] = [known(black), known(white)];
  if (first || second) return `${writtenName(first) || t("black")} – ${writtenName(second) || t("white")}`;
  return known(event) || openingName(openings, settings.values.language) || about || t(plies ? "nameless_game" : "position");
}

/**
 * Its two lines.
 * @param {Known} game
 * @param {...import("../dom.js").Child} marks behind the title
 */
export function gameLines(game, ...marks) {
  const { size, plies, result, openings, event, date = "", number = "", more } = game;
  const title = gameTitle(game);
  const details = [`${size}x${size}`, plies > 0 && counted("moves", plies), openingName(openings, settings.values.language), known(event), dateText(date), more];
  return [
    h("span.who", {}, `${number}${title}`, ...marks),
    h("span.result.tabular", {}, result),
    h("span.faint", {}, details.filter((detail) => detail && detail !== title).join(" · ")),
  ];
}

/** What a file says, unless that is nothing. @param {string | undefined} text */
function known(text = "") {
  return /^[?\s]*$/.test(text) ? "" : text;
}
