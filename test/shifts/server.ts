import { readBody } from "#features/courier/contract/read-body.ts";
import { readCustody } from "#features/custody/contract/commands.ts";
import type { Result, SyncCall as CoreCall } from "#features/courier/domain/sync/take-in.ts";
import { takeIn } from "#features/courier/domain/sync/take-in.ts";
import type { ClockSample } from "#kernel/outbox/tap-times.ts";
import type { ReadBody, Report } from "#features/courier/domain/sync/report.ts";
import type { SyncStore } from "#features/courier/domain/sync/store.ts";
import type { Answer, Part, SyncAnswer, SyncCall } from "#kernel/outbox/ports.ts";
import { codesAt } from "#features/parcels/domain/left.ts";
import { Refusal } from "#kernel/refusal.ts";
import { isPending } from "#features/deliveries/domain/delivery.ts";
import type { Orders } from "./office.ts";
import { makeOrders } from "./server-orders.ts";
import { keepPositions, type TrueFix } from "./positions.ts";
import { cashOf } from "./hands/cash.ts";
import { tryPin } from "./hands/pins.ts";
import { hashOf, takePart } from "./hands/server-proofs.ts";
import { shareWithTap, takeForOthers } from "./hands/server-shared.ts";
import { decideAlone, heldBy, tellAlone } from "./hands/server-custody.ts";
import { inHandOf, tellInHand } from "./hands/server-in-hand.ts";
import { copyOf, type Data, emptyData, inTransaction, openShift } from "./server-db.ts";
import type { StoredHalf, StoredInHand } from "./server-db.ts";
import { syncTxOf, type Caller } from "./server-tx.ts";
import type { Day, Stop } from "./phone-store.ts";
import { compareHeld, compareSent, compareVerdict, type Truth } from "./truth.ts";
import type { World } from "./world.ts";

/** The process ended in the middle: what was committed stays, nobody is answered. */
class Crash extends Error {}
/** Version of the commands that a later build of the phone writes; the server learns it in the afternoon. */
export const NEWER = 9;

export interface Server {
  data: Data;
  isDown: boolean;
  /** Reads commands of the later version too. */
  isUpgraded: boolean;
  /** Whether `isUpgraded` makes a difference. */
  readonly readsNewer: boolean;
  readonly orders: Orders;
  /** People whose role ended. */
  readonly former: Set<string>;
  sync(user: string, call: SyncCall): Promise<Answer<SyncAnswer<Day>>>;
  upload(user: string, part: Part): Promise<Answer<{ readonly next: number; readonly complete: boolean }>>;
  positions(user: string, fixes: readonly TrueFix[]): Promise<Answer<null>>;
  /** Compares the digits of a recipient online. */
  checkPin(user: string, deliveryId: string, pin: string): Promise<Answer<null>>;
  backUp(): Promise<void>;
  restore(): Promise<void>;
  /** Reads `data` anew, where it is a copy. */
  refresh(): Promise<void>;
  /** Plants a bug into a delivery, or takes it out. */
  setBug(deliveryId: string, isOn: boolean): Promise<void>;
  clearBugs(): Promise<void>;
  /** Tells the office of halves that are alone for too long. */
  tellAlone(): Promise<void>;
  /** Lets the office decide about a half of which it was told. */
  decideAlone(half: StoredHalf, isForTaker: boolean): Promise<void>;
  /** Lets the office say where parcels of a cancelled delivery go. */
  tellInHand(one: StoredInHand, bringTo: "sender" | "hub"): Promise<void>;
}

