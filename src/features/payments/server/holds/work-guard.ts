import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, rows, type Tx } from "#server/db/db.ts";
import type { WorkGuard } from "#server/room.ts";
import { noteFinding } from "../base/finding-row.ts";
import { WAITS_FOR_PICKUP, stopsWork } from "./money-problem.ts";

interface Stopped {
  readonly deliveryId: string;
  readonly number: string;
  readonly paymentId: string;
}

/** Those of these deliveries that may not be assigned, as their money is lost or in doubt. */
const stoppedOf = (tx: Tx, now: Instant, deliveryIds: readonly string[]): Promise<Stopped[]> =>
  rows(
    tx,
    sql<Stopped>`
      select d.id as "deliveryId", d.number, p.id as "paymentId" from deliveries d
      join payment p on p.org_id = d.org_id and p.order_id = d.order_id
      where d.org_id = app_org() and d.id = any(${[...deliveryIds]}::uuid[]) and ${stopsWork(now)}
        and ${WAITS_FOR_PICKUP}
      order by d.number, p.created_at`,
  );

/** A pick-up of this delivery that the speaker has to do with, and that was not written down before. */
const isPickup = (
  tx: Tx,
  { deliveryId, taskId, commandId, courierId }: Parameters<WorkGuard["mayRecord"]>[2],
): Promise<object | undefined> =>
  first(
    tx,
    sql<object>`
      select from tasks t
      where t.org_id = app_org() and t.id = ${taskId} and t.delivery_id = ${deliveryId} and t.kind = 'collect'
        and (${courierId}::uuid is null or ${courierId} = t.courier_id or ${courierId} = any(t.past_courier_ids))
        and not exists (select from command c where c.org_id = app_org() and c.id = ${commandId})`,
  );

const BEGINS: ReadonlySet<string> = new Set(["start", "succeed"]);

/**
 * Stops the work on deliveries whose money is lost or in doubt, until it is paid again or a person lets it go on.
 * Facts are never refused: parcels that are with us are recorded, and a person checks the money.
 */
export const workGuard: WorkGuard = {
  stopped: async (tx, now, ids) =>
    new Set((await stoppedOf(tx, now, ids)).map(({ deliveryId }) => deliveryId)),
  async mayAssign(tx, now, deliveryIds) {
    const [stopped] = await stoppedOf(tx, now, deliveryIds);
    if (stopped) throw new Refusal("deliveries.money-unsafe", { number: stopped.number });
  },
  async mayRecord(tx, now, deed) {
    const { deliveryId, type, isFact } = deed;
    if (!BEGINS.has(type) || !(await isPickup(tx, deed))) return {};
    const [stopped] = await stoppedOf(tx, now, [deliveryId]);
    if (!stopped) return {};
    if (!isFact) throw new Refusal("deliveries.not-to-collect", { number: stopped.number });
    if (type === "succeed")
      await noteFinding(tx, now, {
        kind: "taken-along-unpaid",
        paymentId: stopped.paymentId,
        facts: { deliveryId },
      });
    return { moneyStop: true };
  },
};
