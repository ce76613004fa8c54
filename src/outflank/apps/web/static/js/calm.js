// What comes in a rush is done once.

/**
 * A function that acts when it has not been called for a while.
 * @param {() => unknown} act
 * @param {number} [pause] in milliseconds
 */
export function calmly(act, pause = 80) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, pause);
  };
}
