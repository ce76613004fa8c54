// What is sent to be read: a text, or files together, so that WTHOR finds its names beside its games.

import { address, send } from "./api.js";

/** @typedef {import("./record.js").Game} Game */
/** @typedef {string | readonly File[]} Source */
/** @typedef {{place: string, reason: string, harmless: boolean, line: number, column: number}} Problem */

/**
 * What tells a game from others.
 * @typedef {{plies: number, result: string, openings: {en: string | null, ja: string | null}, dialect: string}} Facts
 */

/**
 * @typedef {object} Found
 * @property {string} format
 * @property {Game[]} games some of them
 * @property {Facts[]} facts of each of these
 * @property {number} total
 * @property {Problem[]} problems
 */

/**
 * What the server makes of it.
 * @param {Source} source
 * @param {{size: number, first?: number, search?: string}} query
 * @returns {Promise<Found>}
 */
export function parsed(source, query) {
  return send(address("/parse", { ...query, lengths: lengthsOf(source) }), bodyOf(source));
}

/**
 * Has all games kept in the library.
 * @param {Source} source
 * @param {number} size
 * @returns {Promise<{added: number, problems: Problem[]}>}
 */
export function imported(source, size) {
  return send(address("/games/import", { size, lengths: lengthsOf(source) }), bodyOf(source));
}

/** @param {Source} source */
function bodyOf(source) {
  return typeof source === "string" ? source : new Blob([...source]);
}

/** @param {Source} source */
function lengthsOf(source) {
  return typeof source === "string" || source.length < 2 ? "" : source.map(({ size }) => size).join();
}

/**
 * Where in a text a problem is, from its first character to behind its last; null if that is not known.
 * @param {string} text
 * @param {Problem} problem
 * @returns {[number, number] | null}
 */
export function placeOf(text, { line, column, reason }) {
  const lines = text.split("\n");
  const content = lines[line - 1];
  if (content === undefined) return null;
  const begin = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  const indent = content.length - content.trimStart().length;
  if (!column) return [begin + indent, begin + content.trimEnd().length];
  const named = /'([^']+)'/.exec(reason)?.[1] ?? "";
  const at = begin + indent + column - 1;
  const isThere = text.slice(at, at + named.length).toLowerCase() === named.toLowerCase();
  return [at, at + (named && isThere ? named.length : 1)];
}
