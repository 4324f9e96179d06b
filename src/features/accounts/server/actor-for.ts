import { sql } from "kysely";
import type * as z from "zod/mini";
import type { Locale } from "#contract/schemas.ts";
import { ROLES } from "#kernel/actor.ts";
import type { Actor, Role } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import { Locale as LocaleSchema } from "#contract/schemas.ts";
import { cacheActor, cachedActor } from "./actor-cache.ts";
import { personBySubject } from "./queries.ts";
import type { PersonRow } from "./queries.ts";

/** Whom a verified token names. `roles` are the token's, already mapped to ours. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly locale?: string | undefined;
  readonly roles: readonly Role[];
}

/** "Last seen" is no more exact than this. */
const SEEN_MS = 5 * MINUTE_MS;

/**
 * The actor behind a token. The first sign-in makes person and membership from the token's roles; later the token is
 * the ceiling and the membership the scope: what both give counts.
 *
 * @throws Refusal `accounts.suspended`
 */
export async function actorFor(db: Db, orgId: string, now: Instant, identity: Identity): Promise<Actor> {
  const roles = ROLES.filter((role) => identity.roles.includes(role));
  const key = [orgId, identity.issuer, identity.subject, ...roles].join("\n");
  const known = cachedActor(key, now);
  if (known) return known;
  const person = await db.as({ orgId }, (tx) => sign(tx, orgId, now, { ...identity, roles }));
  if (person.status === "suspended") throw new Refusal("accounts.suspended");
  const actor = actorOf(orgId, person, roles);
  cacheActor(key, now, actor);
  return actor;
}

function actorOf(orgId: string, person: PersonRow, tokenRoles: readonly Role[]): Actor {
  const roles = tokenRoles.filter((role) => person.roles.includes(role));
  return {
    kind: "person",
    orgId,
    userId: person.id,
    name: person.name,
    roles,
    ...(person.courier_id !== null && roles.includes("courier") && { courierId: person.courier_id }),
  };
}

async function sign(tx: Tx, orgId: string, now: Instant, identity: Identity): Promise<PersonRow> {
  const before = await personBySubject(tx, orgId, identity.issuer, identity.subject);
  if (!before) return join(tx, orgId, now, identity);
  if (before.status === "suspended" || !isNews(before, identity.roles, now)) return before;
  const isNewCourier = lacksCourierId(before, identity.roles);
  const courier_id = isNewCourier ? newId(now) : before.courier_id;
  const vehicle = isNewCourier ? (before.vehicle ?? FIRST_VEHICLE) : before.vehicle;
  await sql`
    update person set token_roles = ${identity.roles}, status = 'active', last_seen_at = ${toIso(now)},
      courier_id = ${courier_id}, vehicle = ${vehicle}
    where org_id = ${orgId} and id = ${before.id}`.execute(tx);
  return { ...before, status: "active", courier_id, vehicle };
}

/** Whether this sign-in says anything that the row does not say yet. */
const isNews = (before: PersonRow, roles: readonly Role[], now: Instant): boolean =>
  before.status === "invited" ||
  !sameRoles(before.token_roles, roles) ||
  lacksCourierId(before, roles) ||
  before.last_seen_at === null ||
  now - before.last_seen_at >= SEEN_MS;

const lacksCourierId = ({ courier_id, roles }: PersonRow, tokenRoles: readonly Role[]): boolean =>
  courier_id === null && roles.includes("courier") && tokenRoles.includes("courier");

/** Until an administrator says otherwise. */
const FIRST_VEHICLE = "bike";

async function join(tx: Tx, orgId: string, now: Instant, identity: Identity): Promise<PersonRow> {
  const isCourier = identity.roles.includes("courier");
  const email = identity.email?.slice(0, 254) ?? null;
  await sql`
    insert into person (org_id, id, issuer, subject, name, email, locale, token_roles, roles, status, vehicle,
                        courier_id, last_seen_at, created_at)
    values (${orgId}, ${newId(now)}, ${identity.issuer}, ${identity.subject}, ${nameOf(identity)}, ${email},
            ${localeOf(identity.locale)}, ${identity.roles}, ${identity.roles}, 'active',
            ${isCourier ? FIRST_VEHICLE : null}, ${isCourier ? newId(now) : null}, ${toIso(now)}, ${toIso(now)})
    on conflict (org_id, issuer, subject) do nothing`.execute(tx);
  const person = await personBySubject(tx, orgId, identity.issuer, identity.subject);
  if (!person) throw new Error("a person who signed in was not kept");
  return person;
}

const sameRoles = (a: readonly Role[], b: readonly Role[]): boolean =>
  a.length === b.length && a.every((role) => b.includes(role));

const nameOf = ({ name, email, subject }: Identity): string =>
  (name?.trim() || email?.split("@")[0] || subject).slice(0, 120);

/** `de-AT` reads as `de`; a language that we do not speak is no choice. */
function localeOf(tag: string | undefined): z.output<typeof Locale> | null {
  const parsed = LocaleSchema.safeParse(tag?.split("-")[0]?.toLowerCase());
  return parsed.success ? parsed.data : null;
}
