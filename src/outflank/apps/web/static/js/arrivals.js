// How games come onto the board: from the last visit, a link, the library, a file, or begun anew.

import { ApiError, get } from "./api.js";
import { lastDrawing, latestDrawing } from "./drawing.js";
import { lastGame } from "./keep.js";
import { readLink } from "./link.js";
import { HUMAN } from "./play.js";
import { movesOf } from "./record.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./tree.js").Node} Node */

/**
 * Where one is in a game, and how it is shown.
 * @typedef {Pick<import("./link.js").State, "at" | "symmetry" | "values" | "view" | "edit">} Place
 */

/** The place that was kept. @param {any} state @returns {Place} */
function placeOf({ at, symmetry = 0, values = true, view = "study" }) {
  return { at: movesOf(at), symmetry, values, view, edit: "" };
}

/** Who plays if nothing is said. */
const FIRST_PLAYERS = { black: HUMAN, white: "engine:level=5" };

/** @type {import("./clock.js").Control} */
const NO_CLOCK = { kind: "none" };

/**
 * Begins where the link, or the last visit, left off; returns the board that was being painted, or "".
 * @param {App} app
 */
export function begin(app) {
  return app.settle(async () => {
    try {
      return await arrive(app);
    } catch (error) {
      app.fail(error);
      await newGame(app, FIRST_PLAYERS, NO_CLOCK);
      return "";
    }
  });
}

/** @param {App} app */
async function arrive(app) {
  const link = readLink(location.search);
  const last = lastGame();
  const id = link ? link.id : last?.revision ? last.id : null;
  // The browser's copy is of what the address names, and newer than that by an instant.
  const same = last && (!link || last.state.queries.includes(location.search));
  const edit = link ? drawingOf(link) : lastDrawing();
  const place = same ? { ...placeOf(last.state), edit } : link && { ...link, edit };
  if (same && (last.dirty || !last.revision)) await resume(app, last, place);
  else if (id && (await openKept(app, id, place))) return edit;
  else if (link) await openLink(app, { ...link, edit });
  else await newGame(app, FIRST_PLAYERS, NO_CLOCK);
  return edit;
}

/** The board that is painted in a link, or what this window had made of it. @param {import("./link.js").State} link */
function drawingOf({ edit }) {
  const [arrival] = performance.getEntriesByType("navigation");
  const { type } = /** @type {PerformanceNavigationTiming} */ (arrival);
  return type === "navigate" ? edit : latestDrawing(edit, type === "reload");
}

/**
 * Goes on with a game that is kept, where it was left or at another place.
 * @param {App} app
 * @param {import("./keep.js").Kept} kept
 * @param {Place | null} place
 */
async function resume(app, { game, state, id, revision, dirty }, place) {
  const live = (/** @type {Node} */ root) => root.follow(movesOf(state?.live ?? game.moves));
  await app.session.load(game, live, () => app.keeper.take({ id, revision, dirty }));
  app.play.begin(state?.players ?? { black: HUMAN, white: HUMAN }, state?.control ?? NO_CLOCK, state ?? {});
  await goToPlace(app, place ?? placeOf(state ?? { at: game.moves }));
}

/**
 * Opens a game of the library; false if there is none, or can be none, that is called so.
 * @param {App} app
 * @param {string} id
 * @param {Place | null} [place]
 */
export function openKept(app, id, place = null) {
  return app.settle(async () => {
    let kept;
    try {
      kept = await get(`/games/${encodeURIComponent(id)}`);
    } catch (error) {
      if (error instanceof ApiError && [404, 422].includes(error.status)) return false;
      throw error;
    }
    await resume(app, { ...kept, dirty: false }, place);
    if (kept.review) app.review.take(kept.review);
    return true;
  });
}

/**
 * @param {App} app
 * @param {NonNullable<ReturnType<typeof readLink>>} link
 */
async function openLink(app, { game, players, control, problem, ...place }) {
  const refused = await app.session.loadReadable(game, () => app.keeper.take());
  const [first] = [problem, ...refused].filter(Boolean);
  if (first) app.notices.emit(first);
  app.play.begin(players, control);
  await goToPlace(app, place);
}

/**
 * @param {App} app
 * @param {Place} place
 */
async function goToPlace(app, { at, symmetry, values, view, edit }) {
  app.symmetry = symmetry;
  app.analysis.turn(values);
  app.open(view, edit);
  await app.session.goTo(app.session.root.follow(at));
}

/**
 * @param {App} app
 * @param {import("./play.js").Players} players
 * @param {import("./clock.js").Control} control
 * @param {{size: number, start?: string, moves: string}} [line] where it begins
 */
export function newGame(app, players, control, line = { size: 8, moves: "" }) {
  const tags = { Black: app.nameOf(players.black), White: app.nameOf(players.white), Date: new Date().toISOString().slice(0, 10) };
  return app.settle(async () => {
    await app.session.load({ ...line, tags }, undefined, () => app.keeper.take());
    app.play.begin(players, control);
    app.symmetry = app.play.side === "white" ? 3 : 0;
    app.open("play");
  });
}

/**
 * Puts a game that was read or made on the board, to be studied.
 * @param {App} app
 * @param {import("./record.js").Game} game
 */
export function study(app, game) {
  return app.settle(async () => {
    await app.session.load(game, undefined, () => app.keeper.take({ dirty: true }));
    app.play.begin({ black: HUMAN, white: HUMAN }, NO_CLOCK);
    app.open("study");
  });
}
