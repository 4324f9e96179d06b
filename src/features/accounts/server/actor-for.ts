import { sql } from "kysely";
import { GIVEN_ROLES, OPERATOR, ROLES } from "#kernel/actor.ts";
import type { Actor, Newcomer, Role } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Db } from "#server/db/db.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { newId } from "#server/ids.ts";
import { provenEmail } from "../domain/invitation.ts";
import { cacheActor, cachedActor } from "./actor-cache.ts";
import { joinAtFirstSignIn } from "./first-sign-in.ts";
import type { JoinBy } from "./first-sign-in.ts";
import { FIRST_VEHICLE } from "./members.ts";
import { personBySubject } from "./queries.ts";
import type { PersonRow } from "./queries.ts";
import { noteSighting } from "./sightings.ts";
import type { SeenSession } from "./sightings.ts";

/** Whom a verified token names, and the session it belongs to. `roles` are the token's, already mapped to ours. */
export interface Identity extends Newcomer, SeenSession {
  readonly issuer: string;
  readonly roles: readonly Role[];
}

/** An organisation's database, and how people become its members; by their roles where nothing is said. */
interface Install {
  readonly db: Db;
  readonly orgId: string;
  readonly joinBy?: JoinBy;
}

/** "Last seen" is no more exact than this. */
const SEEN_MS = 5 * MINUTE_MS;

/**
 * The actor behind a token. The first sign-in makes person and membership by the rules of this install; later the
 * token is the ceiling and the membership the scope: what both give counts. Where people join by invitation the
 * ceiling is open: the membership alone counts. The operator's role is the token's alone.
 *
 * @returns a guest with `newcomer` for somebody whom the rules do not let in
 * @throws Refusal `accounts.suspended`
 */
export async function actorFor(install: Install, now: Instant, identity: Identity): Promise<Actor> {
  const { db, orgId, joinBy = "roles" } = install;
  const tokenRoles = ROLES.filter((role) => identity.roles.includes(role));
  const { issuer, subject, sessionId = "", clientId = "", authenticatedAt = "" } = identity;
  const key = [orgId, issuer, subject, sessionId, clientId, authenticatedAt, ...tokenRoles].join("\n");
  const known = cachedActor(key, now);
  if (known) return known;
  const ceiling =
    joinBy === "invitation"
      ? [...GIVEN_ROLES, ...tokenRoles.filter((role) => role === OPERATOR)]
      : tokenRoles;
  const who = { ...identity, tokenRoles, ceiling };
  const person = await db.as({ orgId }, async (tx) => {
    const context = { tx, orgId, now };
    const entered = await enter(context, joinBy, who);
    if (entered && entered.status !== "suspended") await noteSighting(context, entered.id, identity);
    return entered;
  });
  if (!person) return { kind: "guest", orgId, roles: [], newcomer: newcomerOf(identity) };
  if (person.status === "suspended") throw new Refusal("accounts.suspended");
  const actor = actorOf(orgId, person, ceiling);
  cacheActor(key, now, actor);
  return actor;
}

const newcomerOf = ({ issuer, subject, name, email, emailVerified, locale }: Identity): Newcomer => ({
  issuer,
  subject,
  name,
  email,
  emailVerified,
  locale,
});

function actorOf(orgId: string, person: PersonRow, ceiling: readonly Role[]): Actor {
  const roles = ceiling.filter((role) => role === OPERATOR || person.roles.includes(role));
  return {
    kind: "person",
    orgId,
    userId: person.id,
    name: person.name,
    roles,
    ...(person.courierId !== null && roles.includes("courier") && { courierId: person.courierId }),
  };
}

async function enter(
  context: TxContext,
  joinBy: JoinBy,
  who: Identity & { readonly tokenRoles: readonly Role[]; readonly ceiling: readonly Role[] },
): Promise<PersonRow | undefined> {
  const { tx, now } = context;
  const before = await personBySubject(tx, who.issuer, who.subject);
  if (!before) return joinAtFirstSignIn(context, joinBy, who);
  const emailVerified = before.emailVerified || provesEmail(before, who);
  const isProven = emailVerified !== before.emailVerified;
  if (before.status === "suspended" || !(isProven || isNews(before, who.ceiling, now))) return before;
  const isNewCourier = lacksCourierId(before, who.ceiling);
  const courierId = isNewCourier ? newId(now) : before.courierId;
  const vehicle = isNewCourier ? (before.vehicle ?? FIRST_VEHICLE) : before.vehicle;
  await sql`
    update person set token_roles = ${[...who.ceiling]}, status = 'active', last_seen_at = ${toIso(now)},
      courier_id = ${courierId}, vehicle = ${vehicle}, email_verified = ${emailVerified}
    where org_id = app_org() and id = ${before.id}`.execute(tx);
  return { ...before, status: "active", courierId, vehicle, emailVerified };
}

/** Whether the provider says by now that the address it once named is verified. */
const provesEmail = ({ email }: PersonRow, who: Newcomer): boolean =>
  email !== null && provenEmail(who) === email.toLowerCase();

/** Whether this sign-in says anything that the row does not say yet. */
const isNews = (before: PersonRow, roles: readonly Role[], now: Instant): boolean =>
  before.status === "invited" ||
  !sameRoles(before.tokenRoles, roles) ||
  lacksCourierId(before, roles) ||
  before.lastSeenAt === null ||
  now - before.lastSeenAt >= SEEN_MS;

const lacksCourierId = ({ courierId, roles }: PersonRow, tokenRoles: readonly Role[]): boolean =>
  courierId === null && roles.includes("courier") && tokenRoles.includes("courier");

const sameRoles = (a: readonly Role[], b: readonly Role[]): boolean =>
  a.length === b.length && a.every((role) => b.includes(role));
