import { sql } from "kysely";
import type { Actor } from "#kernel/actor.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { rows, type Tx } from "#server/db/db.ts";
import type { TimelineEntry } from "../contract/shapes.ts";
import { STEP_EVENTS } from "../domain/event.ts";
import type { Who } from "./access.ts";
import { phoneFactsOf } from "./phone-facts.ts";

interface Row {
  seq: number;
  type: string;
  data: TimelineEntry["data"];
  actorKind: Actor["kind"];
  actorId: string | null;
  actorName: string | null;
  occurredAt: Instant;
  recordedAt: Instant;
  changes: NonNullable<TimelineEntry["changes"]> | null;
  commandId: string | null;
}

const MONEY: ReadonlySet<string> = new Set([
  "feeMinor",
  "refundMinor",
  "chargeMinor",
  "waivedMinor",
  "currency",
  "moneyStop",
]);

const REPORTED: ReadonlySet<string> = new Set([
  ...Object.values(STEP_EVENTS).flatMap((names) => Object.values(names)),
  "delivery.corrected",
]);

/** Command of a phone that may have reported this event: what happened to one task, not what followed from it. */
const reportIn = ({ type, commandId, data }: Row): string | null =>
  REPORTED.has(type) && data["inferred"] !== true ? commandId : null;

/**
 * Events of a delivery, in order. Staff read every name, everybody else only their own; a courier reads no
 * amounts, and old and new values of an edit are the office's, as are circumstances of a phone's report, and pins, which have the
 * number of the event before them.
 */
export async function timelineOf(
  tx: Tx,
  deliveryId: string,
  who: Who & { readonly seesMoney: boolean },
): Promise<TimelineEntry[]> {
  const found = await rows(
    tx,
    sql<Row>`select (max(seq) filter (where aggregate = 'delivery') over (order by position))::int as seq, type, data, actor_kind as "actorKind", actor_id as "actorId",
               actor_name as "actorName", occurred_at as "occurredAt", recorded_at as "recordedAt", command_id as "commandId",
               (select json_agg(json_build_object('field', d.field, 'from', d.old_value, 'to', d.new_value)
                  order by d.field)
                from delivery_edit d
                where ${who.scope === "org"} and aggregate = 'delivery' and d.org_id = event.org_id and d.delivery_id = event.aggregate_id
                  and d.seq = event.seq) as changes
             from event
             where org_id = app_org() and aggregate_id = ${deliveryId}
               and aggregate = any (${who.scope === "org" ? ["delivery", "pin"] : ["delivery"]}::text[])
             order by position`,
  );
  const reported = who.scope === "org" ? found.flatMap((row) => reportIn(row) ?? []) : [];
  const phones = await phoneFactsOf(tx, reported);
  return found.map((row) => {
    const phone = phones.get(reportIn(row) ?? "");
    const seesName = who.scope === "org" || (row.actorId !== null && row.actorId === who.actor.userId);
    const told = Object.entries(row.data).filter(
      ([name]) => (who.scope === "org" || name !== "courierId") && (who.seesMoney || !MONEY.has(name)),
    );
    return {
      seq: row.seq,
      type: row.type,
      occurredAt: toIso(row.occurredAt),
      recordedAt: toIso(row.recordedAt),
      actor: { kind: row.actorKind, name: seesName ? row.actorName : null },
      data: Object.fromEntries(told),
      ...(row.changes && { changes: row.changes }),
      ...(phone && { phone }),
    };
  });
}
