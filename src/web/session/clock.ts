let skewS = 0;
let told = false;

/** Below this, a difference is the network and the header's whole seconds. */
const NOISE_S = 5;
/** A device that is off further than this cannot prove anything unless it learned the right time. */
export const CLOCK_OFF_S = 5 * 60;

/** Learns how far this device's clock is off from our own server's `Date` header. */
export function learnClock(date: string | null, now: number = Date.now()): void {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  const off = Math.round((theirs - now) / 1000);
  if (!Number.isFinite(off)) return;
  told = true;
  skewS = Math.abs(off) < NOISE_S ? 0 : off;
}

/** Seconds to add to this device's clock. */
export const clockSkewS = (): number => skewS;

/** The same, or undefined until a server has sent its time. */
export const knownSkewS = (): number | undefined => (told ? skewS : undefined);

/** Asks our own server for the time once more. Quiet: without an answer, what was known stays. */
export async function askTheTime(waitMs: number): Promise<void> {
  try {
    const answer = await fetch("/config.json", {
      cache: "no-store",
      signal: AbortSignal.timeout(waitMs),
    });
    learnClock(answer.headers.get("date"));
  } catch {
    // The next answer of our server brings it.
  }
}
