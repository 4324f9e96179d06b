import type { Report } from "#features/courier/domain/sync/report.ts";
import type { SyncTx } from "#features/courier/domain/sync/store.ts";
import { decide } from "#features/deliveries/domain/decide.ts";
import { evolve } from "#features/deliveries/domain/evolve.ts";
import { faultsOf } from "#test/support/people/delivery-faults.ts";
import { DEFAULT_POLICY } from "#features/deliveries/domain/policy.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { receiveCash } from "./hands/cash.ts";
import { comparedPin, withoutDigits } from "./hands/pins.ts";
import { followInHand } from "./hands/server-in-hand.ts";
import { isAwaited, recordCustody } from "./hands/server-custody.ts";
import { isTheirs, shareShot } from "./hands/server-proofs.ts";
import { keepShift } from "./positions.ts";
import { type Data, openShift, type StoredReport } from "./server-db.ts";
import type { Truth } from "./truth.ts";
import type { World } from "./world.ts";

/** Person and phone of a call. */
export interface Caller {
  readonly user: string;
  readonly device: string;
  readonly now: Instant;
}

interface Parts {
  readonly world: World;
  readonly truth: Truth;
  readonly data: Data;
  readonly caller: Caller;
  /** True when the server has a bug with this delivery at this time. */
  readonly hasBug: (deliveryId: string) => boolean;
}

const LATER = { verdict: "later", code: null, facts: {} } as const;

/** One transaction over a copy of the data; it decides by the product's own rules. */
export function syncTxOf({ world, truth, data, caller, hasBug }: Parts): SyncTx {
  const { user, device, now } = caller;
  return {
    claim: async ({ report, times, deliveryId, taskId }) => {
      const known = data.reports.get(report.id);
      const isSame = known !== undefined && known.user === user && known.report.body === report.body;
      if (known && !isSame) return { kind: "other" };
      if (known && isJudged(world, known)) return { kind: "known", verdict: known.verdict };
      checkTimes(world, truth, report.id, times);
      const isSeqReused = isReused(data, { user, device }, report);
      data.reports.set(report.id, {
        report,
        user,
        device,
        deliveryId,
        taskId,
        times,
        receivedAt: now,
        verdict: LATER,
      });
      return { kind: "new", maybeOnDuty: openShift(data, user) !== undefined, isSeqReused };
    },
    endOf: async (taskId) => {
      const ends = [...data.reports.values()].filter(
        (one) =>
          one.taskId === taskId &&
          ["succeed", "fail", "correct"].includes(one.report.type) &&
          ["accepted", "conflict", "replayed"].includes(one.verdict.verdict),
      );
      const [newest] = ends.toSorted((a, b) => b.receivedAt - a.receivedAt || b.report.seq - a.report.seq);
      if (!newest) return null;
      const { life, mono } = newest.report;
      return { device: newest.device, life, mono, times: newest.times };
    },
    carryOut: async (deliveryId, command) => {
      if (hasBug(deliveryId)) {
        if (!world.has("bugs-are-later")) throw new Refusal("http.internal");
        throw new Error("a bug");
      }
      const before = data.deliveries.get(deliveryId);
      if (!before?.tasks.some((task) => isTheirs(task, user)))
        throw new Refusal("deliveries.not-found", { id: deliveryId });
      const addressTag = data.addressTags.get(deliveryId) ?? "";
      const isKnown = before.acceptedCommandIds.includes(command.commandId);
      if (isKnown && world.has("dedupe")) return { outcome: "replayed", events: [], addressTag };
      const given = { ...command, ...comparedPin(world, data, deliveryId, command) };
      const events = decide(isKnown ? { ...before, acceptedCommandIds: [] } : before, given, {
        actor: { role: "courier", courierId: user },
        now,
        policy: DEFAULT_POLICY,
        newTaskId: world.newId("task"),
      });
      const after = events.reduce(evolve, before);
      data.deliveries.set(deliveryId, after);
      const seq = data.reports.get(command.commandId)?.report.seq ?? 0;
      data.applied = [...data.applied, { commandId: command.commandId, device, user, deliveryId, seq }];
      for (const fault of faultsOf(after)) world.broke(14, fault);
      return { outcome: "accepted", events, addressTag };
    },
    takeCash: async (cash) => receiveCash(world, data, user, cash),
    shareProofs: async (shared) => {
      for (const proof of shared) shareShot({ world, data, user }, proof);
    },
    recordOther: async (report) => recordCustody(world, data, { user, now }, report),
    isAwaited: async (deliveryId) => world.has("awaits-handover") && isAwaited(data, user, deliveryId),
    deliveryOf: async (id) => data.deliveries.get(id),
    keepShift: async (shift) => keepShift(world, data, user, shift),
    keepVerdict: async (id, verdict) => {
      const stored = data.reports.get(id);
      if (!stored) return;
      if (verdict.verdict !== "later") checkOrder(world, data, stored);
      if (verdict.verdict !== "refused" && data.exceptions.get(`command:${id}`)?.kind === "command_refused")
        world.broke(4, "an exception of a command that was not refused");
      data.reports.set(id, { ...stored, verdict });
    },
    openException: async (found) => {
      if (!data.exceptions.has(found.key)) data.exceptions.set(found.key, withoutDigits(world, found));
      followInHand(world, data, user, found);
    },
  };
}

/** Another command of this phone and person had the number before. */
function isReused(data: Data, { user, device }: Omit<Caller, "now">, { id, seq }: Report): boolean {
  for (const one of data.reports.values())
    if (one.report.seq === seq && one.report.id !== id && one.device === device && one.user === user)
      return true;
  return false;
}

/** A stored verdict stands. */
const isJudged = (world: World, { verdict }: StoredReport): boolean =>
  verdict.verdict !== "later" && world.has("dedupe") && world.has("stable-verdict");

/** No later command of the phone about the same delivery has its verdict before (5). */
function checkOrder(world: World, data: Data, judged: StoredReport): void {
  if (judged.deliveryId === null || !world.has("stable-verdict") || !world.has("dedupe")) return;
  for (const one of data.reports.values())
    if (
      one.deliveryId === judged.deliveryId &&
      one.device === judged.device &&
      one.user === judged.user &&
      one.report.seq > judged.report.seq &&
      one.verdict.verdict !== "later"
    )
      world.broke(5, "a later command was judged first");
}

/** The tap lies within its bounds (9); without the interval the phone's clock is taken for true to half a minute. */
function checkTimes(world: World, truth: Truth, id: string, { lo, hi }: { lo: Instant; hi: Instant }): void {
  const tap = truth.taps.get(id);
  if (!tap) return;
  const { wall } = tap.command;
  const [from, to] = world.has("interval") ? [lo, hi] : [wall - 30_000, wall + 30_000];
  if (tap.at < from || tap.at > to) world.broke(9, "a tap lies outside its bounds");
}
