import { outdated } from "#kernel/outbox/apply-results.ts";
import { RESERVE_BYTES } from "#kernel/outbox/make-room.ts";
import type { Sample } from "#kernel/outbox/op.ts";
import type { OutboxStore } from "#kernel/outbox/ports.ts";
import { dropMap, isMapGone } from "#web/map/kept/map-cache.ts";

/** State of storage and clock that a courier should know of at the start of duty. */
export type Warning = "not-kept" | "full" | "nearly-full" | "map-gone" | "clock-off";

/** A day of photos takes less. */
const ROOM_BYTES = 50_000_000;
/** Room beside the reserve: filled to the last byte again, it would be given up again by the next tap. */
const MARGIN_BYTES = 10_000_000;
const CLOCK_OFF_MS = 120_000;
const RANDOM_BYTES = 65_536;
/** A browser may name more room than it gives. */
const RETRY_MS = 60_000;

/** The room for facts in a phone's storage. */
interface Reserve {
  hasReserve(): Promise<boolean>;
  keepReserve(bytes: Blob): Promise<void>;
}

async function roomLeft(): Promise<number> {
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return quota - usage;
}

/** Faults of storage and clock that a courier can do something about. `reserve` is given on duty, and missing on a full phone. */
export async function courierStorage(
  samples: readonly Sample[],
  reserve?: Reserve,
): Promise<readonly Warning[]> {
  const [isKept, left] = await Promise.all([
    // Kept is what the browser says is kept.
    navigator.storage?.persisted?.() ?? false,
    roomLeft(),
  ]).catch(() => [false, Infinity] as const);
  // The map can be fetched again, and goes before anything of the person.
  const room = left < ROOM_BYTES && (await dropMap()) ? await roomLeft().catch(() => left) : left;
  // A failed read here says nothing of what was just written.
  const isFull = reserve !== undefined && !(await keepReserve(reserve).catch(() => true));
  const last = samples.at(-1);
  const found: [Warning, boolean][] = [
    ["not-kept", !isKept],
    ["full", isFull],
    ["nearly-full", !isFull && room < ROOM_BYTES],
    ["map-gone", await isMapGone()],
    ["clock-off", last !== undefined && Math.abs(last.server - last.wall) > CLOCK_OFF_MS],
  ];
  return found.filter(([, is]) => is).map(([name]) => name);
}

let filling: Promise<boolean> | undefined;
let notBefore = 0;

/** Keeps the room that a full phone gives up for facts. @returns whether it is there */
async function keepReserve(reserve: Reserve): Promise<boolean> {
  if (await reserve.hasReserve()) return true;
  if (performance.now() < notBefore) return false;
  filling ??= fill(reserve)
    .catch(() => {
      notBefore = performance.now() + RETRY_MS;
      return false;
    })
    .finally(() => (filling = undefined));
  return filling;
}

/** @throws the browser's refusal of a write where the room for facts is not there */
export async function needReserve(reserve: Reserve): Promise<void> {
  if (!(await keepReserve(reserve))) throw new DOMException("", "QuotaExceededError");
}

/**
 * Removes the map and sent work whose time on the phone is over; on a full phone every sent picture, of which a restored
 * server then has to do without. The reserve is tried anew at once.
 *
 * @returns whether anything was there
 */
export async function freeRoom<D>(
  store: Pick<OutboxStore<D>, "change">,
  warnings: readonly Warning[],
): Promise<boolean> {
  notBefore = 0;
  const isMap = await dropMap();
  const { droppedOps, droppedFiles } = await store.change((kept) => {
    const old = outdated(kept, Date.now());
    const sent = kept.files.filter(({ state }) => state === "sent").map(({ id }) => id);
    return warnings.includes("full") ? { ...old, droppedFiles: [...old.droppedFiles, ...sent] } : old;
  });
  return isMap || droppedOps.length + droppedFiles.length > 0;
}

async function fill(reserve: Reserve): Promise<boolean> {
  if ((await roomLeft()) < RESERVE_BYTES + MARGIN_BYTES) return false;
  // Random bytes: what repeats would be packed and give no room back.
  const parts = Array.from({ length: Math.ceil(RESERVE_BYTES / RANDOM_BYTES) }, () =>
    crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)),
  );
  await reserve.keepReserve(new Blob(parts));
  return true;
}
