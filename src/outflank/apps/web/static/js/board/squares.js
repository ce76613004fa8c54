// Squares by name, and where they lie on a board that may be turned or mirrored.

export const LETTERS = "abcdefghijklmnop";

/**
 * The name of a square: `nameOf(5, 4)` is "f5".
 * @param {number} column from 0
 * @param {number} row from 0
 */
export function nameOf(column, row) {
  return `${LETTERS[column]}${row + 1}`;
}

/**
 * Column and row of a square, from 0.
 * @param {string} name such as "f5"
 * @returns {[number, number]}
 */
export function placeOf(name) {
  return [LETTERS.indexOf(name.charAt(0)), Number(name.slice(1)) - 1];
}

/**
 * Index of a square in a board text read row by row.
 * @param {string} name
 * @param {number} size
 */
export function indexOf(name, size) {
  const [column, row] = placeOf(name);
  return row * size + column;
}

/**
 * How many of the eight ways to lay a board there are: bit 1 mirrors left and right, bit 2 top and
 * bottom, bit 4 swaps rows and columns first; 3 is half a turn.
 */
export const SYMMETRIES = 8;

/**
 * The square that is shown at a column and row of the picture.
 * @param {number} column
 * @param {number} row
 * @param {number} size
 * @param {number} symmetry 0 to 7
 */
export function shownAt(column, row, size, symmetry) {
  if (symmetry & 1) column = size - 1 - column;
  if (symmetry & 2) row = size - 1 - row;
  return symmetry & 4 ? nameOf(row, column) : nameOf(column, row);
}

/**
 * How far apart two squares are, in steps of a king.
 * @param {string} one
 * @param {string} other
 */
export function distance(one, other) {
  const [c, r] = placeOf(one);
  const [column, row] = placeOf(other);
  return Math.max(Math.abs(c - column), Math.abs(r - row));
}
