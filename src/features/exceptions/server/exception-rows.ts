import { sql } from "kysely";
import { courierPhone } from "#features/accounts/server/public.ts";
import type { TaskCommand } from "#features/deliveries/contract/commands.ts";
import { bookingOf } from "#features/payments/server/public.ts";
import { costOfNext } from "#features/delivery-pages/domain/later-work.ts";
import { nextActionOf } from "#features/delivery-pages/domain/usual-act.ts";
import { readReasons } from "#features/reasons/server/public.ts";
import { type DeliveryRecord, readDelivery } from "#features/deliveries/server/public.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isoText, windowText } from "#server/db/iso-text.ts";
import type { Exception, ExceptionEntry, ExceptionRow } from "../contract/api.ts";
import { offeredFor } from "../domain/offer.ts";
import { reopeningOf } from "../domain/reopening.ts";

/** A line of the queue with the key that pages go by. */
export interface QueueRow extends ExceptionRow {
  readonly rank: string;
}

const NAMED = sql.raw("json_build_object('id', d.id, 'number', d.number)");

/** The columns of `QueueRow`, from `exception x` and the rows that it names. */
export const queueRows = sql`
  select x.id, x.kind, x.severity, x.rank, ${isoText("x.happened_at")} as "happenedAt",
    ${isoText("x.opened_at")} as "openedAt", ${isoText("x.due_at")} as "dueAt",
    ${isoText("x.resolved_at")} as "resolvedAt", x.resolution,
    case when d.id is not null then ${NAMED} end as delivery,
    case when t.id is not null then json_build_object('id', t.id, 'kind', t.kind,
      'window', ${windowText("t.window_start", "t.window_end")}) end as task,
    (case when t.kind in ('collect', 'return') then d.pickup else d.dropoff end) ->> 'label' as place,
    case when c.id is not null then json_build_object('id', x.courier_id, 'name', c.name) end as courier,
    case when x.kind = 'plan_conflict' then json_build_object(
      'cause', case x.facts ->> 'code' when 'courier.address-changed' then 'address_changed'
        when 'courier.role-gone' then 'role_gone' else 'reassigned' end,
      'planned', case when p.id is not null then json_build_object('id', p.courier_id, 'name', p.name) end) end as against,
    case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as owner
  from exception x
  left join deliveries d on d.org_id = x.org_id and d.id = x.delivery_id
  left join tasks t on t.org_id = x.org_id and t.id = x.task_id
  left join people c on c.org_id = x.org_id and c.courier_id = x.courier_id
  left join people p on p.org_id = x.org_id and p.courier_id = (x.facts ->> 'planned')::uuid
  left join people o on o.org_id = x.org_id and o.id = x.owner_id`;

/** Parts of an exception that only its own page shows. */
interface Detail {
  readonly courierId: string | null;
  readonly facts: Exception["facts"];
  readonly command: TaskCommand | null;
  readonly history: ExceptionEntry[];
}

const detailOf = (tx: Tx, id: string): Promise<Detail | undefined> =>
  first(
    tx,
    sql<Detail>`
      select x.courier_id as "courierId", x.facts, x.command,
        (select json_agg(json_build_object('what', h.what, 'at', ${isoText("h.at")}, 'by', p.name,
             'resolution', h.resolution, 'note', h.note) order by h.nth)
         from exception_entry h left join people p on p.org_id = h.org_id and p.id = h.by_id
         where h.org_id = x.org_id and h.exception_id = x.id) as history
      from exception x where x.org_id = app_org() and x.id = ${id}`,
  );

/** An exception as its page shows it. @throws Refusal `exceptions.not-found` */
export async function readWhole(tx: Tx, now: Instant, id: string): Promise<Exception> {
  const [found] = await rows(tx, sql<QueueRow>`${queueRows} where x.org_id = app_org() and x.id = ${id}`);
  const detail = await detailOf(tx, id);
  if (!found || !detail) throw new Refusal("exceptions.not-found", { id });
  const { rank: _, ...row } = found;
  const { courierId, facts, command, history } = detail;
  const reported = command && { type: command.type, occurredAt: command.occurredAt };
  const delivery = row.delivery ? await readDelivery(tx, row.delivery.id) : undefined;
  const about = { kind: row.kind, taskId: row.task?.id ?? null, courierId, reported, facts };
  const resolutions = row.resolvedAt === null ? await resolutionsOf(tx, { about, delivery, now }) : [];
  return {
    ...row,
    facts,
    reported,
    courierPhone: courierId === null ? null : await courierPhone(tx, courierId),
    history,
    resolutions,
    reopening: resolutions.includes("reopen") ? await reopeningIn(tx, delivery) : null,
    costs: costsOf(delivery),
  };
}

/** Costs of what may be planned next, where it has a price. */
const costsOf = (delivery: DeliveryRecord | undefined): Exception["costs"] => ({
  "try-again": delivery ? costOfNext("extraAttempt", delivery.tasks, delivery.price.later) : null,
  "send-back": delivery ? costOfNext("return", delivery.tasks, delivery.price.later) : null,
});

async function reopeningIn(tx: Tx, delivery: DeliveryRecord | undefined): Promise<Exception["reopening"]> {
  if (!delivery) return null;
  const { orderId, price, cancelFeeMinor } = delivery;
  const booking = await bookingOf(tx, orderId);
  const found = reopeningOf({ total: price.total, feeMinor: cancelFeeMinor ?? 0, booking });
  if (!found) return null;
  const { amount, owedBy, isPaid } = found;
  return { amount, owedBy, isPaid };
}

/** Resolutions that are offered, the usual one by the reason of the try first. */
async function resolutionsOf(
  tx: Tx,
  {
    about,
    delivery,
    now,
  }: Parameters<typeof offeredFor>[0] & { readonly delivery: DeliveryRecord | undefined },
): Promise<Exception["resolutions"]> {
  const task = delivery?.tasks.find(({ id }) => id === about.taskId);
  if ((about.kind !== "parcels_left" && about.kind !== "try_failed") || !task)
    return offeredFor({ about, delivery, now });
  const nextAction = nextActionOf(task, await readReasons(tx));
  return offeredFor({ about, delivery, now, nextAction });
}

/** An open exception whose row is held until the transaction ends. */
export interface OpenException {
  readonly id: string;
  readonly kind: Exception["kind"];
  readonly deliveryId: string | null;
  readonly taskId: string | null;
  readonly courierId: string | null;
  readonly facts: Exception["facts"];
  readonly command: TaskCommand | null;
  readonly ownerId: string | null;
}

interface Locked extends OpenException {
  readonly resolvedAt: Instant | null;
}

/** Holds an open exception. @throws Refusal `exceptions.not-found`, `exceptions.closed` */
export async function lockOpen(tx: Tx, id: string): Promise<OpenException> {
  const found = await first(
    tx,
    sql<Locked>`
      select id, kind, delivery_id as "deliveryId", task_id as "taskId", courier_id as "courierId", facts, command,
        owner_id as "ownerId", resolved_at as "resolvedAt"
      from exception where org_id = app_org() and id = ${id} for update`,
  );
  if (!found) throw new Refusal("exceptions.not-found", { id });
  if (found.resolvedAt !== null) throw new Refusal("exceptions.closed", { id });
  return found;
}
