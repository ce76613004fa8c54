// Something others listen to.

/** @template T */
export class Emitter {
  constructor() {
    /** @type {Set<(what: T) => void>} */
    this.listeners = new Set();
  }

  /**
   * Calls a function whenever something happens, until the returned function is called.
   * @param {(what: T) => void} listener
   */
  on(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** @param {T} what */
  emit(what) {
    for (const listener of [...this.listeners]) listener(what);
  }
}
