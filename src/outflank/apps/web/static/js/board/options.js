// What a board can be told.

/** @typedef {"black" | "white"} Color */

/**
 * What is written on a square.
 * @typedef {object} Value
 * @property {string} text such as "+3.5"
 * @property {string} [note] in small letters below it, such as a depth
 * @property {"best" | "good" | "inaccuracy" | "mistake" | "blunder" | "plain"} [grade] its colour
 * @property {boolean} [exact] whether it is proved; drawn with a frame
 * @property {string} [spoken] for screen readers, in place of the text
 */

/**
 * A disc that is only thought of.
 * @typedef {object} Ghost
 * @property {string} square
 * @property {Color} color
 * @property {string} text usually a number
 */

/**
 * @typedef {object} Options
 * @property {number} size squares a side, 4 to 16
 * @property {string} discs X, O and - row by row from a1; "" for an empty board
 * @property {Color | null} turn whose discs the dots of legal moves announce
 * @property {readonly string[]} legal squares with a dot
 * @property {string | null} last the square of the last move
 * @property {readonly string[]} flipped squares of discs that the last move turned
 * @property {Readonly<Record<string, Value>>} values
 * @property {Readonly<Record<string, string>>} texts short texts on discs, such as move numbers
 * @property {Readonly<Record<string, string>>} overlay names of marks by square: "stable",
 *   "frontier", "black", "white", "both", "edit"; each is a class `over-NAME` of board.css
 * @property {Readonly<Record<string, number>>} heat from -1 (bad) to 1 (good) by square
 * @property {readonly Ghost[]} ghosts
 * @property {number} symmetry how the board lies, 0 to 7; 3 is half a turn
 * @property {boolean} coordinates
 * @property {boolean} animated whether discs turn smoothly
 * @property {boolean} interactive whether squares can be chosen at all
 * @property {string} label what the board is called to screen readers
 * @property {(square: string, facts: Facts) => string} describe what a square is called to them
 * @property {(square: string) => void} onPlay a square was clicked, tapped or entered
 * @property {(square: string | null) => void} onHover where the mouse or the keyboard is
 * @property {(square: string) => boolean} onHold a finger rests on a square; true if that shows
 *   something, until `onHover` gets null, and is no choice of it
 * @property {((square: string, event: PointerEvent) => void) | null} onDrag if it is there, it gets
 *   every square that the pressed pointer reaches, the first included, and `onPlay` nothing of it
 */

/**
 * What there is on a square.
 * @typedef {object} Facts
 * @property {Color | null} disc
 * @property {boolean} legal
 * @property {boolean} last
 * @property {boolean} flipped
 * @property {Value | undefined} value
 * @property {string | undefined} overlay
 */

/** @type {Options} */
export const DEFAULTS = {
  size: 8,
  discs: "",
  turn: null,
  legal: [],
  last: null,
  flipped: [],
  values: {},
  texts: {},
  overlay: {},
  heat: {},
  ghosts: [],
  symmetry: 0,
  coordinates: true,
  animated: true,
  interactive: true,
  label: "Board",
  describe: (square, facts) =>
    [square, facts.disc ?? "empty", facts.legal && "legal move", facts.last && "last move", facts.value?.text]
      .filter(Boolean)
      .join(", "),
  onPlay: () => {},
  onHover: () => {},
  onHold: () => false,
  onDrag: null,
};
