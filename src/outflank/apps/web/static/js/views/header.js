// The bar on top: where one can go, and how the page looks.

import { waiting } from "../api.js";
import { perform } from "../commands.js";
import { fill, h, iconButton } from "../dom.js";
import { VIEWS } from "../link.js";
import { settings } from "../settings.js";
import { t, translate } from "../text.js";
import { nowDark } from "../theme.js";
import { openSettings } from "./settings_view.js";

/**
 * @param {import("../app.js").App} app
 * @param {HTMLElement} places
 * @param {HTMLElement} tools
 * @param {HTMLElement} banner
 */
export function header(app, places, tools, banner) {
  const draw = () => {
    translate(document);
    fill(
      places,
      ...VIEWS.map((view) =>
        h("button", { type: "button", "data-key": view, "aria-current": app.view === view ? "page" : null, onclick: () => app.open(view) }, t(`view_${view}`)),
      ),
    );
    fill(
      tools,
      iconButton(nowDark() ? "sun" : "moon", t("do_theme"), () => void perform(app, "theme"), { key: "theme" }),
      iconButton("gear", t("settings"), openSettings),
      iconButton("help", t("do_help"), () => void perform(app, "help")),
    );
  };
  app.on(draw);
  settings.on(draw);
  waiting.on((why) => {
    banner.hidden = !why;
    banner.textContent = why;
  });
  draw();
}
