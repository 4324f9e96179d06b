import { sql } from "kysely";
import { EMBEDDED_ISSUER } from "#main/cli/actor-of.ts";
import type { Actor } from "#kernel/actor.ts";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { DEMO_PEOPLE } from "#server/identity/demo-people.ts";
import { newId } from "#server/ids.ts";

const VEHICLES: Readonly<Record<string, string>> = {
  carla: "cargo_bike",
  dmitri: "van",
  elif: "bike",
  faris: "moped",
};
const PHONES: Readonly<Record<string, string>> = {
  carla: "+493023125010",
  dmitri: "+493023125011",
  elif: "+493023125012",
  faris: "+493023125013",
};

/** Writes the demo people down as members, as their first sign-in would: a courier must exist before work is given. */
export async function enrol(tx: Tx, orgId: string, now: Instant): Promise<void> {
  const since = now - 30 * DAY_MS;
  for (const { hint, subject, name, email, locale, roles } of DEMO_PEOPLE)
    await sql`
      insert into person (org_id, id, issuer, subject, name, email, email_verified, phone, locale, token_roles, roles, status, vehicle,
                          courier_id, created_at)
      values (${orgId}, ${newId(since)}, ${EMBEDDED_ISSUER}, ${subject}, ${name}, ${email}, true,
              ${PHONES[hint] ?? null}, ${locale}, ${roles}, ${roles}, 'active', ${VEHICLES[hint] ?? null},
              ${roles.includes("courier") ? newId(since) : null}, ${toIso(since)})
      on conflict (org_id, issuer, subject) do nothing`.execute(tx);
}

export interface Cast {
  readonly ada: Actor;
  readonly bo: Actor;
  readonly greta: Actor;
  readonly couriers: readonly CastCourier[];
}

export interface CastCourier {
  readonly actor: Actor;
  readonly courierId: string;
  /** When a person last used this account. */
  readonly seenAt: Instant | null;
}

interface Row {
  readonly id: string;
  readonly subject: string;
  readonly name: string;
  readonly roles: Actor["roles"];
  readonly courier_id: string | null;
  readonly last_seen_at: Instant | null;
}

/** The demo people as actors; found by subject, since the provider's address may change. */
export async function castOf(tx: Tx, orgId: string): Promise<Cast> {
  const subjects = DEMO_PEOPLE.map((person) => person.subject);
  const found = await rows(
    tx,
    sql<Row>`select id, subject, name, roles, courier_id, last_seen_at from person
             where org_id = ${orgId} and subject = any (${subjects}) and status = 'active' order by subject`,
  );
  const bySubject = new Map(found.map((row) => [row.subject, row]));
  const named = (hint: string): Actor => {
    const row = bySubject.get(`demo-${hint}`);
    if (!row) throw new Error(`${hint} is not among the people of the demo`);
    return actorOf(orgId, row);
  };
  return {
    ada: named("ada"),
    bo: named("bo"),
    greta: named("greta"),
    couriers: found.flatMap((row) =>
      row.courier_id !== null && row.roles.includes("courier")
        ? [{ actor: actorOf(orgId, row), courierId: row.courier_id, seenAt: row.last_seen_at }]
        : [],
    ),
  };
}

const actorOf = (orgId: string, row: Row): Actor => ({
  kind: "person",
  orgId,
  userId: row.id,
  name: row.name,
  roles: row.roles,
  ...(row.courier_id !== null && { courierId: row.courier_id }),
});
