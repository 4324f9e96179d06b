import { readDelivery, reportTask, type Who } from "#features/deliveries/server/public.ts";
import { takeCash } from "#features/debts/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { sql } from "kysely";
import { isOutOfReach } from "#server/db/out-of-reach.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { Log } from "#server/http/app.ts";
import type { WorkGuard } from "#server/room.ts";
import type { SyncStore, SyncTx } from "../../domain/sync/store.ts";
import { addressTagOf } from "../address-tag.ts";
import type { LaterRoom } from "../later-room.ts";
import { keepShift } from "../keep-shift.ts";
import { shareKept } from "../uploads/share-kept.ts";
import { openContradiction } from "./open-contradiction.ts";
import { claimReport, endOf, keepVerdict, type Phone } from "./report-row.ts";

/** Parts of the server that taking in commands needs. */
export interface StoreParts {
  readonly db: Db;
  readonly log: Log;
  readonly guard: WorkGuard | undefined;
  readonly laterRoom: LaterRoom;
  readonly requestId: string;
}

/** The store of one phone's call on PostgreSQL. */
export function pgStore(parts: StoreParts, phone: Phone): SyncStore {
  const { db, log, requestId } = parts;
  return {
    once: (work) => db.as(phone.actor, (tx) => work(syncTx(tx, parts, phone))),
    isOutOfReach,
    reportBug: (commandId, error) =>
      log.error({ requestId, commandId, error: String(error) }, "a command failed"),
  };
}

function syncTx(tx: Tx, { guard, laterRoom }: StoreParts, phone: Phone): SyncTx {
  const { actor, now } = phone;
  const who: Who = { actor, scope: "assigned", now };
  return {
    claim: (claim) => claimReport(tx, phone, claim),
    endOf: (taskId) => endOf(tx, taskId),
    carryOut: async (deliveryId, command) => {
      const given = { deliveryId, command, wasKept: true };
      const { outcome, before, events } = await undoneIfRefused(tx, () => reportTask(tx, who, given, guard));
      const task = before.tasks.find(({ id }) => id === command.taskId);
      return { outcome, events, addressTag: addressTagOf(before, task?.kind) };
    },
    deliveryOf: (id) => readDelivery(tx, id),
    recordOther: (report) => undoneIfRefused(tx, () => laterRoom.record(tx, phone, report)),
    isAwaited: (deliveryId) => laterRoom.isAwaited(tx, phone, deliveryId),
    keepShift: ({ commandId, occurredAt, onDuty }) =>
      keepShift(tx, phone, { commandId, occurredAt: toIso(occurredAt), onDuty }),
    takeCash: async ({ deliveryId: id, amount }) =>
      void (await undoneIfRefused(tx, () => takeCash(tx, who, { id, amount }))),
    shareProofs: (shared) => shareKept(tx, shared, { ...who, actor }),
    keepVerdict: (id, verdict) => keepVerdict(tx, id, verdict),
    openException: async (found) => {
      await openContradiction(tx, phone, found);
      await laterRoom.follow(tx, phone, found);
    },
  };
}

/** Undoes what was written before a rule refused; the transaction goes on and keeps the verdict. */
async function undoneIfRefused<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint judged`.execute(tx);
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) await sql`rollback to savepoint judged`.execute(tx);
    throw error;
  }
}