export function makeServer(world: World, truth: Truth): Server {
  let backup = emptyData();
  let queue: Promise<unknown> = Promise.resolve();
  const days = daysOf();
  const readOnce = reader();
  let epoch = "epoch-1";
  const buggy = new Set<string>();
  const server: Server = {
    data: emptyData(),
    readsNewer: true,
    orders: makeOrders(world, truth, () => server.data),
    isDown: false,
    isUpgraded: false,
    former: new Set(),
    sync,
    upload,
    positions,
    checkPin,
    backUp: async () => void (backup = copyOf(server.data)),
    restore: async () => {
      server.data = copyOf(backup);
      truth.wrongPins.clear();
      epoch = world.newId("epoch");
      world.say("the server was restored from its backup");
    },
    refresh: () => Promise.resolve(),
    setBug: async (id, isOn) => void (isOn ? buggy.add(id) : buggy.delete(id)),
    clearBugs: async () => buggy.clear(),
    tellAlone: async () => tellAlone(server.data, world.now()),
    decideAlone: async (half, isForTaker) => decideAlone(world, server.data, half, isForTaker),
    tellInHand: async (one, bringTo) => tellInHand(server.data, one, bringTo),
  };

  const crashes = (): boolean => world.isFaulty() && world.dice.chance(0.004);

  /** One transaction after the other. */
  function storeOf(caller: Caller, upset: Set<string>): SyncStore {
    const once = async <T>(work: (tx: ReturnType<typeof syncTxOf>) => Promise<T>): Promise<T> => {
      if (crashes()) throw new Crash();
      const { data } = server;
      // A bug that shows now and then.
      const hasBug = (id: string): boolean => {
        const has = buggy.has(id) && world.dice.chance(0.5);
        if (has) upset.add(id);
        return has;
      };
      const done = await inTransaction(data, () => work(syncTxOf({ world, truth, data, caller, hasBug })));
      if (crashes()) throw new Crash();
      return done;
    };
    return {
      once: (work) => {
        const next = queue.then(() => once(work));
        queue = next.catch(() => undefined);
        return next;
      },
      isOutOfReach: (error) => error instanceof Crash,
      reportBug: () => undefined,
    };
  }

  function answeredUnread(call: SyncCall, isRestored: boolean): Answer<never> | undefined {
    if (server.isDown) return { kind: "busy" };
    if (call.commands.length > 1 && world.isFaulty() && world.dice.chance(0.1)) return { kind: "too-large" };
    return isRestored && world.has("epoch-first") ? { kind: "epoch", epoch: epoch } : undefined;
  }

  async function sync(user: string, call: SyncCall): Promise<Answer<SyncAnswer<Day>>> {
    const isRestored = call.epoch !== null && call.epoch !== epoch && world.has("restore-reoffer");
    const unread = answeredUnread(call, isRestored);
    if (unread) return unread;
    for (const command of call.commands) compareSent(world, truth, command, user);
    const caller = { user, device: call.deviceId, now: world.now() };
    const core: CoreCall = {
      device: call.deviceId,
      now: world.now(),
      samples: call.samples satisfies readonly ClockSample[],
      isRoleGone: server.former.has(user),
      readBody: (report) => readOnce(server.isUpgraded && report.v === NEWER ? { ...report, v: 1 } : report),
    };
    try {
      const causes = unreadIn(call);
      const results = await judge(storeOf(caller, causes), core, call.commands);
      if (isRestored) return { kind: "epoch", epoch: epoch };
      compareHeld(world, truth, results, { user, causes });
      for (const { id, verdict } of results) compareVerdict(world, truth, `${epoch} ${user} ${id}`, verdict);
      return { kind: "ok", value: answerOf(user, call, results) };
    } catch (error) {
      if (error instanceof Crash) return { kind: "no-network" };
      throw error;
    }
  }

  function answerOf(user: string, call: SyncCall, results: readonly Result[]): SyncAnswer<Day> {
    const { day, dayTag } = server.former.has(user)
      ? { day: null, dayTag: "" }
      : days(world, server.data, user);
    return { serverNow: world.now(), epoch, results, dayTag, day: dayTag === call.dayTag ? null : day };
  }

  async function judge(store: SyncStore, core: CoreCall, reports: readonly Report[]): Promise<Result[]> {
    if (!world.has("own-parsing") && reports.some((one) => core.readBody(one).kind === "malformed"))
      throw new Crash();
    const given = world.has("order") ? reports : swapped(reports);
    if (world.has("server-hold")) return takeIn(store, core, given);
    const results: Result[] = [];
    for (const one of given) results.push(...(await takeIn(store, core, [one])));
    return results;
  }

  /** Deliveries of commands that only a later build reads. */
  const unreadIn = ({ commands }: SyncCall): Set<string> =>
    new Set(
      commands
        .filter(({ v }) => v === NEWER && !server.isUpgraded)
        .map(({ id }) => truth.taps.get(id)?.deliveryId ?? ""),
    );

  async function positions(user: string, fixes: readonly TrueFix[]): Promise<Answer<null>> {
    if (server.isDown) return { kind: "busy" };
    const isTaken = !server.former.has(user) && keepPositions(world, server.data, user, fixes);
    return isTaken ? { kind: "ok", value: null } : { kind: "refused", code: "courier.off-duty" };
  }

  async function checkPin(user: string, deliveryId: string, pin: string): Promise<Answer<null>> {
    if (server.isDown) return { kind: "busy" };
    if (server.former.has(user)) return { kind: "refused", code: "accounts.forbidden" };
    const code = tryPin({ world, truth, data: server.data }, user, { deliveryId, pin });
    return code === undefined ? { kind: "ok", value: null } : { kind: "refused", code };
  }

  function compareShot({ id, taskId }: Part["file"]): void {
    const shot = truth.shots.get(id);
    const kept = server.data.shots.get(id);
    if (shot?.taskId !== taskId || !kept || shot.sha256 !== hashOf(kept.bytes))
      world.broke(8, "a picture stands at the wrong stop, or is another one");
  }

  async function upload(user: string, part: Part): Promise<Answer<{ next: number; complete: boolean }>> {
    if (server.isDown) return { kind: "busy" };
    const { bytes: total } = part.file;
    const prover = { world, data: server.data, user };
    try {
      const next = takePart(prover, part);
      world.say(`${user} sent ${next} of ${total} bytes of a picture`);
      if (next === total) {
        compareShot(part.file);
        shareWithTap({ ...prover, readOnce }, part.file);
      }
      return { kind: "ok", value: { next, complete: next === total } };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code } = error;
      const isBroken = code === "courier.proof-broken";
      const next = isBroken ? undefined : takeForOthers({ ...prover, readOnce }, part);
      world.say(`${user}'s picture is refused: ${code}, ${next ?? "nothing"} was taken for other stops`);
      if (next !== undefined && next < total) return { kind: "ok", value: { next, complete: false } };
      return { kind: "refused", code, isBroken };
    }
  }
  return server;
}

