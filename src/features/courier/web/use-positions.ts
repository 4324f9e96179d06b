import { useEffect } from "react";
import { call } from "#web/api/call.ts";
import { courierApi } from "../contract/api.ts";

/** A position is sent at most this often. */
const SEND_EVERY_MS = 15_000;

/** Sends where the phone is while the courier is on duty and the page is open. A refusal by the person is respected. */
export function usePositions(onDuty: boolean): void {
  useEffect(() => {
    if (!onDuty || !("geolocation" in navigator)) return;
    let sentAt = 0;
    const watch = navigator.geolocation.watchPosition(
      ({ coords, timestamp }) => {
        if (timestamp - sentAt < SEND_EVERY_MS) return;
        sentAt = timestamp;
        const position = {
          at: new Date(timestamp).toISOString(),
          point: { lon: coords.longitude, lat: coords.latitude },
          accuracyM: coords.accuracy,
          speedMps: coords.speed,
          headingDeg: Number.isFinite(coords.heading) ? coords.heading : null,
        };
        // A lost position is replaced by the next one.
        call(courierApi.sendPositions, { positions: [position] }).catch(() => undefined);
      },
      () => undefined,
      { enableHighAccuracy: true, maximumAge: 10_000 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [onDuty]);
}
