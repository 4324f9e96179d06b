import { sql } from "kysely";
import { readDelivery } from "#features/deliveries/server/public.ts";
import type { Instant } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { awaitsDecision } from "../domain/failed-try.ts";
import type { ExceptionKind } from "../domain/kinds.ts";
import { closeException, openException } from "./open-exception.ts";
import type { NewException } from "./open-exception.ts";

const FAILED: ReadonlySet<string> = new Set([
  "delivery.pickup_failed",
  "delivery.attempt_failed",
  "delivery.return_failed",
  // To failed, or away from it.
  "delivery.corrected",
]);

interface Open {
  readonly key: string;
  readonly kind: ExceptionKind;
  readonly taskId: string;
}

type About = Omit<NewException, "kind" | "key" | "facts"> & {
  readonly deliveryId: string;
  readonly openedAt: Instant;
};

const openOf = (tx: Tx, deliveryId: string): Promise<Open[]> =>
  rows(
    tx,
    sql<Open>`select key, kind, task_id as "taskId" from exception
      where org_id = app_org() and delivery_id = ${deliveryId} and resolved_at is null and task_id is not null
        and kind in ('try_failed', 'parcels_left')`,
  );

/**
 * Opens a try that failed, once for each task, unless its parcels are an exception already; closes those about which
 * somebody has decided.
 */
export async function followTries(tx: Tx, type: string, about: About): Promise<void> {
  const { deliveryId, taskId, openedAt } = about;
  const open = await openOf(tx, deliveryId);
  const mayOpen = FAILED.has(type) && !open.some((one) => one.taskId === taskId);
  if (open.length === 0 && !mayOpen) return;
  const delivery = await readDelivery(tx, deliveryId);
  if (!delivery) return;
  const decided = open.filter((one) => one.kind === "try_failed" && !awaitsDecision(delivery, one.taskId));
  for (const { key } of decided) await closeException(tx, key, openedAt);
  const task = mayOpen ? delivery.tasks.find(({ id }) => id === taskId) : undefined;
  if (!task || !awaitsDecision(delivery, task.id)) return;
  const facts = { cause: task.outcome?.reason ?? "", tryNo: task.tryNo };
  await openException(tx, { ...about, kind: "try_failed", key: `try:${task.id}`, facts });
}
