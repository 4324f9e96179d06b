import { Refusal } from "#kernel/refusal.ts";
import type { Instant } from "#kernel/instant.ts";
import type { DeliveryCommand } from "#features/deliveries/domain/command.ts";
import { decide } from "#features/deliveries/domain/decide.ts";
import type { DeliveryState } from "#features/deliveries/domain/delivery.ts";
import type { Doer } from "#features/deliveries/domain/doer.ts";
import { evolve } from "#features/deliveries/domain/evolve.ts";
import { DEFAULT_POLICY } from "#features/deliveries/domain/policy.ts";
import type { Claim, Contradiction, SyncStore, SyncTx } from "#features/courier/domain/sync/store.ts";
import type { Verdict } from "#features/courier/domain/sync/verdict.ts";

interface Stored {
  readonly claim: Claim;
  readonly device: string;
  readonly verdict: Verdict;
}

/** Everything that the server knows, as one value: a transaction that fails leaves the one before. */
interface Known {
  readonly deliveries: ReadonlyMap<string, DeliveryState>;
  readonly addressTags: ReadonlyMap<string, string>;
  readonly reports: ReadonlyMap<string, Stored>;
  readonly exceptions: ReadonlyMap<string, Contradiction>;
  /** From when to when the courier was on duty; the end is null while they are. */
  readonly shifts: readonly (readonly [from: Instant, until: Instant | null])[];
}

/** Caller of a call in memory. */
export interface MemoryCaller {
  readonly courierId: string;
  readonly device: string;
  readonly now: Instant;
  /** Called before each write; throws to make it fail. */
  readonly fault?: (what: string) => void;
}

/** A server of courier's commands without a database: the real rules on maps. */
export class MemoryServer {
  known: Known = {
    deliveries: new Map(),
    addressTags: new Map(),
    reports: new Map(),
    exceptions: new Map(),
    shifts: [],
  };
  readonly bugs: string[] = [];
  private counted = 0;

  add(delivery: DeliveryState): void {
    this.known = { ...this.known, deliveries: withEntry(this.known.deliveries, delivery.id, delivery) };
  }

  delivery(id: string): DeliveryState {
    const found = this.known.deliveries.get(id);
    if (!found) throw new Error(`no delivery ${id}`);
    return found;
  }

  /** Carries out a command of anybody, as another call would. @throws Refusal */
  act(deliveryId: string, actor: Doer, command: DeliveryCommand, now: Instant) {
    const before = this.delivery(deliveryId);
    this.counted += 1;
    const newTaskId = `new-${this.counted}`;
    const events = decide(before, command, { actor, now, policy: DEFAULT_POLICY, newTaskId });
    this.add(events.reduce<DeliveryState>(evolve, before));
    return events;
  }

  store(caller: MemoryCaller): SyncStore {
    return {
      once: async (work) => {
        const before = this.known;
        try {
          return await work(this.tx(caller));
        } catch (error) {
          this.known = before;
          throw error;
        }
      },
      isOutOfReach: (error) => error instanceof Error && error.message === "out of reach",
      reportBug: (commandId) => void this.bugs.push(commandId),
    };
  }

  private tx({ courierId, device, now, fault = () => undefined }: MemoryCaller): SyncTx {
    return {
      claim: async (claim) => {
        fault("claim");
        const { report, times } = claim;
        const before = this.known.reports.get(report.id);
        const isSame = before?.claim.report.body === report.body && before.claim.report.type === report.type;
        if (before && !isSame) return { kind: "other" };
        if (before && before.verdict.verdict !== "later") return { kind: "known", verdict: before.verdict };
        this.keep(report.id, { claim, device, verdict: { verdict: "later", code: null, facts: {} } });
        const isSeqReused = [...this.known.reports.values()].some(
          (one) =>
            one.device === device && one.claim.report.seq === report.seq && one.claim.report.id !== report.id,
        );
        const maybeOnDuty = this.known.shifts.some(
          ([from, until]) => from <= times.hi && (until === null || until >= times.lo),
        );
        return { kind: "new", maybeOnDuty, isSeqReused };
      },
      endOf: async (taskId) => {
        const ends = [...this.known.reports.values()].filter(
          ({ claim, verdict }) =>
            claim.taskId === taskId &&
            ["succeed", "fail", "correct"].includes(claim.report.type) &&
            ["accepted", "conflict", "replayed"].includes(verdict.verdict),
        );
        const last = ends.at(-1);
        return last ? { ...last.claim.report, device: last.device, times: last.claim.times } : null;
      },
      carryOut: async (deliveryId, command) => {
        fault("carryOut");
        const before = this.known.deliveries.get(deliveryId);
        const tookPart = before?.tasks.some(
          (task) => task.courierId === courierId || task.pastCourierIds.includes(courierId),
        );
        if (!before || !tookPart) throw new Refusal("deliveries.not-found", { id: deliveryId });
        const addressTag = this.known.addressTags.get(command.taskId) ?? "a";
        if (before.acceptedCommandIds.includes(command.commandId))
          return { outcome: "replayed", events: [], addressTag };
        const events = this.act(deliveryId, { role: "courier", courierId }, command, now);
        return { outcome: "accepted", events, addressTag };
      },
      shareProofs: async () => undefined,
      recordOther: async () => ({ verdict: "accepted", code: null, facts: {} }),
      isAwaited: async () => false,
      deliveryOf: async (id) => this.known.deliveries.get(id),
      keepShift: async ({ onDuty, occurredAt }) => {
        fault("keepShift");
        const shifts = onDuty
          ? [...this.known.shifts, [occurredAt, null] as const]
          : this.known.shifts.map(([from, until]) => [from, until ?? occurredAt] as const);
        this.known = { ...this.known, shifts };
      },
      takeCash: () => Promise.reject(new Error("nobody pays in cash here")),
      keepVerdict: async (id, verdict) => {
        fault("keepVerdict");
        const stored = this.known.reports.get(id);
        if (!stored) throw new Error(`no report ${id}`);
        this.keep(id, { ...stored, verdict });
      },
      openException: async (found) => {
        fault("openException");
        if (this.known.exceptions.has(found.key)) return;
        this.known = { ...this.known, exceptions: withEntry(this.known.exceptions, found.key, found) };
      },
    };
  }

  private keep(id: string, stored: Stored): void {
    this.known = { ...this.known, reports: withEntry(this.known.reports, id, stored) };
  }
}

const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> =>
  new Map([...map, [key, value]]);
