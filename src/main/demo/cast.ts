import type { Person } from "#features/accounts/contract/people.ts";
import { activeBySubject, addMember } from "#features/accounts/server/public.ts";
import type { PersonRow } from "#features/accounts/server/public.ts";
import { DEMO_PEOPLE, EMBEDDED_ISSUER } from "#engines/demo-identity/people.ts";
import type { Actor } from "#kernel/actor.ts";
import { DAY_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";

const VEHICLES: Readonly<Record<string, Person["vehicle"]>> = {
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

/** Adds the demo people as members, as their first sign-in would: a courier must exist before work is given. */
export async function enrol(tx: Tx, now: Instant): Promise<void> {
  for (const { hint, subject, name, email, locale, roles } of DEMO_PEOPLE)
    await addMember(
      { tx, now: now - 30 * DAY_MS },
      {
        who: { issuer: EMBEDDED_ISSUER, subject, name, email, emailVerified: true, locale },
        ceiling: roles,
        roles,
        ...(VEHICLES[hint] && { vehicle: VEHICLES[hint] }),
        phone: PHONES[hint],
        unseen: true,
      },
    );
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

/** The demo people as actors; found by subject, since the provider's address may change. */
export async function castOf(tx: Tx, orgId: string): Promise<Cast> {
  const subjects = DEMO_PEOPLE.map((person) => person.subject);
  const found = await activeBySubject(tx, subjects);
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
      row.courierId !== null && row.roles.includes("courier")
        ? [{ actor: actorOf(orgId, row), courierId: row.courierId, seenAt: row.lastSeenAt }]
        : [],
    ),
  };
}

const actorOf = (orgId: string, row: PersonRow): Actor => ({
  kind: "person",
  orgId,
  userId: row.id,
  name: row.name,
  roles: row.roles,
  ...(row.courierId !== null && { courierId: row.courierId }),
});
