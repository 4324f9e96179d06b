import { useEffect, useState } from "react";
import { fromIso } from "#kernel/instant.ts";
import type { Watched } from "./watch.ts";

const HALF_MS = 30_000;

/**
 * The server's clock, for "2 minutes ago"; renders anew twice a minute. This device's clock may be hours off: it only
 * counts the time since the view was read.
 */
export function useServerNow({ view, asOf }: Extract<Watched, { at: "shown" }>): number {
  const [here, setHere] = useState(asOf);
  useEffect(() => {
    const tick = () => setHere(Date.now());
    // A drawn page begins at the moment that the server drew.
    const soon = setTimeout(tick);
    const timer = setInterval(tick, HALF_MS);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, []);
  return fromIso(view.readAt) + Math.max(0, here - asOf);
}
