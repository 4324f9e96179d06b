import { sql } from "kysely";
import { plannedTasks, type Day } from "#features/dispatch/server/public.ts";
import { askedPictures, type AskedPicture } from "#features/exceptions/server/public.ts";
import type { ReasonTerms } from "#features/reasons/contract/shapes.ts";
import { ownReasons } from "#features/reasons/server/public.ts";
import type { Instant } from "#kernel/instant.ts";
import type { CourierStop } from "../contract/api.ts";
import type { Held } from "./later-room.ts";
import { first, rows, type Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";

export interface StopRow {
  readonly taskId: string;
  readonly deliveryId: string;
  readonly seq: number;
  readonly proofs: {
    id: string;
    kind: "photo" | "signature";
    sha256: string;
    takenAt: Instant;
    bytes: number;
  }[];
  readonly arrival: CourierStop["arrival"] | null;
  readonly changed: CourierStop["changed"] | null;
}

interface Whose extends Pick<Held, "gone" | "come"> {
  readonly orgId: string;
  readonly courierId: string;
}

/**
 * The courier's stops of the day in order, with the proofs kept for each; what they took over while it was planned for
 * nobody is among them.
 */
export function readStopRows(tx: Tx, { courierId, gone, come }: Whose, day: Day): Promise<StopRow[]> {
  const theirs = sql`(p.courier_id = ${courierId} and p.id <> all (${[...gone]}::uuid[])
                      or p.id = any (${[...come]}::uuid[]))`;
  return rows(
    tx,
    sql<StopRow>`
      with planned as (
        ${plannedTasks(day, theirs)}
        union all
        select t.id, t.delivery_id, t.kind, t.state, t.courier_id, t.window_start, t.window_end, null, 0 as seq
        from tasks t where t.org_id = app_org() and t.id = any (${[...come]}::uuid[]) and t.state = 'open')
      select pl.id as "taskId", pl.delivery_id as "deliveryId", pl.seq,
        coalesce((select json_agg(json_build_object('id', p.id, 'kind', p.kind, 'sha256', p.sha256,
                    'takenAt', round(extract(epoch from p.taken_at) * 1000)::bigint, 'bytes', p.bytes) order by p.id)
                  from proofs p where p.org_id = app_org() and p.delivery_id = pl.delivery_id
                    and p.task_id = pl.id), '[]') as proofs,
        case when a.task_id is not null then json_build_object('at', ${isoText("a.at")},
          'earliest', ${isoText("a.earliest")}, 'latest', ${isoText("a.latest")},
          'risk', a.risk_since is not null) end as arrival,
        (select json_build_object('fields', json_agg(distinct e.field), 'at', ${isoText("max(e.edited_at)")})
         from delivery_edits e
         where e.org_id = app_org() and e.delivery_id = pl.delivery_id and e.task_id = pl.id
           and e.courier_id = ${courierId} and pl.state in ('assigned', 'en_route', 'arrived')
         having count(*) > 0) as changed
      from planned pl
      left join arrivals a on a.org_id = app_org() and a.task_id = pl.id and a.courier_id = ${courierId}
        and pl.state in ('assigned', 'en_route')
      order by pl.seq`,
  );
}

export interface DutyRow {
  readonly onDuty: boolean;
  readonly routeId: string | null;
  readonly revision: number;
  readonly ackRevision: number;
  readonly asked: AskedPicture[];
  /** Null while the company changed none. */
  readonly reasons: ReasonTerms[] | null;
}

/** Whether the courier is on duty, what the office asks for, the company's reasons, and the revision of their route of the day. */
export async function readDuty(
  tx: Tx,
  { courierId, now }: { readonly orgId: string; readonly courierId: string; readonly now: Instant },
  day: Day,
): Promise<DutyRow> {
  const row = await first(
    tx,
    sql<DutyRow>`
      select exists (select from shift where org_id = app_org() and courier_id = ${courierId}
                       and ended_at is null) as "onDuty",
             r.id as "routeId", coalesce(r.revision, 0) as revision, coalesce(r.ack_revision, 0) as "ackRevision",
             ${askedPictures(courierId, now)} as asked, ${ownReasons()} as reasons
      from (values (1)) one
      left join routes r on r.org_id = app_org() and r.courier_id = ${courierId}
        and r.service_date = ${day.date} and r.revision > 0`,
  );
  return row ?? { onDuty: false, routeId: null, revision: 0, ackRevision: 0, asked: [], reasons: null };
}
