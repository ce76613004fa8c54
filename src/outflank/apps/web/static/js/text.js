// The words of the page, in the language that is chosen.

import { settings } from "./settings.js";
import { EN } from "./texts/en.js";
import { FR } from "./texts/fr.js";
import { JA } from "./texts/ja.js";

/** @typedef {keyof typeof EN} Key */

export const LANGUAGES = { en: EN, ja: JA, fr: FR };

/**
 * A text, with what belongs in its {braces}.
 * @param {Key} key
 * @param {Record<string, string | number>} [parts]
 */
export function t(key, parts = {}) {
  /** @type {Record<Key, string>} */
  const table = LANGUAGES[settings.values.language];
  return filled(table[key], parts);
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} parts for its {braces}
 */
export function filled(text, parts) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(parts[name] ?? ""));
}

/**
 * A text for one or several; `count` is among its parts.
 * @param {"moves" | "games" | "discsLost"} key
 * @param {number} count
 */
export function counted(key, count) {
  const form = new Intl.PluralRules(settings.values.language).select(count) === "one" ? "One" : "Many";
  return t(/** @type {Key} */ (`${key}${form}`), { count: number(count) });
}

/**
 * @param {number} value
 * @param {number} [decimals] at most
 */
export function number(value, decimals = 1) {
  return formatted(value, { maximumFractionDigits: decimals });
}

/** A large number in few letters: 1.9M. @param {number} value */
export function compact(value) {
  return formatted(value, { notation: "compact", maximumFractionDigits: 1 });
}

/**
 * With a minus that is as wide as a plus, and none before 0.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} options
 */
function formatted(value, options) {
  const text = new Intl.NumberFormat(settings.values.language, options).format(value);
  return text.replace(/^-(0?$)?/, (_, zero) => zero ?? "\u2212");
}

/**
 * Discs ahead or behind, with a sign: +3, −2.5, 0.
 * @param {number} value
 * @param {boolean} [exact] whole discs
 */
export function signed(value, exact = false) {
  const rounded = exact ? Math.round(value) : Math.round(value * 10) / 10;
  const digits = exact ? 0 : 1;
  const text = formatted(Math.abs(rounded), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (rounded > 0 ? "+" : rounded < 0 ? "\u2212" : "") + text;
}

/** Writes the texts of the page's own markup: `data-t` names the text, `data-t-label` the name. */
export function translate(/** @type {ParentNode} */ root) {
  for (const element of root.querySelectorAll("[data-t]")) {
    element.textContent = t(/** @type {Key} */ (element.getAttribute("data-t")));
  }
  for (const element of root.querySelectorAll("[data-t-label]")) {
    const text = t(/** @type {Key} */ (element.getAttribute("data-t-label")));
    element.setAttribute("aria-label", text);
    if (element.tagName === "BUTTON") element.setAttribute("title", text);
  }
}
