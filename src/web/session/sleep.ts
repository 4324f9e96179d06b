/** A tick that comes later than this after the one before: the machine slept, or the browser froze the page. */
export const SLEPT_MS = 15_000;

/**
 * Tells from the times of the ticks whether the machine slept between two of them. A clock that is set forward looks
 * the same, and the same follows: look at once.
 *
 * @param now ms since 1970
 */
export function makeSleepDetector(now: number): (tickAt: number) => boolean {
  let last = now;
  return (tickAt) => {
    const gap = tickAt - last;
    last = tickAt;
    return gap > SLEPT_MS;
  };
}
