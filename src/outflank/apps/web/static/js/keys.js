// Which key does what; what it does is in commands.js, what it is called in the texts.

/** Keys as KeyboardEvent.key, with Ctrl+ and, for letters and arrows, Shift+ before. */
export const KEYS = /** @type {const} */ ({
  back: ["ArrowLeft", "k"],
  forward: ["ArrowRight", "j"],
  first: ["Home", "0"],
  last: ["End", "$"],
  variation_before: ["ArrowUp"],
  variation_after: ["ArrowDown"],
  take_back: ["Backspace", "Ctrl+z", "u"],
  redo: ["y", "Ctrl+y"],
  pass: ["Enter"],
  engine_move: [" "],
  hint: ["h"],
  stop: ["Escape"],
  new_game: ["n", "Ctrl+i"],
  swap: ["s"],
  resign: ["g"],
  values: ["v", "l"],
  review: ["a"],
  next_mistake: ["m"],
  previous_mistake: ["Shift+M"],
  overlay: ["i"],
  promote: ["+"],
  delete: ["x", "Delete"],
  paste: ["p", "Ctrl+v"],
  open: ["o", "Ctrl+o"],
  save: ["Ctrl+s"],
  copy: ["c"],
  edit: ["e"],
  turn: ["f"],
  mirror: ["Shift+F"],
  theme: ["d"],
  help: ["?"],
});

/** @typedef {keyof typeof KEYS} CommandId */

/**
 * The command that a key stands for.
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean, shiftKey: boolean}} event
 */
export function commandFor({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  if (altKey) return null;
  const control = ctrlKey || metaKey;
  const shift = shiftKey && /^([A-Za-z]|Arrow.*)$/.test(key);
  const name = (control ? "Ctrl+" : "") + (shift ? "Shift+" : "") + (control ? key.toLowerCase() : key);
  const ids = /** @type {CommandId[]} */ (Object.keys(KEYS));
  return ids.find((id) => /** @type {readonly string[]} */ (KEYS[id]).includes(name)) ?? null;
}
