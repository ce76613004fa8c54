// What can be done with a key or a button.

import { Channel } from "./api.js";
import { moveName } from "./names.js";
import { settings } from "./settings.js";
import { t } from "./text.js";
import { nowDark } from "./theme.js";
import { PASS } from "./tree.js";
import { openCopy } from "./views/copy.js";
import { ask } from "./views/dialog.js";
import { openEditor } from "./views/editor.js";
import { openHelp } from "./views/help.js";
import { openNewGame } from "./views/new_game.js";
import { openReader } from "./views/reader.js";
import { askResign } from "./views/resign.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./keys.js").CommandId} CommandId */

/**
 * @typedef {object} Command
 * @property {(app: App) => unknown} run
 * @property {(app: App) => boolean} [can] whether it makes sense now
 */

const hints = new Channel("/analysis");
const helpers = new Channel("/play");

const onBoard = (/** @type {App} */ app) => !app.guest && ["play", "study"].includes(app.view);
const inStudy = (/** @type {App} */ app) => !app.guest && app.view === "study";
const inPlay = (/** @type {App} */ app) => !app.guest && app.view === "play";
const isDecided = (/** @type {App} */ app) => inPlay(app) && app.play.isDecided;

/** @type {Record<CommandId, Command>} */
export const COMMANDS = {
  back: { run: (app) => app.session.goTo(app.session.cursor.parent), can: onBoard },
  forward: { run: (app) => app.session.goTo(app.session.cursor.children[0]), can: onBoard },
  first: { run: (app) => app.session.goTo(app.session.root), can: onBoard },
  last: { run: (app) => app.session.goTo(inPlay(app) ? app.play.live : app.session.cursor.end), can: onBoard },
  variation_before: { run: (app) => app.session.goTo(app.session.cursor.sibling(-1)), can: onBoard },
  variation_after: { run: (app) => app.session.goTo(app.session.cursor.sibling(1)), can: onBoard },
  take_back: { run: takeBack, can: onBoard },
  redo: { run: redo, can: onBoard },
  pass: { run: (app) => playSquare(app, PASS), can: (app) => onBoard(app) && mustPass(app) },
  engine_move: { run: engineMove, can: onBoard },
  hint: { run: hint, can: onBoard },
  stop: { run: stop },
  new_game: { run: openNewGame },
  swap: { run: swap, can: inPlay },
  resign: { run: askResign, can: (app) => inPlay(app) && app.play.canResign },
  values: { run: (app) => app.analysis.turn(!app.analysis.isOn), can: inStudy },
  review: { run: review, can: onBoard },
  next_mistake: { run: (app) => app.session.goTo(app.review.next(1)), can: inStudy },
  previous_mistake: { run: (app) => app.session.goTo(app.review.next(-1)), can: inStudy },
  overlay: { run: (app) => app.teaching.next(), can: inStudy },
  promote: { run: (app) => app.session.promote(app.session.cursor), can: inStudy },
  delete: { run: remove, can: inStudy },
  paste: { run: (app) => openReader(app) },
  open: { run: (app) => openReader(app, true) },
  save: { run: save },
  copy: { run: openCopy, can: onBoard },
  edit: { run: openEditor, can: onBoard },
  turn: { run: (app) => lay(app, app.symmetry ^ 3) },
  mirror: { run: (app) => lay(app, (app.symmetry + 1) & 7) },
  theme: { run: () => settings.set({ theme: nowDark() ? "light" : "dark" }) },
  help: { run: openHelp },
};

/**
 * Whether a command makes sense now.
 * @param {App} app
 * @param {CommandId} id
 */
export function possible(app, id) {
  return COMMANDS[id].can?.(app) ?? true;
}

/**
 * Does a command, if it makes sense now.
 * @param {App} app
 * @param {CommandId} id
 */
export async function perform(app, id) {
  if (possible(app, id)) await app.attempt(async () => COMMANDS[id].run(app));
}

/** @param {App} app */
export const mustPass = (app) => Boolean(app.session.position?.must_pass);

/**
 * A person chose a square, or a pass.
 * @param {App} app
 * @param {string} square
 */
