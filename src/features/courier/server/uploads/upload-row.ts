import { sql } from "kysely";
import { PROOFS_PER_TASK } from "#features/deliveries/contract/api.ts";
import { toIso, type Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, rows, type Db, type Tx } from "#server/db/db.ts";
import { UPLOAD_KEPT_MS } from "../../domain/limits.ts";

/** A proof that comes in parts: what it is was fixed at the tap. */
export interface Upload {
  readonly id: string;
  readonly deliveryId: string;
  readonly taskId: string;
  readonly kind: "photo" | "signature";
  /** Of all its bytes, in hex. */
  readonly sha256: string;
  readonly total: number;
}

/**
 * Whether this upload began before.
 *
 * @throws Refusal `http.idempotency-mismatch` when the id names another one
 */
export async function hasBegun(tx: Tx, userId: string, upload: Upload): Promise<boolean> {
  const { id, deliveryId, taskId, kind, sha256, total } = upload;
  const row = await first(
    tx,
    sql<{ same: boolean }>`
      select user_id = ${userId} and delivery_id = ${deliveryId} and task_id = ${taskId} and kind = ${kind}
        and sha256 = ${sha256} and total = ${total} as same
      from courier_upload where org_id = app_org() and id = ${id}`,
  );
  if (row && !row.same) throw new Refusal("http.idempotency-mismatch", { proofId: id });
  return row !== undefined;
}

/** Begins an upload. @throws Refusal `deliveries.too-many-proofs`: a broken or hostile device fills no disk */
export async function beginUpload(
  { tx, now }: { readonly tx: Tx; readonly now: Instant },
  userId: string,
  { id, deliveryId, taskId, kind, sha256, total }: Upload,
): Promise<void> {
  const begun = await rows(
    tx,
    sql`insert into courier_upload (org_id, id, user_id, delivery_id, task_id, kind, sha256, total, started_at)
        select app_org(), ${id}, ${userId}, ${deliveryId}, ${taskId}, ${kind}, ${sha256}, ${total}, ${toIso(now)}
        where (select count(*) from courier_upload where org_id = app_org() and task_id = ${taskId}) < ${PROOFS_PER_TASK}
        on conflict (org_id, id) do nothing returning id`,
  );
  if (begun.length === 0 && !(await hasBegun(tx, userId, { id, deliveryId, taskId, kind, sha256, total })))
    throw new Refusal("deliveries.too-many-proofs", { limit: PROOFS_PER_TASK });
}

export async function endUpload(tx: Tx, id: string): Promise<void> {
  await sql`delete from courier_upload where org_id = app_org() and id = ${id}`.execute(tx);
}

/** Deletes the rows of abandoned uploads. @returns their ids */
export async function abandonedUploads(db: Db, now: Instant): Promise<readonly string[]> {
  const gone = await db.owner((tx) =>
    rows(
      tx,
      sql<{ id: string }>`
        delete from courier_upload where started_at < ${toIso(now - UPLOAD_KEPT_MS)} returning id`,
    ),
  );
  return gone.map(({ id }) => id);
}

/** A proof as a command of the phone named it, with the time of the tap. */
export interface Naming {
  readonly body: string;
  readonly at: Instant;
}

/** Commands of one type about a task, which may name proofs. */
export const namingsOf = (tx: Tx, taskId: string, type: string): Promise<Naming[]> =>
  rows(
    tx,
    sql<Naming>`select body, best_at as at from courier_report
                where org_id = app_org() and task_id = ${taskId} and type = ${type}`,
  );
