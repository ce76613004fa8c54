// One square of a board: its elements, changed only where something changed.

/** @import { Facts, Ghost } from "./options.js" */

/**
 * @typedef {object} Look
 * @property {Facts} facts
 * @property {string} name for screen readers
 * @property {string | undefined} text on a disc
 * @property {number | undefined} heat
 * @property {Ghost | undefined} ghost
 * @property {number} wait steps from the disc that was put down
 * @property {boolean} animated
 * @property {boolean} reachable by the Tab key
 */

export class Cell {
  /**
   * @param {string} square
   * @param {boolean} star
   */
  constructor(square, star) {
    this.element = document.createElement("div");
    this.element.className = star ? "ob-cell ob-star" : "ob-cell";
    this.element.setAttribute("role", "gridcell");
    this.element.dataset["square"] = square;
    /** @type {import("./options.js").Color | null} */
    this.disc = null;
    /** @type {HTMLElement | null} */
    this.discElement = null;
    this.content = "";
  }

  /** @param {boolean} reachable */
  reach(reachable) {
    this.element.tabIndex = reachable ? 0 : -1;
  }

  /** @param {Look} look */
  show(look) {
    const { facts, text, heat, ghost } = look;
    const { element } = this;
    this.reach(look.reachable);
    if (element.getAttribute("aria-label") !== look.name) element.setAttribute("aria-label", look.name);
    element.classList.toggle("ob-legal", facts.legal);
    element.classList.toggle("ob-last", facts.last);
    element.classList.toggle("ob-flipped", facts.flipped);
    this.showDisc(look);
    // What lies on the disc is rebuilt as a whole, but only if it is another.
    const content = JSON.stringify([facts.value, facts.overlay, text, heat, ghost]);
    if (content === this.content) return;
    this.content = content;
    const parts = [];
    if (heat) parts.push(heatPart(heat));
    if (facts.overlay) parts.push(part(`ob-over over-${facts.overlay}`));
    if (text) parts.push(part("ob-text", text));
    if (ghost) parts.push(part(`ob-ghost ob-${ghost.color}`, ghost.text));
    else if (facts.value) parts.push(valuePart(facts.value));
    element.replaceChildren(...(this.discElement ? [this.discElement] : []), ...parts);
  }

  /** @param {Look} look */
  showDisc({ facts: { disc }, wait, animated }) {
    if (disc === this.disc) return;
    const before = this.disc;
    this.disc = disc;
    if (!disc) {
      this.discElement?.remove();
      this.discElement = null;
      return;
    }
    if (!this.discElement) {
      this.discElement = part("");
      this.element.prepend(this.discElement);
    }
    const motion = !animated ? "" : before ? " ob-turning" : wait === 0 ? " ob-placed" : "";
    this.discElement.className = `ob-disc ob-${disc}${motion}`;
    this.discElement.style.animationDelay = motion && before ? `${Math.min(wait, 8) * 35}ms` : "";
  }

  /** @param {string} name of a class whose animation runs once */
  flash(name) {
    this.element.classList.remove(name);
    void this.element.offsetWidth; // starts the animation anew
    this.element.classList.add(name);
    this.element.addEventListener("animationend", () => this.element.classList.remove(name), { once: true });
  }
}

/**
 * @param {string} name
 * @param {string} [text]
 */
function part(name, text = "") {
  const element = document.createElement("span");
  element.className = name;
  element.textContent = text;
  element.setAttribute("aria-hidden", "true");
  return element;
}

/** @param {import("./options.js").Value} value */
function valuePart(value) {
  const element = part(`ob-value ob-${value.grade ?? "plain"}${value.exact ? " ob-exact" : ""}`);
  element.append(part("ob-number", value.text));
  if (value.note) element.append(part("ob-note", value.note));
  return element;
}

/** @param {number} heat */
function heatPart(heat) {
  const element = part(`ob-heat ob-${heat > 0 ? "good" : "bad"}`);
  element.style.opacity = String(Math.min(1, 0.15 + 0.75 * Math.abs(heat)));
  return element;
}
