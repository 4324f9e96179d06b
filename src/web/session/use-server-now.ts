import { useEffect, useState } from "react";
import { clockSkewS } from "./clock.ts";

/** Ages are shown to the minute. */
const AGES_EVERY_MS = 15_000;

/** The server's time by what this device knows of it, in milliseconds. */
export const serverNow = (): number => Date.now() + clockSkewS() * 1000;

/** The server's time, as often as ages change. */
export function useServerNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), AGES_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
