import type { Fix } from "#kernel/outbox/thin-positions.ts";
import { makeTrack, type Track, type TrackPorts } from "#kernel/outbox/track.ts";
import { isWorthKeeping } from "#kernel/outbox/thin-positions.ts";
import type { Answer } from "#kernel/outbox/ports.ts";
import type { Instant } from "#kernel/instant.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import type { Data } from "./server-db.ts";
import type { Disk } from "./phone-store.ts";
import type { World } from "./world.ts";

/** A position by the phone's clock, with the true time and the page that read it. */
export interface TrueFix extends Fix {
  readonly trueAt: Instant;
  readonly life: string;
}

/** Positions of one phone: what reads them now, if anything does. */
export interface Receiver {
  listener: ((fix: TrueFix) => void) | undefined;
}

interface Parts {
  readonly world: World;
  readonly disk: () => Disk;
  readonly receiver: Receiver;
  readonly isAlive: () => boolean;
  /** Whether this page shows its courier as on duty. */
  readonly isOnDuty: () => boolean;
  readonly wall: () => Instant;
  readonly send: (fixes: readonly TrueFix[]) => Promise<Answer<null>>;
}

const never = (): Promise<never> => new Promise<never>(() => undefined);

/** The product's track in one life of a page. */
export function trackOf(parts: Parts): Track {
  const { world, disk, receiver, isAlive, isOnDuty } = parts;
  let newest: TrueFix | undefined;
  const ports: TrackPorts<TrueFix> = {
    watch: (found) => {
      const listener = (fix: TrueFix): void => void (isAlive() && found(fix));
      receiver.listener = listener;
      return () => {
        if (receiver.listener === listener) receiver.listener = undefined;
      };
    },
    keep: async (fix) => {
      if (!isOnDuty()) world.broke(15, "a position was kept off duty");
      if (!isWorthKeeping(newest, fix)) world.broke(15, "a position was kept that says nothing new");
      newest = fix;
      disk().positions.set(fix.at, fix);
    },
    kept: () => (isAlive() ? Promise.resolve([...disk().positions.values()]) : never()),
    drop: async (fixes) => {
      for (const { at } of fixes) disk().positions.delete(at);
    },
    send: async (fixes) => {
      const answer = await parts.send(fixes);
      if (!isAlive()) return never();
      if (answer.kind === "ok") return;
      if (world.has("positions-buffered")) throw new Error(answer.kind);
      world.broke(15, "positions were dropped unsent");
    },
    now: parts.wall,
    wait: (ms) => world.wait(ms),
  };
  const track = makeTrack(ports);
  return {
    follow: (onDuty) => {
      if (!onDuty) newest = undefined;
      track.follow(onDuty || !world.has("track-on-duty"));
    },
    send: () => track.send(),
  };
}

/** A phone that is carried about: now and then its page is in front and reads where it is. */
export function startMoving(world: World, receiver: Receiver, wall: () => Instant): void {
  const { dice } = world;
  let point = { lon: 7, lat: 51 };
  const read = (left: number): void => {
    if (left === 0 || world.now() > world.faultsEnd) return;
    point = { lon: point.lon + dice.between(-9, 9) / 10_000, lat: point.lat + dice.between(-9, 9) / 10_000 };
    const at = wall();
    receiver.listener?.({ at, point, accuracyM: dice.between(5, 120), trueAt: world.now(), life: "" });
    world.after(dice.between(2, 20) * SECOND_MS, () => read(left - 1));
  };
  const look = (): void => {
    if (world.now() > world.faultsEnd) return;
    world.after(dice.between(6, 25) * MINUTE_MS, look);
    read(dice.between(1, 3));
  };
  world.after(dice.between(0, HOUR_MS / 2), look);
}

const covers = (data: Data, user: string, at: Instant): boolean =>
  (data.shifts.get(user) ?? []).some(
    ({ startedAt, endedAt }) => startedAt <= at && (endedAt === null || at < endedAt),
  );

const KEPT_MS = 48 * HOUR_MS;

/** Keeps positions as `send-positions.ts` does. @returns false for a courier off duty who sent nothing of a shift */
export function keepPositions(world: World, data: Data, user: string, fixes: readonly TrueFix[]): boolean {
  const now = world.now();
  const given = fixes.map((fix) => ({ ...fix, at: Math.min(fix.at, now), user }));
  const kept = given.filter(
    ({ at }) => now - at < KEPT_MS && (covers(data, user, at) || !world.has("positions-in-shift")),
  );
  for (const fix of kept)
    if (!data.tracks.has(`${user} ${fix.at}`)) data.tracks.set(`${user} ${fix.at}`, fix);
  return kept.length > 0 || covers(data, user, now);
}

/** Goes on or off duty as `keep-shift.ts` does. */
export function keepShift(
  world: World,
  data: Data,
  user: string,
  { onDuty, occurredAt }: { readonly onDuty: boolean; readonly occurredAt: Instant },
): void {
  const shifts = data.shifts.get(user) ?? [];
  const open = shifts.find((shift) => shift.endedAt === null);
  const at = Math.min(occurredAt, world.now());
  if (onDuty && !open) data.shifts.set(user, [...shifts, { startedAt: at, endedAt: null }]);
  if (onDuty || !open) return;
  const endedAt = Math.max(open.startedAt, at);
  data.shifts.set(
    user,
    shifts.map((shift) => (shift === open ? { ...shift, endedAt } : shift)),
  );
  if (!world.has("shift-end-trims")) return;
  for (const [key, fix] of data.tracks) if (fix.user === user && fix.at >= endedAt) data.tracks.delete(key);
}

/** Checks that no position stands at the server outside its courier's shifts (15). */
export function checkTracks(world: World, data: Data): void {
  for (const { user, at } of data.tracks.values())
    if (!covers(data, user, at)) return world.broke(15, "a position stands outside every shift");
}
