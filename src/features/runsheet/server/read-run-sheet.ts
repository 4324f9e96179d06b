import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { type CashToTake, cashOf } from "#features/debts/server/public.ts";
import { type DeliveryRecord, type TaskRecord, readDeliveries } from "#features/deliveries/server/public.ts";
import { dayOf, plannedTasks } from "#features/dispatch/server/public.ts";
import { codesAt } from "#features/parcels/domain/left.ts";
import { toIso } from "#kernel/instant.ts";
import { parcelCode } from "#kernel/parcel-code.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, rows } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Context } from "#server/http/route.ts";
import type { SheetStop, runsheetApi } from "../contract/api.ts";

type Read = typeof runsheetApi.readRunSheet;

interface StopRow {
  readonly taskId: string;
  readonly deliveryId: string;
  readonly expectedAt: string | null;
  readonly endedAt: string | null;
}

/**
 * The stops of one courier's day in their order: a fixed number of statements, however many stops.
 * @throws Refusal `runsheet.not-found`
 */
export const readRunSheet = (
  { id: courierId, date }: ParsedOf<Read>,
  { db, actor, now }: Context,
): Promise<ReplyOf<Read>> =>
  db.read(actor, async (tx) => {
    const { orgId } = actor;
    const courier = await first(
      tx,
      sql<{ name: string }>`select name from people where org_id = app_org() and courier_id = ${courierId}`,
    );
    if (!courier) throw new Refusal("runsheet.not-found", { courier: courierId });
    const day = await dayOf(tx, orgId, now, date);
    const planned = await rows(
      tx,
      sql<StopRow>`
        select pl.id as "taskId", pl.delivery_id as "deliveryId",
          ${isoText("a.at")} as "expectedAt", ${isoText("t.ended_at")} as "endedAt"
        from (${plannedTasks(day, sql`p.courier_id = ${courierId}`)}) pl
        join tasks t on t.org_id = app_org() and t.id = pl.id
        left join arrivals a on a.org_id = app_org() and a.task_id = pl.id and a.courier_id = ${courierId}
          and pl.state in ('assigned', 'en_route')
        order by pl.seq`,
    );
    const ids = [...new Set(planned.map(({ deliveryId }) => deliveryId))];
    const deliveries = new Map((await readDeliveries(tx, ids)).map((one) => [one.id, one]));
    const cash = await cashOf(
      tx,
      [...deliveries.values()].map(({ orderId }) => orderId),
    );
    return {
      courier: { id: courierId, name: courier.name },
      date: day.date,
      timezone: day.timezone,
      readAt: toIso(now),
      stops: planned.flatMap((row) => {
        const delivery = deliveries.get(row.deliveryId);
        const task = delivery?.tasks.find(({ id }) => id === row.taskId);
        return delivery && task ? [stopOf(row, delivery, task, cash.get(delivery.orderId))] : [];
      }),
    };
  });

function stopOf(
  row: StopRow,
  delivery: DeliveryRecord,
  task: TaskRecord,
  cash: CashToTake | undefined,
): SheetStop {
  const isDrop = task.kind === "deliver";
  const address = isDrop ? delivery.dropoff : delivery.pickup;
  const contact = isDrop ? delivery.recipient : delivery.sender;
  const codes = codesAt(delivery, task);
  const here = delivery.parcels.filter((_, at) =>
    codes.includes(parcelCode({ number: delivery.number, index: at + 1 })),
  );
  return {
    ...row,
    number: delivery.number,
    kind: task.kind,
    state: task.state,
    place: address.label,
    detail: address.detail,
    name: contact.name,
    phone: contact.phone,
    note: contact.note,
    parcels: here.length,
    massG: here.reduce((sum, { massG }) => sum + massG, 0),
    promised: { start: toIso(task.window.start), end: toIso(task.window.end) },
    cash: cash?.at === task.kind ? { amount: cash.amount, isReceived: cash.isReceived } : null,
  };
}
