// Puts the page together.

import { get } from "./api.js";
import { App } from "./app.js";
import { begin } from "./arrivals.js";
import { perform, possible } from "./commands.js";
import { byId } from "./dom.js";
import { latestDrawing } from "./drawing.js";
import { commandFor } from "./keys.js";
import { byPointer } from "./pointer.js";
import { followTheme } from "./theme.js";
import { boardView } from "./views/board_view.js";
import { openEditor } from "./views/editor.js";
import { gamesView } from "./views/games.js";
import { header } from "./views/header.js";
import { matchesView } from "./views/matches.js";
import { nav } from "./views/nav.js";
import { playPanel } from "./views/play_panel.js";
import { players } from "./views/players.js";
import { puzzlesPanel } from "./views/puzzles.js";
import { readDropped } from "./views/reader.js";
import { announcer, notices, status } from "./views/status.js";
import { studyPanel } from "./views/study_panel.js";

/** Where keys are typed; and what presses and choices mean to a control that has the keyboard. */
const MARKED = "input:is([type=radio], [type=checkbox], [type=range], [type=file])";
const TYPED = `textarea, select, input:not(${MARKED})`;
const PRESSED = `button, a, ${MARKED}`;
const CHOSEN = "input:is([type=radio], [type=range])";
const PRESSES = /^(Enter| )$/;
const CHOICES = /^(Arrow.*|Home|End)$/;

followTheme();
const app = new App();
header(app, byId("places"), byId("tools"), byId("banner"));
const board = boardView(app, byId("board"));
players(app, byId("above"), byId("below"));
status(app, byId("status"));
announcer(app, byId("live"));
notices(app, byId("notice"));
nav(app, byId("nav"));
playPanel(app, byId("play-panel"));
studyPanel(app, byId("study-panel"), byId("study-more"));
puzzlesPanel(app, byId("puzzles-panel"));
gamesView(app, byId("games-view"));
matchesView(app, byId("matches-view"));
readDropped(app);

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.key === "Escape" && target.matches("textarea")) return target.blur();
  if (target.matches(TYPED) || (target.matches(PRESSED) && PRESSES.test(event.key))) return;
  const id = commandFor(event);
  // After a click on one of them the arrows still walk the game.
  const walks = id && byPointer() && target.matches("[type=radio]") && possible(app, id);
  if (target.matches(CHOSEN) && CHOICES.test(event.key) && !walks) return;
  const control = event.ctrlKey || event.metaKey;
  if (!control && app.guest?.onKey?.(event.key)) return event.preventDefault();
  // What is pasted comes with the event of that name.
  if (!id || (control && id === "paste")) return;
  event.preventDefault();
  void perform(app, id);
});
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  board.focus();
});
addEventListener("popstate", ({ state }) => {
  document.querySelector("dialog[open]")?.remove();
  if (state?.edit) openEditor(app, latestDrawing(state.edit), state.view);
  else if (state) app.open(state.view);
});
addEventListener("pagehide", () => app.keeper.here());

// What is pressed must not be replaced before it is let go, or nothing would come of it.
const pressable = (/** @type {Event} */ { target }) => target instanceof Element && target.closest("button, a, label") !== null;
addEventListener("pointerdown", (event) => app.press(pressable(event)), true);
addEventListener("keydown", (event) => event.key === " " && app.press(pressable(event)), true);
for (const end of ["click", "pointercancel", "keyup", "blur"]) addEventListener(end, () => app.press(false));
addEventListener("pointerup", () => setTimeout(() => app.press(false)));

const about = get("/about");
const edit = await begin(app);
if (edit) await app.attempt(async () => openEditor(app, edit));
app.about = await about;
app.emit();
requestAnimationFrame(() => (document.body.dataset["ready"] = "true"));
