import { sql } from "kysely";
import type { RoomJobs } from "#server/jobs/jobs.ts";
import { rows } from "#server/db/db.ts";
import { readDelivery } from "#features/deliveries/server/public.ts";
import { alone } from "./alone.ts";
import { SETTLE_JOB } from "./absorb.ts";
import { NEWS_JOB, followNews } from "./inbox.ts";
import { paymentsOf } from "./payment-row.ts";
import { expireOverdue } from "./expire.ts";
import { settleDue } from "./dues/settle-due.ts";
import type { Desk } from "./run-operation.ts";
import { settlePayment } from "./settle.ts";
import { sweepPayments } from "./sweep.ts";

const SWEEP_JOB = "payments.sweep";
const EXPIRE_JOB = "payments.expire";

const ENDS = {
  "delivery.delivered": SETTLE_JOB,
  "delivery.returned": SETTLE_JOB,
  "delivery.cancelled": SETTLE_JOB,
  "delivery.lost": SETTLE_JOB,
  "delivery.disposed": SETTLE_JOB,
  "delivery.corrected": SETTLE_JOB,
  // A lost delivery is free; found, its cash is to be collected again.
  "delivery.found": SETTLE_JOB,
  "order.cancelled": SETTLE_JOB,
} as const;

type Till = Pick<Desk, "db" | "clock" | "log">;

/** Jobs where no cards are taken: the same ends make amounts due in cash or by invoice. */
export const dueJobs = (till: Till): RoomJobs => ({
  jobs: {
    [SETTLE_JOB]: async (payload) => {
      const orgId = String(payload["orgId"]);
      for (const id of await paymentsIn(till, orgId, payload)) await settleDue(till, orgId, id);
    },
    [EXPIRE_JOB]: () => expireAll(till),
  },
  reactions: ENDS,
  every: { [EXPIRE_JOB]: 1 },
});

async function expireAll(till: Till): Promise<void> {
  const orgs = await till.db.owner((tx) => rows(tx, sql<{ id: string }>`select id from organization`));
  for (const { id } of orgs) await alone(till, { orgId: id }, () => expireOverdue(till, id));
}

/** Ends of a delivery or an order that bring its money to rest. The sweeper finds what a lost event would leave. */
export const paymentJobs = (desk: Desk): RoomJobs => ({
  jobs: {
    [SETTLE_JOB]: async (payload) => {
      const orgId = String(payload["orgId"]);
      for (const id of await paymentsIn(desk, orgId, payload)) {
        await settleDue(desk, orgId, id);
        await settlePayment(desk, orgId, id);
      }
    },
    [NEWS_JOB]: followNews(desk),
    [SWEEP_JOB]: () => sweepPayments(desk),
    [EXPIRE_JOB]: () => expireAll(desk),
  },
  reactions: ENDS,
  every: { [SWEEP_JOB]: 1, [EXPIRE_JOB]: 1 },
});

/** The payments that a job is about: named, or found by the delivery or order that the event happened to. */
async function paymentsIn(
  desk: Till,
  orgId: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  if (typeof payload["paymentId"] === "string") return [payload["paymentId"]];
  const aggregateId = String(payload["aggregateId"]);
  return desk.db.as({ orgId }, async (tx) => {
    const isOrder = String(payload["type"]).startsWith("order.");
    const orderId = isOrder ? aggregateId : (await readDelivery(tx, orgId, aggregateId))?.orderId;
    return orderId === undefined ? [] : (await paymentsOf(tx, orderId)).map(({ id }) => id);
  });
}
