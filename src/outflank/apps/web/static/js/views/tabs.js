// Pages of which one is in sight.

import { h } from "../dom.js";
import { byPointer } from "../pointer.js";
import { settings } from "../settings.js";
import { t } from "../text.js";

/**
 * @param {import("../app.js").App} app
 * @param {HTMLElement} element
 * @param {[("features" | "database"), (element: HTMLElement, isOpen: () => boolean) => (open: boolean) => void][]} pages
 *   each page is made once, and told when it comes into sight
 */
export function tabs(app, element, pages) {
  let open = pages[0]?.[0];
  const made = pages.map(([name, make]) => {
    const panel = h("div.tab-page", { role: "tabpanel", id: `page-${name}`, "aria-labelledby": `tab-${name}`, tabindex: 0 });
    const tab = h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `page-${name}`, onclick: () => show(name) });
    return { name, panel, tab, onShow: make(panel, () => open === name) };
  });
  const list = h("div.tabs", { role: "tablist", "aria-label": t("more") }, ...made.map(({ tab }) => tab));
  list.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || byPointer()) return;
    event.preventDefault();
    event.stopPropagation();
    const next = made[(made.findIndex(({ name }) => name === open) + step + made.length) % made.length];
    if (next) show(next.name);
    next?.tab.focus();
  });
  /** @param {typeof open} name */
  const show = (name) => {
    open = name;
    label();
    for (const page of made) page.onShow(page.name === name && app.view === "study");
  };
  const label = () => {
    for (const { name, tab, panel } of made) {
      tab.textContent = t(`tab_${name}`);
      tab.setAttribute("aria-selected", String(name === open));
      tab.tabIndex = name === open ? 0 : -1;
      panel.hidden = name !== open;
    }
  };
  settings.on(label);
  element.replaceChildren(list, ...made.map(({ panel }) => panel));
  let view = app.view;
  app.on(() => {
    if (app.view === view) return;
    view = app.view;
    show(open);
  });
  show(open);
}
