import { type RawBuilder, sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { AuditEntry, AuditFilter, auditApi } from "../contract/api.ts";

type Row = Omit<AuditEntry, "at"> & { readonly at: Instant };

/** Conditions of a filter, each with `and` before it. */
function filtered({ group, personId, from, to }: AuditFilter): RawBuilder<unknown> {
  const midnight = (day: RawBuilder<unknown>) =>
    sql`${day} at time zone (select timezone from organization where id = app_org())`;
  return sql.join(
    [
      ...(group === undefined ? [] : [sql`and e.act like ${`${group}.%`}`]),
      ...(personId === undefined ? [] : [sql`and e.actor_id = ${personId}`]),
      ...(from === undefined ? [] : [sql`and e.at >= ${midnight(sql`${from}::timestamp`)}`]),
      ...(to === undefined ? [] : [sql`and e.at < ${midnight(sql`(${to}::date + 1)::timestamp`)}`]),
    ],
    sql` `,
  );
}

/** Lists entries, the newest first, page by page; names are looked up, as far as the people are still here. */
export async function listAudit(
  { cursor, limit, ...asked }: ParsedOf<typeof auditApi.listAudit>,
  { db, actor }: Pick<Context, "db" | "actor">,
): Promise<ReplyOf<typeof auditApi.listAudit>> {
  const page = newestFirst({ list: "audit", ...asked }, { cursor, limit }, ["e.at", "e.id"]);
  const found = await db.read(actor, (tx) =>
    rows(
      tx,
      sql<Row>`
        select e.id, e.at, e.act, e.facts,
          json_build_object('id', e.actor_id, 'roles', e.roles,
            'name', (select p.name from people p where p.org_id = e.org_id and p.id = e.actor_id)) as actor,
          json_build_object('kind', e.subject_kind, 'id', e.subject_id,
            'name', case when e.subject_kind = 'person'
              then (select p.name from people p where p.org_id = e.org_id and p.id = e.subject_id::uuid) end) as subject,
          (select s.number from audit_seal s where s.org_id = e.org_id and s.entry_id = e.id) as number
        from audit_entry e where e.org_id = app_org() ${filtered(asked)} ${page.rest}`,
    ),
  );
  return page.of(
    found,
    (row) => [row.at, row.id],
    ({ at, ...row }) => ({ ...row, at: toIso(at) }),
  );
}
