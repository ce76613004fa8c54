// Whether a mouse or a finger brought the keyboard to where it is, or the Tab key.

let isLast = false;

addEventListener("pointerdown", () => (isLast = true), true);
addEventListener("keydown", ({ key }) => key === "Tab" && (isLast = false), true);

export const byPointer = () => isLast;
