// Elements. Text is always text: nothing here reads markup.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element: `h("button.main", { onclick: act, "aria-label": "Play" }, "Play")`. Functions listen,
 * `true` sets an attribute, `false`, `null` and `undefined` leave it out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T | `${T}.${string}`} name a tag, and classes behind dots
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(name, attributes = {}, ...children) {
  const [tag = "", ...classes] = name.split(".");
  const element = /** @type {HTMLElementTagNameMap[T]} */ (document.createElement(tag));
  if (classes.length) element.className = classes.join(" ");
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(attribute.slice(2), /** @type {EventListener} */ (value));
    else if (value !== false && value != null) element.setAttribute(attribute, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * The same for pictures.
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== false && value != null) element.setAttribute(attribute, String(value));
  }
  element.append(...present(children));
  return element;
}

/** @param {Child[]} children */
function present(children) {
  return children.filter((child) => child !== null && child !== undefined && child !== false).map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * Gives an element other children. What looks the same stays, with what it does when pressed; so
 * that must not depend on more than can be seen, or be asked when it happens. The keyboard stays
 * where it is, or goes to the new element with the same `data-key`.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  const active = document.activeElement;
  const key = active instanceof HTMLElement && element.contains(active) ? active.dataset["key"] : undefined;
  merge(element, present(children));
  if (key === undefined || element.contains(document.activeElement)) return;
  for (const candidate of element.querySelectorAll("[data-key]")) {
    if (candidate instanceof HTMLElement && candidate.dataset["key"] === key) candidate.focus({ preventScroll: true });
  }
}

/**
 * @param {Node} parent
 * @param {(Node | string)[]} children
 */
function merge(parent, children) {
  const old = [...parent.childNodes];
  children.forEach((child, index) => {
    const fresh = typeof child === "string" ? document.createTextNode(child) : child;
    const known = old[index];
    if (fresh === known) return;
    if (known && known.cloneNode(false).isEqualNode(fresh.cloneNode(false))) merge(known, [...fresh.childNodes]);
    else if (known) parent.replaceChild(fresh, known);
    else parent.appendChild(fresh);
  });
  for (const known of old.slice(children.length)) if (known.parentNode === parent) parent.removeChild(known);
}

/**
 * An element of the page that must be there.
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** @type {Record<string, string>} strokes on a square of 24 */
const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  turn: "M5 9a8 8 0 0 1 14 1M19 15a8 8 0 0 1-14-1M19 4v6h-6M5 20v-6h6",
  undo: "M9 5L4 10l5 5M4 10h9a6 6 0 0 1 0 12h-3",
  redo: "M15 5l5 5-5 5M20 10h-9a6 6 0 0 0 0 12h3",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9V15h7v-1.1A6 6 0 0 0 12 3z",
  flag: "M6 21V4M6 5c4-3 8 3 13 0v9c-5 3-9-3-13 0",
  swap: "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4",
  play: "M8 5l11 7-11 7z",
  stop: "M7 7h10v10H7z",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01",
  open: "M4 19V6h6l2 2h8v11z",
  edit: "M4 20l1-5L16 4l4 4L9 19z",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  up: "M12 20V5M5 12l7-7 7 7",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  moon: "M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10z",
  gear: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  link: "M10 14l4-4M8 12l-3 3a3.5 3.5 0 0 0 5 5l3-3M16 12l3-3a3.5 3.5 0 0 0-5-5l-3 3",
  next: "M5 5l8 7-8 7zM15 5v14M19 5v14",
  chart: "M4 20h16M4 16l5-6 4 3 7-8",
  save: "M12 4v11M7 10l5 5 5-5M4 20h16",
};

/** @param {string} name */
export function icon(name) {
  const path = ICONS[name];
  if (!path) throw new Error(`no icon ${name}`);
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: path }));
}

/**
 * A button with an icon, and a name that is shown or only spoken.
 * @param {string} name of the icon
 * @param {string} label
 * @param {() => void} act
 * @param {{shown?: boolean, key?: string, class?: string}} [options]
 */
export function iconButton(name, label, act, { shown = false, key = name, class: extra = "" } = {}) {
  return h(
    "button",
    { type: "button", class: `tool ${extra}`.trim(), "data-key": key, title: shown ? null : label, "aria-label": shown ? null : label, onclick: act },
    icon(name),
    shown && h("span", {}, label),
  );
}
