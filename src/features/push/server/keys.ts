import { sql } from "kysely";
import { type Instant, toIso } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";

/** Keys of an organisation, base64url. */
export interface Keys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const find = (tx: Tx): Promise<Keys | undefined> =>
  first(
    tx,
    sql<Keys>`select public_key as "publicKey", private_key as "privateKey" from push_key where org_id = app_org()`,
  );

/** The organisation's keys, made at the first question. Two that ask at once get the same. */
export async function keysOf(tx: Tx, now: Instant): Promise<Keys> {
  const known = await find(tx);
  if (known) return known;
  const { generateVAPIDKeys } = (await import("web-push")).default;
  const { publicKey, privateKey } = generateVAPIDKeys();
  await sql`insert into push_key (org_id, public_key, private_key, made_at)
            values (app_org(), ${publicKey}, ${privateKey}, ${toIso(now)}) on conflict do nothing`.execute(
    tx,
  );
  const made = await find(tx);
  if (!made) throw new Error("keys were not kept");
  return made;
}
