// What board/ does in a page of someone else's, without a server.

import { Board } from "./board.js";
import { indexOf } from "./squares.js";

const said = /** @type {HTMLElement} */ (document.getElementById("said"));

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const diagram = new Board(element("diagram"), {
  discs: "---------------------------OX------XXX--------------------------",
  turn: "white",
  legal: ["d6", "f4", "f6"],
  last: "f5",
  flipped: ["e5"],
  values: {
    d6: { text: "0.0", note: "14", grade: "best" },
    f6: { text: "-1", grade: "inaccuracy", exact: true },
    f4: { text: "-8", note: "12@73%", grade: "blunder" },
  },
  onPlay: (square) => {
    said.textContent = `You chose ${square}.`;
    if (!diagram.options.legal.includes(square)) diagram.refuse(square);
  },
});

let drawn = "-".repeat(36);
const paint = new Board(element("paint"), {
  size: 6,
  discs: drawn,
  onDrag: (square) => {
    const at = indexOf(square, 6);
    const next = drawn[at] === "X" ? "O" : drawn[at] === "O" ? "-" : "X";
    drawn = drawn.slice(0, at) + next + drawn.slice(at + 1);
    paint.set({ discs: drawn });
  },
});

new Board(element("plain"), {
  size: 4,
  discs: "-X--OXX--XXX--O-",
  coordinates: false,
  symmetry: 5,
  interactive: false,
  texts: { b1: "1", a2: "2", c2: "3" },
  overlay: { a1: "both", c4: "stable" },
});
