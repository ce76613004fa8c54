// Nothing is lost: every change is kept in the browser at once, and in the server's library soon.

import { ApiError, send } from "./api.js";
import { Emitter } from "./emitter.js";
import { store, stored } from "./settings.js";

const CURRENT = "outflank.game";
const WAITING = "outflank.waiting";
const PAUSE = 400;

/**
 * A game and what the page needs to go on with it.
 * @typedef {object} Kept
 * @property {import("./record.js").Game} game
 * @property {any} state
 * @property {string} id in the library
 * @property {number} revision there; 0 if it is not there yet
 * @property {boolean} dirty whether the library has an older one
 * @property {number} [edits] how often it has been changed here
 */

/** What the browser has kept of the last game, of this window or else of another. @returns {Kept | null} */
export function lastGame() {
  return stored(CURRENT, globalThis.sessionStorage) ?? stored(CURRENT);
}

/**
 * Tells when the library has the game ("saved"), that another window had changed it so that this
 * one is a copy now ("copied"), or a sentence that says why it cannot be kept.
 * @extends {Emitter<{saved?: boolean, copied?: boolean, failed?: string}>}
 */
export class Keeper extends Emitter {
  /** @param {() => {game: import("./record.js").Game, state: unknown, worth: boolean}} now what there is, and whether it is worth a place in the library */
  constructor(now) {
    super();
    this.now = now;
    /** @type {Kept} */
    this.kept = { game: { size: 8, moves: "" }, state: null, id: newId(), revision: 0, dirty: false };
    this.queue = Promise.resolve();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** Games that were left before the library had them. @type {Kept[]} */
    this.waiting = stored(WAITING) ?? [];
    for (const kept of this.waiting) this.enqueue(kept);
  }

  /** The game's id in the library, once it is there. */
  get id() {
    return this.kept.revision ? this.kept.id : null;
  }

  /**
   * Another game is on the board: a new one, or one that is kept already. The one before is saved.
   * @param {{id?: string, revision?: number, dirty?: boolean}} [known]
   */
  take({ id = newId(), revision = 0, dirty = false } = {}) {
    clearTimeout(this.timer);
    if (this.kept.dirty) {
      this.waiting.push(this.kept);
      store(WAITING, this.waiting);
      this.enqueue(this.kept);
    }
    this.kept = { ...this.kept, id, revision, dirty: false };
    if (dirty) this.changed();
  }

  /** The place in the game has changed, which the browser alone keeps. */
  here() {
    const { game, state, worth } = this.now();
    Object.assign(this.kept, { game, state });
    if (!worth && !game.start) return;
    store(CURRENT, this.kept, globalThis.sessionStorage);
    store(CURRENT, this.kept);
  }

  /**
   * The game has changed.
   * @param {boolean} [asked] whether a start alone is to be kept too
   */
  changed(asked = false) {
    const { game, worth } = this.now();
    this.kept.dirty = worth || (asked && Boolean(game.start));
    this.kept.edits = (this.kept.edits ?? 0) + 1;
    this.here();
    clearTimeout(this.timer);
    if (this.kept.dirty) this.timer = setTimeout(() => void this.save(), PAUSE);
  }

  /** Saves the game, and waits until the library has it. */
  async save() {
    clearTimeout(this.timer);
    this.enqueue(this.kept);
    await this.queue;
  }

  /** @param {Kept} kept */
  enqueue(kept) {
    this.queue = this.queue.then(() => this.upload(kept));
  }

  /** @param {Kept} kept */
  async upload(kept) {
    if (!kept.dirty) return;
    const { edits } = kept;
    try {
      await this.put(kept);
      kept.dirty = kept.edits !== edits;
      this.emit({ saved: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.emit({ failed: error.message });
    }
    this.waiting = this.waiting.filter((other) => other !== kept);
    store(WAITING, this.waiting);
    if (kept === this.kept) this.here();
  }

  /** @param {Kept} kept */
  async put(kept) {
    const { game, state } = kept;
    const save = async () => (kept.revision = (await send(`/games/${kept.id}`, { game, state, revision: kept.revision }, "PUT")).revision);
    try {
      await save();
    } catch (error) {
      // Deleted or changed elsewhere: what is here becomes a game of its own.
      if (!(error instanceof ApiError && [404, 409].includes(error.status))) throw error;
      if (error.status === 409) this.emit({ copied: true });
      Object.assign(kept, { id: newId(), revision: 0 });
      await save();
    }
  }
}

/** A name for a game that no other has. Without `crypto.randomUUID`, which plain addresses lack. */
function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
