/** Gap between two timer ticks after which the machine counts as asleep, or the page as frozen. */
export const SLEPT_MS = 15_000;

/**
 * Detects from the times of timer ticks whether the machine slept between two of them. A clock that is set forward
 * looks the same, and has the same effect: a check at once.
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
