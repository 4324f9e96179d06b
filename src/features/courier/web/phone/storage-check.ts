import type { Sample } from "#kernel/outbox/op.ts";
import type { Warning } from "../phone-view.ts";

/** A day of photos takes less. */
const ROOM_BYTES = 50_000_000;
const CLOCK_OFF_MS = 120_000;

/** Faults of storage and clock that a courier can do something about. */
export async function courierStorage(samples: readonly Sample[]): Promise<readonly Warning[]> {
  const [isKept, { quota = Infinity, usage = 0 }] = await Promise.all([
    // Kept is what the browser says is kept.
    navigator.storage?.persisted?.() ?? false,
    navigator.storage?.estimate?.() ?? {},
  ]).catch(() => [false, {}] as [boolean, StorageEstimate]);
  const last = samples.at(-1);
  const found: [Warning, boolean][] = [
    ["not-kept", !isKept],
    ["nearly-full", quota - usage < ROOM_BYTES],
    ["clock-off", last !== undefined && Math.abs(last.server - last.wall) > CLOCK_OFF_MS],
  ];
  return found.filter(([, is]) => is).map(([name]) => name);
}
