// Light or dark, and the colour of the board.

import { settings } from "./settings.js";

const prefersDark = matchMedia("(prefers-color-scheme: dark)");

export function nowDark() {
  const { theme } = settings.values;
  return theme === "dark" || (theme === "auto" && prefersDark.matches);
}

function apply() {
  const { dataset } = document.documentElement;
  dataset["theme"] = nowDark() ? "dark" : "light";
  dataset["felt"] = settings.values.felt;
  document.documentElement.lang = settings.values.language;
}

/** Follows the settings and the system. */
export function followTheme() {
  apply();
  settings.on(apply);
  prefersDark.addEventListener("change", apply);
}
