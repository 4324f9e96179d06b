import { useEffect, useState } from "react";
import { MINUTE_MS } from "#kernel/instant.ts";

export type Left = "enough" | "soon" | "over";

/** Said this long before the time is over. */
const SOON_MS = 2 * MINUTE_MS;

const leftUntil = (end: number): Left => {
  const ms = end - Date.now();
  if (ms <= 0) return "over";
  return ms <= SOON_MS ? "soon" : "enough";
};

/** How much is left of the time to pay; renders again when that changes, also after the device slept. */
export function useLeft(until: string | null): Left {
  const end = until === null ? Infinity : Date.parse(until);
  const [left, setLeft] = useState(() => leftUntil(end));
  useEffect(() => {
    const look = () => setLeft(leftUntil(end));
    look();
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, [end]);
  return left;
}
