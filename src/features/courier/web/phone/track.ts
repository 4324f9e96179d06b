import { call } from "#web/api/call.ts";
import { courierApi } from "../../contract/api.ts";
import type { Fix } from "#kernel/outbox/thin-positions.ts";
import { makeTrack, type Track } from "#kernel/outbox/track.ts";
import type { KeptPosition } from "./database.ts";
import type { PhoneStore } from "./phone-store.ts";

interface PhoneFix extends Fix {
  readonly position: KeptPosition["position"];
}

/** The track of this browser's positions, kept in the person's database. */
export const followTrack = (store: PhoneStore): Track =>
  makeTrack<PhoneFix>({
    watch,
    keep: ({ at, position }) => store.keepPosition({ atMs: at, position }),
    kept: async () => (await store.positions()).map(fixOf),
    drop: (fixes) => store.dropPositions(fixes.map(({ at }) => at)),
    send: async (fixes) => {
      await call(courierApi.sendPositions, { positions: fixes.map(({ position }) => position) });
    },
    now: () => Date.now(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });

function watch(found: (fix: PhoneFix) => void): (() => void) | undefined {
  if (!("geolocation" in navigator)) return undefined;
  const id = navigator.geolocation.watchPosition(
    (position) => found(read(position)),
    () => undefined,
    { enableHighAccuracy: true, maximumAge: 10_000 },
  );
  return () => navigator.geolocation.clearWatch(id);
}

const read = ({ coords, timestamp }: GeolocationPosition): PhoneFix =>
  fixOf({
    atMs: Math.round(timestamp),
    position: {
      at: new Date(timestamp).toISOString(),
      point: { lon: coords.longitude, lat: coords.latitude },
      accuracyM: coords.accuracy,
      speedMps: coords.speed,
      headingDeg: Number.isFinite(coords.heading) ? coords.heading : null,
    },
  });

const fixOf = ({ atMs, position }: KeptPosition): PhoneFix => ({
  at: atMs,
  point: position.point,
  accuracyM: position.accuracyM,
  position,
});
