import { createHash } from "node:crypto";
import { MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import { countsOf } from "#kernel/outbox/counts.ts";
import { startCourier } from "./courier.ts";
import { checkEnd } from "./end.ts";
import { startFaults } from "./faults.ts";
import { aloneIn, decideAll, startDeciding } from "./hands/decide.ts";
import { checkAlone, checkHands } from "./hands/check-hands.ts";
import { checkCash } from "./hands/check-cash.ts";
import { checkInHand } from "./hands/check-in-hand.ts";
import { checkLoads } from "./hands/check-loads.ts";
import { checkPins } from "./hands/check-pins.ts";
import { checkProofs } from "./hands/check-proofs.ts";
import { startMeetings } from "./hands/meet.ts";
import type { Guard } from "./guards.ts";
import { makeMonitor } from "./monitor.ts";
import { startOffice } from "./office.ts";
import { makePhone, type Phone, type PhoneParts } from "./phone.ts";
import { makeServer, type Server } from "./server.ts";
import { makeTruth } from "./truth.ts";
import { makeWorld, type World } from "./world.ts";

export interface ShiftReport {
  readonly seed: number;
  /** Broken invariants, by their number in the design; none in a good shift. */
  readonly wrong: readonly string[];
  readonly commands: number;
  readonly verdicts: Readonly<Record<string, number>>;
  readonly lines: readonly string[];
  readonly hash: string;
}

/** Plays one shift of two couriers with four phones, one of them shared. */
export function runShift(seed: number, without: readonly Guard[] = []): Promise<ShiftReport> {
  const world = makeWorld(seed, without);
  const truth = makeTruth();
  const draw = (id: string): Uint8Array => new TextEncoder().encode(id);
  return playShift(seed, { world, truth, server: makeServer(world, truth), draw });
}

/** The same with a world and a server of its own. */
export async function playShift(seed: number, parts: PhoneParts): Promise<ShiftReport> {
  const { world, truth, server } = parts;
  const phones = [
    makePhone("phone 1", "ana", parts),
    makePhone("phone 2", "ben", parts),
    makePhone("phone 3", "ana", parts),
    makePhone("pool phone", "ana", parts),
  ];
  const { readsNewer } = server;
  startOffice(world, server.orders, ["ana", "ben"]);
  for (const name of ["ana", "ben"]) startCourier(name, { world, truth, phones, readsNewer });
  startMeetings({ world, truth, phones });
  startDeciding(world, server);
  startFaults(world, server, phones);
  world.after((world.dice.between(40, 90) / 100) * (world.faultsEnd - world.now()), () => {
    server.isUpgraded = true;
  });
  const monitor = makeMonitor({ world, truth, server, phones });
  await world.runUntil(world.faultsEnd, monitor);

  server.isDown = false;
  server.isUpgraded = true;
  await server.clearBugs();
  const all = { world, truth, server, phones };
  for (const user of ["ana", "ben"]) await sendAll(user, phones, { world, monitor });
  // A handover that waited for one that is decided now begins to wait for its own other half.
  for (let round = 0; round === 0 || (round < 5 && isOpen(all)); round += 1) await letDecide(all, monitor);
  monitor();
  checkEnd(all);
  checkHands(all);
  checkLoads(all);
  checkInHand(all);
  checkPins(all);
  checkProofs(all);
  checkCash(all);
  const verdicts: Record<string, number> = {};
  for (const { verdict } of server.data.reports.values())
    verdicts[verdict.verdict] = (verdicts[verdict.verdict] ?? 0) + 1;
  return {
    seed,
    wrong: [...world.wrong],
    commands: truth.taps.size,
    verdicts,
    lines: world.lines,
    hash: createHash("sha256").update(world.lines.join("\n")).digest("hex").slice(0, 16),
  };
}

/** The office decides halves that are alone after their time, and the phones hear of it. */
async function letDecide(
  all: Omit<PhoneParts, "draw"> & { readonly phones: readonly Phone[] },
  monitor: () => void,
): Promise<void> {
  const { world, server, phones } = all;
  await world.runUntil(world.now() + 16 * MINUTE_MS, monitor);
  await server.refresh();
  if (server.data.halves.size + server.data.inHand.size === 0) return;
  const since = world.now();
  await readDays(phones, { world, monitor });
  await server.refresh();
  checkAlone(all, since);
  await decideAll(world, server);
  for (const user of ["ana", "ben"]) await sendAll(user, phones, { world, monitor });
  await readDays(phones, { world, monitor });
  await server.refresh();
}

/** Whether a command has no verdict, or half a handover no decision. */
const isOpen = ({
  server,
  phones,
}: {
  readonly server: Server;
  readonly phones: readonly Phone[];
}): boolean => phones.some(hasWaiting) || aloneIn(server).length > 0;

/** Commands of anybody on this phone that have no verdict. */
const hasWaiting = (phone: Phone): boolean =>
  [...phone.disks().values()].some(({ kept }) => countsOf(kept).commands > 0);

function hasWork(phone: Phone): boolean {
  const { kept, positions } = phone.disk();
  const { commands, files } = countsOf(kept);
  return commands + files + positions.size > 0;
}

/** Everybody has a line and room, and this person signs in on each phone. */
async function sendAll(
  user: string,
  phones: readonly Phone[],
  { world, monitor }: { readonly world: World; readonly monitor: () => void },
): Promise<void> {
  for (const phone of phones) {
    phone.setFull(false);
    phone.line = "good";
    phone.signIn(user);
    // A call of before may hang for a while yet.
    // A server that was restored meanwhile is noticed by a call that has nothing to send, too.
    for (let n = 0; n < 8; n += 1)
      world.after(n * 15 * SECOND_MS, () => void ((n % 4 === 0 || hasWork(phone)) && phone.drain()));
  }
  await world.runUntil(world.now() + 3 * MINUTE_MS, monitor);
}

/** Each person reads the day on each phone. */
async function readDays(
  phones: readonly Phone[],
  { world, monitor }: { readonly world: World; readonly monitor: () => void },
): Promise<void> {
  for (const user of ["ana", "ben"]) {
    for (const phone of phones) {
      phone.signIn(user);
      void phone.drain();
    }
    await world.runUntil(world.now() + MINUTE_MS, monitor);
  }
}
