// A board that shows what it is told and says which square was chosen. It holds no rules.
//
//     import { Board } from "./board.js";
//     const board = new Board(element, { size: 8, onPlay: (square) => console.log(square) });
//     board.set({ discs: "...", turn: "black", legal: ["d3", "c4"], last: "f5", flipped: ["e5"] });
//
// Needs board.css. Works with mouse, touch, keyboard and screen readers.

import { Cell } from "./cell.js";
import { Hold } from "./hold.js";
import { DEFAULTS } from "./options.js";
import { LETTERS, distance, indexOf, nameOf, placeOf, shownAt } from "./squares.js";

/** @import { Color, Options } from "./options.js" */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  /**
   * @param {HTMLElement} element is filled; its width is the board's
   * @param {Partial<Options>} [options]
   */
  constructor(element, options = {}) {
    this.element = element;
    /** @type {Options} */
    this.options = { ...DEFAULTS };
    /** @type {Map<string, Cell>} */
    this.cells = new Map();
    this.focused = "a1";
    /** @type {string | null} */
    this.dragged = null;
    this.grid = document.createElement("div");
    this.grid.className = "ob-grid";
    this.grid.setAttribute("role", "grid");
    this.listen();
    this.build({ ...DEFAULTS, ...options });
  }

  /**
   * Changes some options and shows the result.
   * @param {Partial<Options>} changes
   */
  set(changes) {
    const next = { ...this.options, ...changes };
    const rebuilt = ["size", "symmetry", "coordinates"].some(
      (name) => next[/** @type {keyof Options} */ (name)] !== this.options[/** @type {keyof Options} */ (name)],
    );
    if (rebuilt) this.build(next);
    else this.render(next);
  }

  /** Puts the keyboard on the board. */
  focus() {
    this.cells.get(this.focused)?.element.focus();
  }

  /**
   * Shows that a square cannot be chosen.
   * @param {string} square
   */
  refuse(square) {
    this.cells.get(square)?.flash("ob-refused");
  }

  /** @param {Options} options */
  build(options) {
    const { size, symmetry } = options;
    if (![4, 6, 8, 10, 12, 14, 16].includes(size)) {
      throw new RangeError(`bad board size ${size}: expected an even number from 4 to 16`);
    }
    this.cells.clear();
    const rows = Array.from({ length: size }, (_, row) => {
      const line = document.createElement("div");
      line.className = "ob-row";
      line.setAttribute("role", "row");
      for (let column = 0; column < size; column++) {
        const square = shownAt(column, row, size, symmetry);
        const cell = new Cell(square, isStar(square, size));
        this.cells.set(square, cell);
        line.append(cell.element);
      }
      return line;
    });
    this.grid.replaceChildren(...rows);
    this.element.classList.add("ob-board");
    this.element.classList.toggle("ob-bare", !options.coordinates);
    this.element.style.setProperty("--ob-size", String(size));
    this.element.replaceChildren(...(options.coordinates ? this.rulers(size, symmetry) : []), this.grid);
    if (!this.cells.has(this.focused)) this.focused = "a1";
    this.render({ ...options, animated: false });
    this.options = options;
  }

  /**
   * Letters above and numbers beside the squares, or the other way round.
   * @param {number} size
   * @param {number} symmetry
   */
  rulers(size, symmetry) {
    return ["ob-top", "ob-side"].map((side) => {
      const ruler = document.createElement("div");
      ruler.className = `ob-ruler ${side}`;
      ruler.setAttribute("aria-hidden", "true");
      for (let index = 0; index < size; index++) {
        const top = side === "ob-top";
        const square = top ? shownAt(index, 0, size, symmetry) : shownAt(0, index, size, symmetry);
        const [column, row] = placeOf(square);
        const text = document.createElement("span");
        text.textContent = top === !(symmetry & 4) ? (LETTERS[column] ?? "") : String(row + 1);
        ruler.append(text);
      }
      return ruler;
    });
  }

  /** @param {Options} options */
  render(options) {
    const before = this.options;
    this.options = options;
    const legal = new Set(options.legal);
    const flipped = new Set(options.flipped);
    const ghosts = new Map(options.ghosts.map((ghost) => [ghost.square, ghost]));
    this.grid.setAttribute("aria-label", options.label);
    this.element.classList.toggle("ob-still", !options.animated);
    this.element.classList.toggle("ob-passive", !options.interactive);
    this.element.dataset["turn"] = options.turn ?? "";
    for (const [square, cell] of this.cells) {
      const disc = discAt(options.discs, indexOf(square, options.size));
      const facts = {
        disc,
        legal: legal.has(square),
        last: options.last === square,
        flipped: flipped.has(square),
        value: options.values[square],
        overlay: options.overlay[square],
      };
      cell.show({
        facts,
        name: options.describe(square, facts),
        text: options.texts[square],
        heat: options.heat[square],
        ghost: ghosts.get(square),
        // Discs turn one after the other, away from the disc that was put down.
        wait: options.animated && options.last && before.last !== options.last ? distance(square, options.last) : 0,
        animated: options.animated,
        reachable: square === this.focused,
      });
    }
  }

  listen() {
    const { grid } = this;
    grid.addEventListener("pointerdown", (event) => {
      const square = squareOf(event.target);
      // The keyboard stays where it was: a click on the board should not take the arrow keys.
      event.preventDefault();
      if (!square || !this.options.interactive) return;
      this.moveTo(square);
      if (!this.options.onDrag) return;
      this.dragged = square;
      this.options.onDrag(square, event);
    });
    grid.addEventListener("pointermove", (event) => {
      if (this.dragged === null || !this.options.onDrag || !event.buttons) return;
      const square = squareOf(document.elementFromPoint(event.clientX, event.clientY));
      if (!square || square === this.dragged) return;
      this.dragged = square;
      this.options.onDrag(square, event);
    });
    grid.addEventListener("contextmenu", (event) => {
      if (this.options.onDrag) event.preventDefault();
    });
    grid.addEventListener("pointerup", () => (this.dragged = null));
    grid.addEventListener("click", (event) => {
      const square = squareOf(event.target);
      if (square && this.options.interactive && !this.options.onDrag) this.options.onPlay(square);
    });
    grid.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.options.onHover(squareOf(event.target));
    });
    new Hold(grid, (target) => this.rest(squareOf(target)));
    grid.addEventListener("pointerleave", () => this.options.onHover(null));
    grid.addEventListener("focusin", (event) => {
      const square = squareOf(event.target);
      if (square) this.moveTo(square);
      this.options.onHover(square);
    });
    grid.addEventListener("focusout", () => this.options.onHover(null));
    grid.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** @param {string | null} square where a finger rests; null when it is lifted */
  rest(square) {
    const { interactive, onDrag, onHold, onHover } = this.options;
    if (square) return interactive && !onDrag && onHold(square);
    onHover(null);
    return false;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const square = squareOf(event.target);
    if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    if (arrow && !event.shiftKey) this.step(square, arrow[0] ?? 0, arrow[1] ?? 0);
    else if (event.key === "Enter" && this.options.interactive) this.options.onPlay(square);
    else if (event.key === "Escape") this.cells.get(square)?.element.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {string} square
   * @param {number} right
   * @param {number} down
   */
  step(square, right, down) {
    const { size, symmetry } = this.options;
    const shown = [...this.cells.keys()];
    const at = shown.indexOf(square);
    const column = (at % size) + right;
    const row = Math.floor(at / size) + down;
    if (column < 0 || column >= size || row < 0 || row >= size) return;
    this.cells.get(shownAt(column, row, size, symmetry))?.element.focus();
  }

  /** @param {string} square the one that the Tab key reaches */
  moveTo(square) {
    this.cells.get(this.focused)?.reach(false);
    this.focused = square;
    this.cells.get(square)?.reach(true);
  }
}

/** @param {EventTarget | null} target */
function squareOf(target) {
  const cell = target instanceof Element ? target.closest(".ob-cell") : null;
  return cell instanceof HTMLElement ? (cell.dataset["square"] ?? null) : null;
}

/**
 * @param {string} discs
 * @param {number} index
 * @returns {Color | null}
 */
function discAt(discs, index) {
  const letter = discs[index];
  return letter === "X" ? "black" : letter === "O" ? "white" : null;
}

/**
 * Whether a dot marks the upper left corner of a square, as the four dots of a board do.
 * @param {string} square
 * @param {number} size
 */
function isStar(square, size) {
  return size >= 6 && [nameOf(2, 2), nameOf(size - 2, 2), nameOf(2, size - 2), nameOf(size - 2, size - 2)].includes(square);
}
