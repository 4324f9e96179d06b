import { openNewest } from "./open-newest.ts";
import { holdsHere, isStopOpen } from "./stop-lock.ts";

const LOOK_MS = 1_000;

/**
 * Tells whether an open stop holds the new version off. The page whose stop held it opens the new version by itself
 * afterwards; others leave that to a press.
 */
export function followStops(show: (isHeld: boolean) => void, end: AbortSignal): void {
  let wasHere = false;
  const look = async () => {
    const isHeld = await isStopOpen();
    if (end.aborted) return;
    wasHere ||= holdsHere();
    show(isHeld);
    if (!wasHere || isHeld) return;
    clearInterval(timer);
    await openNewest();
  };
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  void look().catch(() => undefined);
  end.addEventListener("abort", () => clearInterval(timer));
}
