import { sql } from "kysely";
import { Refusal } from "#kernel/refusal.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Me } from "../contract/api.ts";

/** Reads the signed-in person with the roles that count now. */
export const me = (context: Context): Promise<Me> =>
  context.db.read(context.actor, (tx) => readMe(tx, context));

/** @throws Refusal `accounts.signed-out` when the person is gone */
export async function readMe(tx: Tx, { actor }: Context): Promise<Me> {
  const row = await first(
    tx,
    sql<Omit<Me, "roles" | "courierId">>`
      select p.id, p.name, p.email, p.locale,
             json_build_object('id', o.id, 'name', o.name, 'currency', trim(o.currency), 'timezone', o.timezone) as org
      from person p join organization o on o.id = p.org_id
      where p.org_id = app_org() and p.id = ${actor.userId ?? null}`,
  );
  if (!row) throw new Refusal("accounts.signed-out");
  return { ...row, roles: [...actor.roles], courierId: actor.courierId ?? null };
}
