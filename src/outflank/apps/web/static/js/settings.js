// How the page looks and behaves for this person, kept in the browser.

import { Emitter } from "./emitter.js";

/**
 * @typedef {object} Values
 * @property {"auto" | "light" | "dark"} theme
 * @property {"green" | "blue" | "grey"} felt
 * @property {"en" | "ja" | "fr"} language
 * @property {boolean} animated
 * @property {boolean} coordinates
 * @property {boolean} legal whether squares with legal moves have a dot
 * @property {boolean} flipped whether discs that were turned have a ring
 * @property {boolean} numbers whether discs show the number of their move
 * @property {boolean} autopass
 * @property {boolean} byBlack whether values count for Black and not for the side to move
 * @property {string} name of the person who plays
 */

const KEY = "outflank.settings";

/** @type {Record<Exclude<keyof Values, "name">, readonly (string | boolean)[]>} what each may be, the default first */
const ALLOWED = {
  theme: ["auto", "light", "dark"],
  felt: ["green", "blue", "grey"],
  language: [preferred(), "en", "ja", "fr"],
  animated: [true, false],
  coordinates: [true, false],
  legal: [true, false],
  flipped: [true, false],
  numbers: [false, true],
  autopass: [true, false],
  byBlack: [false, true],
};

function preferred() {
  const spoken = globalThis.navigator?.languages ?? [];
  return spoken.map((language) => language.slice(0, 2)).find((language) => ["en", "ja", "fr"].includes(language)) ?? "en";
}

/**
 * Settings out of what was kept; what makes no sense is as at first.
 * @param {unknown} kept
 * @returns {Values}
 */
export function readSettings(kept) {
  const known = /** @type {Record<string, unknown>} */ (typeof kept === "object" && kept ? kept : {});
  const pairs = Object.entries(ALLOWED).map(([name, allowed]) => {
    const value = /** @type {string | boolean} */ (known[name]);
    return [name, allowed.includes(value) ? value : allowed[0]];
  });
  const name = typeof known["name"] === "string" ? known["name"].slice(0, 60) : "";
  return /** @type {Values} */ ({ ...Object.fromEntries(pairs), name });
}

/** @extends {Emitter<Values>} */
class Settings extends Emitter {
  constructor() {
    super();
    this.values = readSettings(stored(KEY));
  }

  /** @param {Partial<Values>} changes */
  set(changes) {
    this.values = { ...this.values, ...changes };
    store(KEY, this.values);
    this.emit(this.values);
  }
}

/**
 * What the browser keeps under a name; null if it is nothing, or broken.
 * @param {string} name
 * @param {Storage} [storage]
 */
export function stored(name, storage = globalThis.localStorage) {
  try {
    return JSON.parse(storage?.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Keeps something in the browser, where that is allowed and there is room.
 * @param {string} name
 * @param {unknown} value
 * @param {Storage} [storage]
 */
export function store(name, value, storage = globalThis.localStorage) {
  try {
    storage?.setItem(name, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the library on the server still keeps games.
  }
}

export const settings = new Settings();
