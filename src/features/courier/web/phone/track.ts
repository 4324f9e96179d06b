import { call } from "#web/api/call.ts";
import { courierApi } from "../../contract/api.ts";
import { BACKLOG, isWorthKeeping, nextPositions } from "#kernel/outbox/thin-positions.ts";
import type { KeptPosition } from "./database.ts";
import type { PhoneStore } from "./phone-store.ts";

export interface Track {
  /** Follows the phone's position on duty, and stops off duty. */
  follow(onDuty: boolean): void;
  /** Sends what is buffered: the newest first, then the backlog in batches. */
  send(): Promise<void>;
}

/** Positions on duty while a page is open, thinned and kept until there is a network. */
export function followTrack(store: PhoneStore): Track {
  let watch: number | undefined;
  let last: KeptPosition | undefined;

  function keep({ coords, timestamp }: GeolocationPosition): void {
    const position = {
      at: new Date(timestamp).toISOString(),
      point: { lon: coords.longitude, lat: coords.latitude },
      accuracyM: coords.accuracy,
      speedMps: coords.speed,
      headingDeg: Number.isFinite(coords.heading) ? coords.heading : null,
    };
    const next: KeptPosition = { atMs: Math.round(timestamp), position };
    if (!isWorthKeeping(last && fixOf(last), fixOf(next))) return;
    last = next;
    // A lost position is replaced by the next one.
    store
      .keepPosition(next)
      .then(send)
      .catch(() => undefined);
  }

  async function send(): Promise<void> {
    for (;;) {
      const kept = await store.positions();
      const batch = nextPositions(kept.map(fixOf), Date.now());
      if (batch.length === 0) return;
      await call(courierApi.sendPositions, { positions: batch.map(({ position }) => position) });
      await store.dropPositions(batch.map(({ at }) => at));
      if (batch.length < BACKLOG.positions) return;
      await new Promise((resolve) => setTimeout(resolve, BACKLOG.everyMs));
    }
  }

  return {
    follow(onDuty) {
      if (!("geolocation" in navigator)) return;
      if (!onDuty && watch !== undefined) {
        navigator.geolocation.clearWatch(watch);
        watch = last = undefined;
      }
      if (onDuty && watch === undefined)
        watch = navigator.geolocation.watchPosition(keep, () => undefined, {
          enableHighAccuracy: true,
          maximumAge: 10_000,
        });
    },
    send: () => send().catch(() => undefined),
  };
}

const fixOf = ({ atMs, position }: KeptPosition) => ({
  at: atMs,
  point: position.point,
  accuracyM: position.accuracyM,
  position,
});