/** The product's way to read a body, once for each text: phones send what waits many times. */
function reader(): (report: Report) => ReadBody {
  const known = new Map<string, ReadBody>();
  return (report) => {
    const key = `${report.type} ${report.v} ${report.body}`;
    const read = known.get(key) ?? readCustody(report) ?? readBody(report);
    known.set(key, read);
    return read;
  };
}

/** Commands in the wrong order, with numbers that hide it. */
const swapped = (reports: readonly Report[]): Report[] =>
  reports.toReversed().map((report, index) => ({ ...report, seq: (reports[index] ?? report).seq }));

/** The courier's stops as the server has them. */
export function dayOf(world: World, data: Data, courierId: string): Day {
  const stops: Stop[] = [];
  const { gone, come } = heldBy(world, data, courierId);
  for (const delivery of data.deliveries.values())
    for (const task of delivery.tasks)
      if (
        ((task.courierId === courierId && !gone.has(task.id)) || come.has(task.id)) &&
        task.state !== "cancelled"
      )
        stops.push({
          taskId: task.id,
          deliveryId: delivery.id,
          kind: task.kind,
          state: task.state === "open" ? "assigned" : task.state,
          blocked: isPending(task) && task.kind !== "collect" && delivery.custody !== "courier",
          correctableUntil: null,
          parcels: codesAt(delivery, task).map((code) => ({ code })),
          addressTag: data.addressTags.get(delivery.id) ?? "",
          ...delivery.proofNeeds?.[task.kind].succeed,
          ...cashOf(data, delivery.id, task.kind),
        });
  return { onDuty: openShift(data, courierId) !== undefined, stops, ...inHandOf(data, courierId) };
}

/** Days by courier, made anew where anything of them changed. */
function daysOf(): (
  world: World,
  data: Data,
  user: string,
) => { readonly day: Day; readonly dayTag: string } {
  const made = new Map<string, { data: Data; version: number; day: Day; dayTag: string }>();
  return (world, data, user) => {
    const { deliveries, addressTags, shifts, halves, inHand, cash } = data;
    const tables = [deliveries, addressTags, shifts, halves, inHand, cash];
    const version = tables.reduce((sum, table) => sum + table.version, 0);
    const known = made.get(user);
    if (known?.data === data && known.version === version) return known;
    const day = dayOf(world, data, user);
    const fresh = { data, version, day, dayTag: JSON.stringify(day) };
    made.set(user, fresh);
    return fresh;
  };
}
