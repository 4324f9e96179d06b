import type { Adapter, AdapterPayload } from "oidc-provider";
import { errors } from "oidc-provider";

/** Part of a `pg` pool that the provider uses. */
export interface Queryable {
  query(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
}

/** Keeps the provider's sessions, grants and tokens in our database. `kind` is the provider's model name. */
export function recordStore(pool: Queryable, kind: string): Adapter {
  const find = async (column: "id" | "uid", value: string): Promise<AdapterPayload | undefined> => {
    const { rows } = await pool.query(
      `select payload, extract(epoch from consumed_at)::int as consumed from oidc.record
       where kind = $1 and ${column} = $2 and (expires_at is null or expires_at > now())`,
      [kind, value],
    );
    const row = rows[0];
    if (!row) return undefined;
    const payload = row["payload"] as AdapterPayload;
    return row["consumed"] === null ? payload : { ...payload, consumed: Number(row["consumed"]) };
  };
  return {
    async upsert(id, payload, expiresIn) {
      await pool.query(
        `insert into oidc.record (kind, id, payload, grant_id, uid, expires_at)
         values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
         on conflict (kind, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
           uid = excluded.uid, expires_at = excluded.expires_at`,
        [kind, id, JSON.stringify(payload), payload.grantId ?? null, payload.uid ?? null, expiresIn],
      );
    },
    find: (id) => find("id", id),
    findByUid: (uid) => find("uid", uid),
    findByUserCode: () => Promise.resolve(undefined),
    async consume(id) {
      const { rowCount } = await pool.query(
        "update oidc.record set consumed_at = now() where kind = $1 and id = $2 and consumed_at is null",
        [kind, id],
      );
      // Two callers at once: the second finds it used, as if it had come a moment later.
      if (rowCount !== 1) throw new errors.InvalidGrant("already used");
    },
    async destroy(id) {
      await pool.query("delete from oidc.record where kind = $1 and id = $2", [kind, id]);
    },
    async revokeByGrantId(grantId) {
      await pool.query("delete from oidc.record where kind = $1 and grant_id = $2", [kind, grantId]);
    },
  };
}

/** Removes what has expired; called at start and from time to time. */
export async function deleteOldRecords(pool: Queryable): Promise<void> {
  await pool.query("delete from oidc.record where expires_at < now() - interval '1 minute'");
}

/** Reads a secret, or makes and keeps it. Two processes at once end with the same one. */
export async function keptSecret<T>(pool: Queryable, name: string, make: () => Promise<T>): Promise<T> {
  const read = async () =>
    (await pool.query("select value from oidc.secret where name = $1", [name])).rows[0]?.["value"];
  const known = await read();
  if (known !== undefined) return known as T;
  await pool.query("insert into oidc.secret (name, value) values ($1, $2) on conflict (name) do nothing", [
    name,
    JSON.stringify(await make()),
  ]);
  return (await read()) as T;
}
