import type { RoomJobs } from "#server/jobs/jobs.ts";
import { organisationIds } from "#server/db/organisations.ts";
import { readDelivery } from "#features/deliveries/server/public.ts";
import { isolateFailure, type PaymentDeps } from "./base/payment-deps.ts";
import { SETTLE_JOB } from "./merge/merge-snapshot.ts";
import { NEWS_JOB, followNews } from "./inbox/inbox.ts";
import { paymentsOf } from "./base/payment-row.ts";
import { expireOverdue } from "./expire.ts";
import { settlePayment } from "./settle.ts";
import { checkPayments } from "./check-payments.ts";

const SWEEP_JOB = "payments.sweep";
const EXPIRE_JOB = "payments.expire";

export const onEnds = (job: string): Readonly<Record<string, string>> => ({
  "delivery.delivered": job,
  "delivery.returned": job,
  "delivery.cancelled": job,
  "delivery.lost": job,
  "delivery.disposed": job,
  "delivery.corrected": job,
  // A lost delivery is free; found, its cash is to be collected again.
  "delivery.found": job,
  "delivery.reopened": job,
  "order.cancelled": job,
});

type DueDeps = Pick<PaymentDeps, "db" | "clock" | "log">;

/** Orders that nobody paid for run out where no cards are taken, too. */
export const expiryJobs = (deps: DueDeps): RoomJobs => ({
  jobs: { [EXPIRE_JOB]: () => expireAll(deps) },
  every: { [EXPIRE_JOB]: 1 },
});

async function expireAll(deps: DueDeps): Promise<void> {
  for (const id of await organisationIds(deps.db))
    await isolateFailure(deps, { orgId: id }, () => expireOverdue(deps, id));
}

/** Ends of a delivery or an order that bring its money to rest. The sweeper finds what a lost event would leave. */
export const paymentJobs = (deps: PaymentDeps): RoomJobs => ({
  jobs: {
    [SETTLE_JOB]: async (payload) => {
      const orgId = String(payload["orgId"]);
      for (const id of await paymentsIn(deps, orgId, payload)) await settlePayment(deps, orgId, id);
    },
    [NEWS_JOB]: followNews(deps),
    [SWEEP_JOB]: () => checkPayments(deps),
    [EXPIRE_JOB]: () => expireAll(deps),
  },
  reactions: onEnds(SETTLE_JOB),
  every: { [SWEEP_JOB]: 1, [EXPIRE_JOB]: 1 },
});

/** The payments that a job is about: named, or found by the delivery or order that the event happened to. */
export async function paymentsIn(
  deps: Pick<DueDeps, "db">,
  orgId: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  if (typeof payload["paymentId"] === "string") return [payload["paymentId"]];
  const aggregateId = String(payload["aggregateId"]);
  return deps.db.as({ orgId }, async (tx) => {
    const isOrder = String(payload["type"]).startsWith("order.");
    const orderId = isOrder ? aggregateId : (await readDelivery(tx, aggregateId))?.orderId;
    return orderId === undefined ? [] : (await paymentsOf(tx, orderId)).map(({ id }) => id);
  });
}