export async function playSquare(app, square) {
  const { session, play } = app;
  const position = session.position;
  if (!position || position.over) return;
  if (isDecided(app)) {
    app.notices.emit(t("over"));
    return;
  }
  const move = position.must_pass ? PASS : square;
  if (move !== PASS && !position.legal.includes(move)) {
    app.notices.emit(t("not_legal", { square, color: t(position.turn ?? "black") }));
    return;
  }
  if (app.view === "study") {
    await session.play(move);
    return;
  }
  if (position.turn && play.isAgent(position.turn)) app.notices.emit(t("not_your_turn", { color: t(position.turn) }));
  else await play.move(move);
}

/** Lets the players change sides; who sat at the lower edge stays there. @param {App} app */
function swap(app) {
  const { side } = app.play;
  app.play.swap();
  if (side) lay(app, app.symmetry ^ 3);
}

/** Takes a move out of the tree; asks first if others go with it. @param {App} app */
function remove({ session }) {
  const { cursor } = session;
  if (!cursor.parent) return;
  if (!cursor.children.length) session.remove(cursor);
  else ask(t("do_delete"), t("delete_moves", { move: moveName(cursor.move) }), { yes: t("do_delete") }, () => session.remove(cursor));
}

/** @param {App} app */
async function takeBack(app) {
  if (app.view === "play") await app.play.takeBack();
  else await app.session.goTo(app.session.cursor.parent);
}

/** @param {App} app */
async function redo(app) {
  if (app.view === "play") await app.play.redo();
  else await app.session.goTo(app.session.cursor.children[0]);
}

/** Lets an engine move for the side to move, or makes it answer at once. @param {App} app */
function engineMove(app) {
  const { session, play } = app;
  const node = session.cursor;
  const turn = node.position?.turn;
  if (!turn || isDecided(app)) return;
  if (inPlay(app) && play.stage === "halted") {
    play.goOn();
    return;
  }
  if (node.position?.must_pass) {
    void playAt(app, node, PASS);
    return;
  }
  if (play.asked) {
    play.hurry();
    return;
  }
  const best = app.view === "study" ? app.analysis.of(node)?.moves[0] : null;
  if (best) {
    void playAt(app, node, best.move);
    return;
  }
  helpers.ask({ line: session.line(node), agent: play.helper(turn) }, (answer) => {
    if (answer.error) app.notices.emit(answer.error);
    if (answer.move) void playAt(app, node, answer.move === "pass" ? PASS : answer.move);
    return Boolean(answer.error || answer.move);
  });
}

/**
 * @param {App} app
 * @param {import("./tree.js").Node} node
 * @param {string} move
 */
async function playAt(app, node, move) {
  if (app.session.cursor !== node) return;
  if (app.view === "play") await app.attempt(() => app.play.move(move));
  else await app.attempt(() => app.session.play(move === "pass" ? PASS : move));
}

/** @param {App} app */
function hint(app) {
  const node = app.session.cursor;
  if (!node.position?.legal.length || isDecided(app)) return;
  hints.ask({ line: app.session.line(node), time: 1 }, (answer) => {
    const best = answer.moves?.[0];
    if (best) app.hint = { node, move: best.move };
    if (answer.error) app.notices.emit(answer.error);
    if (answer.done && best) app.spoken.emit(t("hint_is", { move: best.move }));
    app.emit();
    return Boolean(answer.error || answer.done);
  });
}

/** @param {App} app */
function stop(app) {
  hints.drop({ stop: true });
  helpers.drop({ cancel: true });
  if (app.play.halt()) app.spoken.emit(t("halted"));
  app.review.stop();
  if (app.analysis.isOn && app.view === "study") app.analysis.turn(false);
  app.hint = null;
  app.preview = [];
  app.emit();
}

/** @param {App} app */
async function review(app) {
  if (!app.session.root.children.length) {
    app.notices.emit(t("nothing_to_review"));
    return;
  }
  if (app.view === "play") app.open("study");
  app.keeper.changed();
  await app.keeper.save();
  app.review.start(app.keeper.id);
}

/** @param {App} app */
async function save(app) {
  app.keeper.changed(true);
  await app.keeper.save();
  app.notices.emit(t(app.keeper.id ? "saved" : "nothing_to_save"));
}

/**
 * @param {App} app
 * @param {number} symmetry
 */
function lay(app, symmetry) {
  app.symmetry = symmetry;
  app.changed();
}
