import { useEffect, useState } from "react";
import type { Point } from "#kernel/geo.ts";

export interface OwnPlace {
  readonly point: Point | undefined;
  /** False once it is shown, or the browser has none. */
  readonly canAsk: boolean;
  readonly ask: () => void;
}

/** The phone's position while this page is open: at once where the browser was allowed before, else after a press. */
export function useOwnPlace(): OwnPlace {
  const [point, setPoint] = useState<Point>();
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const look = async () => {
      const { state } = await navigator.permissions.query({ name: "geolocation" });
      if (state === "granted") setWanted(true);
    };
    look().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (!isWanted || !("geolocation" in navigator)) return;
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => setPoint({ lon: coords.longitude, lat: coords.latitude }),
      () => setWanted(false),
      { enableHighAccuracy: true, maximumAge: 30_000 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [isWanted]);
  return { point, canAsk: !isWanted && "geolocation" in navigator, ask: () => setWanted(true) };
}
