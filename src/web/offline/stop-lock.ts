import { useEffect } from "react";

/** Held, shared, by every page with an open stop; the take-over of a new version needs it alone. */
const STOP_LOCK = "wb.stop";
/** From the end of one page of a stop to the begin of the next. */
const GAP_MS = 1_000;

let holders = 0;
let release: (() => void) | undefined;

/** Keeps new versions waiting, in every tab, while `isWanted`. Browsers without locks have no such wait. */
export function useHoldUpdates(isWanted: boolean): void {
  useEffect(() => (isWanted ? holdUpdates() : undefined), [isWanted]);
}

/** @returns the end of the hold; a hold that begins within a second follows it without a gap */
export function holdUpdates(): () => void {
  holders += 1;
  if (!release) take();
  return () => {
    holders -= 1;
    setTimeout(giveBack, GAP_MS);
  };
}

function take(): void {
  const over = new Promise<void>((done) => {
    release = done;
  });
  void navigator.locks?.request(STOP_LOCK, { mode: "shared" }, () => over).catch(() => undefined);
}

function giveBack(): void {
  if (holders > 0) return;
  release?.();
  release = undefined;
}

/** Whether this very page holds new versions off. */
export const holdsHere = (): boolean => release !== undefined;

/** Whether any page of this browser has a stop open. */
export async function isStopOpen(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === STOP_LOCK);
}

/** Runs work while no page can open a stop. Where one is open already, nothing is run. */
export async function withoutStop(work: () => Promise<unknown>): Promise<void> {
  if (!("locks" in navigator)) return void (await work());
  await navigator.locks.request(STOP_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
}
