import { sql } from "kysely";
import { rows, type Tx } from "#server/db/db.ts";
import type { SealedEntry } from "../domain/link.ts";
import type { Place } from "../domain/verify.ts";

/** The columns of an entry, `e`, in the form that its link holds. */
export const SEALED_FORM = sql<SealedEntry>`json_build_object(
  'org', e.org_id, 'id', e.id,
  'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  'actor', json_build_object('kind', e.actor_kind, 'id', e.actor_id, 'roles', e.roles, 'session', e.session_hash),
  'act', e.act, 'subject', json_build_object('kind', e.subject_kind, 'id', e.subject_id), 'facts', e.facts,
  'request', e.request_id, 'key', e.call_key)`;

/** The places of a chain after a number, in their order. */
export const placesAfter = (tx: Tx, after: number, limit: number): Promise<Place[]> =>
  rows(
    tx,
    sql<Place>`
      select s.number, s.link, s.entry_id as "entryId",
             to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "sealedAt",
             case when e.id is not null then ${SEALED_FORM} end as entry
      from audit_seal s left join audit_entry e on e.org_id = s.org_id and e.id = s.entry_id
      where s.org_id = app_org() and s.number > ${after} order by s.number limit ${limit}`,
  );
