import type { Instant } from "#kernel/instant.ts";
import { BACKLOG, type Fix, isWorthKeeping, nextPositions } from "./thin-positions.ts";

export interface Track {
  /** Follows the phone's position on duty, and stops off duty. */
  follow(onDuty: boolean): void;
  /** Sends what is buffered: the newest first, then the backlog in batches. */
  send(): Promise<void>;
}

export interface TrackPorts<F extends Fix> {
  /** @returns the way to stop it; nothing on a phone without positions */
  watch(found: (fix: F) => void): (() => void) | undefined;
  keep(fix: F): Promise<void>;
  kept(): Promise<readonly F[]>;
  drop(fixes: readonly F[]): Promise<void>;
  /** @throws what kept the server from taking them */
  send(fixes: readonly F[]): Promise<void>;
  now(): Instant;
  wait(ms: number): Promise<void>;
}

/** Positions on duty while a page is open, thinned and kept until the server has them. */
export function makeTrack<F extends Fix>(ports: TrackPorts<F>): Track {
  let stop: (() => void) | undefined;
  let last: F | undefined;

  function found(fix: F): void {
    if (!isWorthKeeping(last, fix)) return;
    last = fix;
    // A lost position is replaced by the next one.
    ports
      .keep(fix)
      .then(send)
      .catch(() => undefined);
  }

  async function send(): Promise<void> {
    for (;;) {
      const batch = nextPositions(await ports.kept(), ports.now());
      if (batch.length === 0) return;
      await ports.send(batch);
      await ports.drop(batch);
      if (batch.length < BACKLOG.positions) return;
      await ports.wait(BACKLOG.everyMs);
    }
  }

  return {
    follow(onDuty) {
      if (!onDuty) {
        stop?.();
        stop = last = undefined;
      } else stop ??= ports.watch(found);
    },
    send: () => send().catch(() => undefined),
  };
}
