// Windows in front of the page.

import { h, iconButton } from "../dom.js";
import { t } from "../text.js";

/**
 * Opens one; it closes with Escape, its cross, or `close`.
 * @param {string} title
 * @param {(close: () => void) => (import("../dom.js").Child | import("../dom.js").Child[])} content
 * @param {{wide?: boolean}} [options]
 */
export function openDialog(title, content, { wide = false } = {}) {
  // At once, so that the next key does not go to a field that is no longer seen.
  const close = () => {
    dialog.close();
    dialog.remove();
  };
  const heading = h("h2", { id: "dialog-title" }, title);
  const dialog = h(
    "dialog",
    { "aria-labelledby": "dialog-title", class: wide ? "wide" : null },
    h("div.dialog-head", {}, heading),
    h("div.dialog-body", {}, ...[content(close)].flat()),
    // The last one that the keyboard comes to.
    iconButton("close", t("close"), close),
  );
  // A press on what is behind it, and not one that began inside, closes it.
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target === dialog) close();
  });
  dialog.addEventListener("cancel", (event) => {
    if (event.target !== dialog) return;
    event.preventDefault();
    close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.querySelector("dialog[open]")?.remove();
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, close };
}

/**
 * Asks before something that cannot be taken back.
 * @param {string} title
 * @param {string} question
 * @param {{no?: string, yes: string}} answers
 * @param {() => void} act what is done after a yes
 */
export function ask(title, question, { no = t("cancel"), yes }, act) {
  openDialog(title, (close) => [
    h("p", {}, question),
    h(
      "div.actions",
      {},
      h("button", { type: "button", onclick: close }, no),
      h(
        "button.danger",
        {
          type: "button",
          onclick: () => {
            close();
            act();
          },
        },
        yes,
      ),
    ),
  ]);
}

/**
 * A choice between a few, all in sight.
 * @template {string} T
 * @param {string} name
 * @param {string} legend
 * @param {readonly (readonly [T, string])[]} choices
 * @param {T} chosen
 * @param {(choice: T) => void} onChoice
 */
export function segments(name, legend, choices, chosen, onChoice) {
  return h(
    "fieldset.segments",
    {},
    h("legend", {}, legend),
    h(
      "div",
      {},
      ...choices.map(([value, text]) =>
        h(
          "label",
          {},
          h("input", { type: "radio", name, value, checked: value === chosen, "data-key": `${name}-${value}`, onchange: () => onChoice(value) }),
          h("span", {}, text),
        ),
      ),
    ),
  );
}

let fields = 0;

/**
 * A control with its name above it and words of help below.
 * @param {import("../dom.js").Child} label
 * @param {HTMLElement} control
 * @param {string} [help]
 * @param {string} [kind] a class
 */
export function field(label, control, help = "", kind = "") {
  control.id ||= `field-${control.getAttribute("name") ?? ++fields}`;
  if (help) control.setAttribute("aria-describedby", `${control.id}-help`);
  return h(
    "div",
    { class: `field ${kind}`.trim() },
    h("label", { for: control.id }, label),
    control,
    help && h("small", { id: `${control.id}-help` }, help),
  );
}

/**
 * @param {readonly (readonly [string, string])[]} options
 * @param {string} chosen
 * @param {(choice: string) => void} onChoice
 * @param {Record<string, unknown>} [attributes]
 */
export function select(options, chosen, onChoice, attributes = {}) {
  const element = h(
    "select",
    { ...attributes, onchange: () => onChoice(element.value) },
    ...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
  );
  return element;
}

/**
 * A switch.
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} onChange
 * @param {string} [key]
 */
export function toggle(label, on, onChange, key) {
  const input = h("input", { type: "checkbox", role: "switch", checked: on, "data-key": key, onchange: () => onChange(input.checked) });
  return h("label.toggle", {}, input, h("span", {}, label));
}
