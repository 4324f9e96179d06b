import { checkTracks } from "./positions.ts";
import type { Applied, Data } from "./server-db.ts";
import type { Server } from "./server.ts";
import type { Phone } from "./phone.ts";
import type { Disk } from "./phone-store.ts";
import type { Truth } from "./truth.ts";
import type { World } from "./world.ts";

interface Parts {
  readonly world: World;
  readonly truth: Truth;
  readonly server: Server;
  readonly phones: readonly Phone[];
}

/** Compares the state of things after every event, as far as it changed. */
export function makeMonitor(parts: Parts): () => void {
  const { world, server, phones } = parts;
  let applied: readonly Applied[] = [];
  let data: Data | undefined;
  let [kept, tracks] = [0, 0];
  const seen = new Map<Disk, Disk["kept"]>();
  return () => {
    const now = server.data;
    const isRestored = now !== data;
    if (now.applied !== applied) checkApplied(world, now.applied, isRestored ? 1 : now.applied.length);
    applied = now.applied;
    const ops = phones.reduce((sum, phone) => sum + opsOf(phone), 0);
    if (ops < kept || isRestored) checkSaved(parts, isRestored);
    const version = now.tracks.version + now.shifts.version;
    if (version !== tracks || isRestored) checkTracks(world, now);
    for (const disk of phones.flatMap((phone) => [...phone.disks().values()])) {
      if (seen.get(disk) !== disk.kept) checkWaiting(world, disk.kept);
      seen.set(disk, disk.kept);
    }
    [kept, tracks, data] = [ops, version, now];
  };
}

function opsOf(phone: Phone): number {
  let sum = 0;
  for (const { kept } of phone.disks().values()) sum += kept.ops.length;
  return sum;
}

function checkApplied(world: World, applied: readonly Applied[], from: number): void {
  for (let n = from; n <= applied.length; n += 1) {
    const last = applied[n - 1];
    if (last) checkOnceInOrder(world, applied.slice(0, n - 1), last);
  }
}

/** A delivery takes each command once (2) and each phone's in its order (5). */
function checkOnceInOrder(world: World, before: readonly Applied[], last: Applied): void {
  if (before.some((one) => one.commandId === last.commandId))
    world.broke(2, "a command was carried out twice");
  const isOvertaken = before.some(
    (one) =>
      one.device === last.device &&
      one.user === last.user &&
      one.deliveryId === last.deliveryId &&
      one.seq > last.seq,
  );
  if (isOvertaken) world.broke(5, "a later command was carried out first");
}

/** Compares what was shown as saved (1, after a restore 16): it is on a phone or at the server. */
function checkSaved({ world, truth, server, phones }: Parts, isRestored: boolean): void {
  const here = new Set<string>();
  for (const phone of phones)
    for (const { kept } of phone.disks().values()) for (const op of kept.ops) here.add(op.command.id);
  for (const { command, isShown, isGone } of truth.taps.values())
    if (isShown && !isGone && !here.has(command.id) && !server.data.reports.has(command.id))
      world.broke(isRestored ? 16 : 1, `a saved ${command.type} is nowhere`);
}

/** A refused picture waits as long as its command does (8): the stop may become its courier's meanwhile. */
function checkWaiting(world: World, { ops, files }: Disk["kept"]): void {
  const refused = files.filter(({ state, code }) => state === "look" && code !== "courier.proof-broken");
  if (refused.length === 0) return;
  const open = new Set(ops.filter(({ state }) => state === "waiting").flatMap(({ fileIds }) => fileIds));
  if (refused.some(({ id }) => open.has(id))) world.broke(8, "a picture is given up before its command");
}
