import { createHash } from "node:crypto";
import { CompiledQuery } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import type { Db, Tx } from "../db/db.ts";

/**
 * Notes that something good for one use was used; `false` where it was before, by whichever process.
 *
 * @param what names it among everything that is good for one use
 * @param until when it may be forgotten, as it is refused by then for its age
 */
export type UseOnce = (what: string, now: Instant, until: Instant) => Promise<boolean>;

const NOTE = `
  insert into oidc.used_once as known (digest, forget_at) values ($1, $2)
  on conflict (digest) do update set forget_at = excluded.forget_at where known.forget_at <= $3`;

/** One insert a use, without a transaction around it: the one of several at once that inserts the row wins. */
export const useOnceIn =
  ({ pool }: Db): UseOnce =>
  async (what, now, until) =>
    (await pool.query(NOTE, noteOf(what, now, until))).rowCount === 1;

/** As `useOnceIn`, undone with the transaction: what then fails may be tried again. For the owner. */
export const useOnceWithin =
  (tx: Tx): UseOnce =>
  async (what, now, until) =>
    (await tx.getExecutor().executeQuery(CompiledQuery.raw(NOTE, noteOf(what, now, until))))
      .numAffectedRows === 1n;

const noteOf = (what: string, now: Instant, until: Instant) => [
  createHash("sha256").update(what).digest(),
  toIso(until),
  toIso(now),
];

/** Forgets what is refused for its age by now. */
export async function deleteOldUses({ pool }: Db, now: Instant): Promise<void> {
  await pool.query("delete from oidc.used_once where forget_at < $1", [toIso(now)]);
}
