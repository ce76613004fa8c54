// The window for how the page looks and behaves.

import { h } from "../dom.js";
import { settings } from "../settings.js";
import { t } from "../text.js";
import { field, openDialog, segments, select, toggle } from "./dialog.js";

/** @typedef {import("../settings.js").Values} Values */

const SWITCHES = /** @type {const} */ (["legal", "flipped", "numbers", "coordinates", "animated", "autopass", "byBlack"]);

export function openSettings() {
  const body = h("div.stack");
  const draw = () => {
    const { language, theme, felt, name, ...switches } = settings.values;
    const own = h("input", { value: name, maxlength: 60, autocomplete: "name", placeholder: t("you"), onchange: () => settings.set({ name: own.value.trim() }) });
    body.replaceChildren(
      field(t("language"), select([["en", "English"], ["ja", "日本語"], ["fr", "Français"]], language, (choice) => change({ language: /** @type {Values["language"]} */ (choice) }), { name: "language" })),
      segments("theme", t("theme"), [["auto", t("theme_auto")], ["light", t("theme_light")], ["dark", t("theme_dark")]], theme, (choice) => settings.set({ theme: choice })),
      segments("felt", t("felt"), [["green", t("felt_green")], ["blue", t("felt_blue")], ["grey", t("felt_grey")]], felt, (choice) => settings.set({ felt: choice })),
      field(t("your_name"), own),
      ...SWITCHES.map((key) => toggle(t(`set_${key}`), switches[key], (on) => settings.set({ [key]: on }))),
    );
  };
  const change = (/** @type {Partial<Values>} */ changes) => {
    settings.set(changes);
    draw();
    heading.textContent = t("settings");
    body.querySelector("select")?.focus();
  };
  draw();
  const { dialog } = openDialog(t("settings"), () => body);
  const heading = /** @type {HTMLElement} */ (dialog.querySelector("h2"));
}
