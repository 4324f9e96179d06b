import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;
const HALF_MS = 30_000;

/** This device's clock, for "2 minutes ago"; renders anew twice a minute. */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), HALF_MS);
    return () => clearInterval(timer);
  }, []);
  // What happened a moment ago by the server's clock is not in the future here.
  return now + MINUTE_MS / 60;
}
