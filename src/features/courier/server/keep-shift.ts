import { sql } from "kysely";
import { dutyChanged } from "#features/dispatch/contract/events.ts";
import type { ParsedOf } from "#contract/endpoint.ts";
import { fromIso, toIso } from "#kernel/instant.ts";
import { acceptOnce } from "#server/db/commands.ts";
import { first, type Tx } from "#server/db/db.ts";
import { emit } from "#server/db/events.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import type { courierApi } from "../contract/api.ts";
import { courierOf } from "./courier-of.ts";
import type { TimedTx } from "#server/db/tx-context.ts";

type Input = ParsedOf<typeof courierApi.keepShift>;

/**
 * On duty or off. Saying what already is changes nothing; going off duty ends it at once and forgets where the
 * courier is, whatever the order in which messages arrive: in doubt nobody is watched. Positions that another phone sent
 * between the end and its arrival go, too.
 */
export async function keepShift(
  tx: Tx,
  { actor, now }: Pick<Context, "actor" | "now">,
  input: Input,
): Promise<void> {
  const courierId = courierOf(actor);
  const occurredAt = Math.min(fromIso(input.occurredAt), now);
  // One change of duty at a time per courier: the numbers of the events have no gap.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`duty ${courierId}`}, 0))`.execute(tx);
  const fresh = await acceptOnce(tx, actor, now, {
    commandId: input.commandId,
    type: input.onDuty ? "shift.begin" : "shift.end",
    aggregateId: courierId,
    body: input,
    occurredAt,
  });
  if (!fresh) return;
  const changed = input.onDuty
    ? await begin({ tx, now }, courierId, toIso(occurredAt))
    : await end(tx, courierId, toIso(occurredAt));
  if (!changed) return;
  await emit(tx, actor, now, {
    aggregate: "courier",
    aggregateId: courierId,
    type: dutyChanged.type,
    data: { courierId, onDuty: input.onDuty },
    audience: { staff: true, courierId },
    commandId: input.commandId,
    occurredAt,
  });
}

async function begin({ tx, now }: TimedTx, courierId: string, at: string): Promise<boolean> {
  const row = await first(
    tx,
    sql<{ id: string }>`
      insert into shift (org_id, id, courier_id, started_at) values (app_org(), ${newId(now)}, ${courierId}, ${at})
      on conflict (org_id, courier_id) where ended_at is null do nothing returning id`,
  );
  return row !== undefined;
}

async function end(tx: Tx, courierId: string, at: string): Promise<boolean> {
  const row = await first(
    tx,
    sql<{ id: string }>`
      with gone as (delete from position_now where org_id = app_org() and courier_id = ${courierId}),
      ended as (
        update shift set ended_at = greatest(started_at, ${at}::timestamptz)
        where org_id = app_org() and courier_id = ${courierId} and ended_at is null
        returning org_id, id, courier_id, ended_at),
      after as (
        delete from position_track t using ended
        where t.org_id = ended.org_id and t.courier_id = ended.courier_id and t.at >= ended.ended_at)
      select id from ended`,
  );
  return row !== undefined;
}
