import { useEffect, useRef, useState } from "react";
import { useLatest } from "../../ui/use-latest.ts";

/** Seconds before the second, third … try; the first one never waits. */
const WAITS_S = [0, 2, 4, 8, 16, 30] as const;
/** After so long without a try, the next one counts as the first. */
const FORGET_MS = 120_000;
const STORED = "wb.auth.tries";

interface Tries {
  readonly count: number;
  readonly at: number;
}

/** Kept beyond the page, because most tries leave it. */
function readTries(now: number): number {
  try {
    const tries: Partial<Tries> = JSON.parse(sessionStorage.getItem(STORED) ?? "{}");
    return tries.count !== undefined && now - (tries.at ?? 0) < FORGET_MS ? tries.count : 0;
  } catch {
    return 0;
  }
}

/** Counts one try. @returns seconds to wait before it */
export function takeTurn(now: number = Date.now()): number {
  const count = readTries(now);
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ count: count + 1, at: now } satisfies Tries));
  } catch {
    // Without storage there is no wait.
  }
  return WAITS_S[Math.min(count, WAITS_S.length - 1)] ?? 0;
}

/**
 * Runs a step again, later with every press that follows soon.
 *
 * @returns a press, the seconds that it still waits, and whether it runs
 */
export function useBackOff(run: () => Promise<void>): {
  press: () => void;
  waitsS: number;
  isRunning: boolean;
} {
  const [waitsS, setWaitsS] = useState(0);
  const [isRunning, setRunning] = useState(false);
  const latest = useLatest(run);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const countDown = (left: number) => {
    setWaitsS(left);
    if (left > 0) timer.current = setTimeout(() => countDown(left - 1), 1000);
    else void latest.current().finally(() => setRunning(false));
  };
  const press = () => {
    if (isRunning) return;
    setRunning(true);
    countDown(takeTurn());
  };
  return { press, waitsS, isRunning };
}
