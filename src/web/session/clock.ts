let skewS = 0;

/** Learns how far this device's clock is off from our own server's `Date` header. Below 5 s is the network. */
export function learnClock(date: string | null, now: number = Date.now()): void {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  const off = Math.round((theirs - now) / 1000);
  if (Number.isFinite(off)) skewS = Math.abs(off) < 5 ? 0 : off;
}

/** Seconds to add to this device's clock. */
export const clockSkewS = (): number => skewS;
