import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import type { Window } from "#kernel/window.ts";
import { rows, type Tx } from "#server/db/db.ts";
import type { Address } from "#features/places/contract/api.ts";
import type { DeliveryNeeds } from "#features/proofs/domain/needs.ts";
import type { ParcelInput, Price, ServiceLevel } from "#features/quotes/contract/api.ts";
import type { CancelTerms } from "#features/quotes/domain/service-levels.ts";
import type { Contact } from "../contract/shapes.ts";
import type { Attempt, DeliveryState, Task } from "../domain/delivery.ts";
import { parcelCodes } from "#kernel/parcel-code.ts";
import { type Handover, needsWith } from "#features/proofs/domain/handover.ts";
import type { OrderState } from "../domain/order-lifecycle.ts";
import type { DeliveryStateName } from "../domain/state.ts";

/** A task as the rules know it, with what only lists and screens need. */
export interface TaskRecord extends Task {
  readonly courierName: string | null;
  readonly window: Window;
  readonly changedAt: Instant;
}

/** A delivery as stored. It is a `DeliveryState`: the rules take it as it is. */
export interface DeliveryRecord extends DeliveryState {
  /** Needs by the policy of its booking and by the recipient's wish. */
  readonly proofNeeds: DeliveryNeeds | null;
  /** Needs before any wish. */
  readonly bookedNeeds: DeliveryNeeds | null;
  readonly handover: Handover | null;
  readonly tasks: readonly TaskRecord[];
  readonly number: string;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly orderState: OrderState;
  readonly payerId: string | null;
  readonly sender: Contact;
  readonly recipient: Contact;
  readonly pickup: Address;
  readonly dropoff: Address;
  readonly parcels: readonly ParcelInput[];
  readonly serviceLevel: ServiceLevel;
  readonly window: Window;
  readonly pickupWindow: Window;
  readonly distanceM: number;
  readonly distanceSource: "estimated" | "road";
  readonly price: Price;
  /** The projection as stored for lists: always `stateOf(record)`. */
  readonly stateShown: DeliveryStateName;
  readonly courierId: string | null;
  readonly courierName: string | null;
  /** Minor units of the price's currency; null unless cancelled. */
  readonly cancelFeeMinor: number | null;
  /** Fees of cancelling, as they were when it was booked. */
  readonly cancelTerms: CancelTerms;
  readonly createdAt: Instant;
}

/** Timestamps inside JSON as UTC milliseconds. */
export const ms = (column: string) => sql.raw(`round(extract(epoch from ${column}) * 1000)::bigint`);
/** Two such columns as a window. */
export const span = (start: string, end: string) =>
  sql`json_build_object('start', ${ms(start)}, 'end', ${ms(end)})`;

const taskJson = sql`
  json_build_object('id', t.id, 'kind', t.kind, 'tryNo', t.try_no, 'state', t.state, 'courierId', t.courier_id,
    'courierName', t.courier_name, 'pastCourierIds', to_json(t.past_courier_ids), 'startedAt', ${ms("t.started_at")},
    'arrivedAt', ${ms("t.arrived_at")}, 'outcome', t.outcome, 'window', ${span("t.window_start", "t.window_end")},
    'changedAt', ${ms("t.changed_at")},
    'attempts', (select coalesce(json_agg(json_build_object('result', a.result, 'outcome', a.outcome,
        'correction', a.correction) order by a.nth), '[]')
      from attempt a where a.org_id = t.org_id and a.task_id = t.id))`;

type Row = Omit<DeliveryRecord, "tasks" | "acceptedCommandIds" | "parcelCodes" | "proofNeeds"> & {
  readonly tasks: readonly (Omit<TaskRecord, "attempts"> & { readonly attempts: readonly Attempt[] })[];
};

/** These deliveries with tasks and attempts, in one statement; order as asked, unknown ones left out. */
export async function readDeliveries(tx: Tx, ids: readonly string[]): Promise<DeliveryRecord[]> {
  if (ids.length === 0) return [];
  const found = await rows(
    tx,
    sql<Row>`
      select d.id, d.number, d.order_id as "orderId", o.number as "orderNumber", o.state as "orderState",
        d.payer_id as "payerId",
        d.sender, d.recipient, d.pickup, d.dropoff, d.parcels, d.service_level as "serviceLevel",
        ${span("d.window_start", "d.window_end")} as "window",
        ${span("d.pickup_start", "d.pickup_end")} as "pickupWindow",
        d.distance_m as "distanceM", d.distance_source as "distanceSource", d.price, d.custody,
        d.closed_as as "closedAs", d.undeliverable_action as "undeliverableAction",
        d.max_attempts as "maxAttempts", d.state_shown as "stateShown", d.courier_id as "courierId",
        d.courier_name as "courierName", d.cancel_fee_minor as "cancelFeeMinor", d.cancel_terms as "cancelTerms", d.created_at as "createdAt",
        d.version, d.proof_needs as "bookedNeeds", d.handover,
        (select coalesce(json_agg(${taskJson} order by t.ordinal), '[]')
         from task t where t.org_id = d.org_id and t.delivery_id = d.id) as tasks
      from delivery d join sales_order o on o.org_id = d.org_id and o.id = d.order_id
      where d.org_id = app_org() and d.id = any (${[...ids]}::uuid[])`,
  );
  const byId = new Map(
    found.map((row) => [
      row.id,
      {
        ...row,
        acceptedCommandIds: [],
        parcelCodes: parcelCodes(row.number, row.parcels.length),
        proofNeeds: needsWith(row.bookedNeeds, row.handover),
      },
    ]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function readDelivery(tx: Tx, id: string): Promise<DeliveryRecord | undefined> {
  return (await readDeliveries(tx, [id]))[0];
}

/**
 * Holds the rows of these deliveries until the transaction ends, in order of id, and reads them after the wait.
 *
 * Two statements on purpose: one that locks and reads tasks at once would read them as they were before the wait.
 */
export async function lockDeliveries(tx: Tx, ids: readonly string[]): Promise<DeliveryRecord[]> {
  await sql`select id from delivery where org_id = app_org() and id = any (${[...ids]}::uuid[])
            order by id for update`.execute(tx);
  return readDeliveries(tx, ids);
}

/** As `lockDeliveries`, for one. */
export async function lockDelivery(tx: Tx, id: string): Promise<DeliveryRecord | undefined> {
  return (await lockDeliveries(tx, [id]))[0];
}
