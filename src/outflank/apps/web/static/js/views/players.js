// The two players: colour, name, discs, clock.

import { clockText, other } from "../clock.js";
import { h } from "../dom.js";
import { writtenName } from "../names.js";
import { HUMAN, now } from "../play.js";
import { t } from "../text.js";

/** @typedef {import("../board/options.js").Color} Color */

/**
 * @param {import("../app.js").App} app
 * @param {HTMLElement} above
 * @param {HTMLElement} below
 */
export function players(app, above, below) {
  const bars = [above, below].map((element) => {
    const parts = { disc: h("span"), name: h("span.name"), clock: h("span.clock", { role: "timer" }), count: h("span.count") };
    element.replaceChildren(parts.disc, parts.name, parts.clock, parts.count);
    return { element, parts };
  });
  const draw = () => {
    const lower = app.symmetry & 2 ? "white" : "black";
    bars.forEach(({ element, parts }, index) => drawBar(app, index ? lower : other(lower), element, parts));
  };
  app.on(draw);
  app.play.on(({ tick }) => {
    if (tick) draw();
  });
  draw();
}

/**
 * @param {import("../app.js").App} app
 * @param {Color} color
 * @param {HTMLElement} element
 * @param {Record<"disc" | "name" | "clock" | "count", HTMLElement>} parts
 */
function drawBar(app, color, element, { disc, name, clock, count }) {
  const { play, session, view } = app;
  const position = session.position;
  const turn = view === "play" ? (play.live.position?.turn ?? null) : (position?.turn ?? null);
  element.classList.toggle("turn", turn === color && !session.result);
  element.dataset["color"] = color;
  disc.className = `mini ${color}${view === "play" && play.stage === "think" && turn === color ? " thinking" : ""}`;
  name.textContent = playerName(app, color);
  count.textContent = String(position?.discs[color] ?? "");
  count.setAttribute("aria-label", t("discs_of", { color: t(color), count: position?.discs[color] ?? 0 }));
  const shown = view === "play" && play.clock.control.kind !== "none" && play.isTimed(color);
  clock.hidden = !shown;
  if (!shown) return;
  const left = play.clock.remaining(color, now());
  clock.textContent = clockText(left);
  clock.classList.toggle("short", left < 10);
}

/**
 * @param {import("../app.js").App} app
 * @param {Color} color
 */
function playerName(app, color) {
  const player = app.play.players[color];
  if (player !== HUMAN) return app.nameOf(player);
  const known = app.session.tags[color === "black" ? "Black" : "White"];
  if (app.view !== "play") return known ? writtenName(known) : t(color);
  const both = app.play.players.black === HUMAN && app.play.players.white === HUMAN;
  return both ? t(color) : app.nameOf(HUMAN);
}
