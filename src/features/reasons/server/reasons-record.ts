import { type RawBuilder, sql } from "kysely";
import type { FailureReason } from "#features/parcels/domain/reasons.ts";
import { toIso } from "#kernel/instant.ts";
import { first, json } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { WriteContext } from "#server/db/tx-context.ts";
import type { ReasonList } from "../contract/api.ts";
import { type ReasonTerms, writableReason } from "../contract/shapes.ts";
import { completed, DEFAULT_TERMS, reasonsOf } from "../domain/terms.ts";

/** Version 0: nobody of the organisation changed the reasons yet. */
const UNCHANGED: ReasonList = {
  version: 0,
  reasons: DEFAULT_TERMS.map(writableReason),
  changedAt: null,
  changedBy: null,
};

/** The newest reasons as a value in a statement of another room; null while they are unchanged. */
export const ownReasons = (): RawBuilder<ReasonTerms[] | null> => sql`(
  select f.reasons from failure_reasons f where f.org_id = app_org() order by f.version desc limit 1)`;

/** The reasons by now, or those of an earlier version. */
export async function readList(tx: Tx, version?: number): Promise<ReasonList> {
  const found = await first(
    tx,
    sql<ReasonList>`
      select f.version, f.reasons, ${isoText("f.changed_at")} as "changedAt", f.changed_by_name as "changedBy"
      from failure_reasons f
      where f.org_id = app_org()${version === undefined ? sql`` : sql` and f.version = ${version}`}
      order by f.version desc limit 1`,
  );
  return found ? { ...found, reasons: completed(found.reasons).map(writableReason) } : UNCHANGED;
}

/** The reasons as the rules of deliveries read them. */
export const readReasons = async (tx: Tx): Promise<FailureReason[]> =>
  reasonsOf((await readList(tx)).reasons);

/** The reasons by now; whoever would change them too waits for the end of the transaction. */
export async function lockList(tx: Tx): Promise<ReasonList> {
  await sql`select pg_advisory_xact_lock(hashtextextended('reasons ' || app_org(), 0))`.execute(tx);
  return readList(tx);
}

export const insertList = (
  { tx, now, actor }: WriteContext,
  { version, reasons }: Pick<ReasonList, "version" | "reasons">,
): Promise<unknown> =>
  sql`insert into failure_reasons (org_id, version, reasons, changed_at, changed_by, changed_by_name)
      values (app_org(), ${version}, ${json(reasons)}, ${toIso(now)}, ${actor.userId ?? null},
        ${actor.name ?? null})`.execute(tx);
