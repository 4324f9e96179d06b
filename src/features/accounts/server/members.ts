import { sql } from "kysely";
import { GIVEN_ROLES } from "#kernel/actor.ts";
import type { Newcomer, Role } from "#kernel/actor.ts";
import { toIso } from "#kernel/instant.ts";
import { localeOf } from "#kernel/locale.ts";
import type { TimedTx } from "#server/db/tx-context.ts";
import { newId } from "#server/ids.ts";
import type { Person } from "../contract/people.ts";
import { provenEmail } from "../domain/invitation.ts";
import { personBySubject } from "./queries.ts";
import type { PersonRow } from "./queries.ts";

/** Until an administrator says otherwise. */
export const FIRST_VEHICLE = "bike";

export interface NewMember {
  readonly who: Newcomer;
  /** Roles that the token allows at most. */
  readonly ceiling: readonly Role[];
  /** Roles that the membership gives. */
  readonly roles: readonly Role[];
  readonly vehicle?: Person["vehicle"];
  readonly phone?: string | undefined;
  /** Added before they ever signed in. */
  readonly unseen?: boolean;
}

/** Makes a person and their membership; of several calls at once, all find the same one. */
export async function addMember(
  { tx, now }: TimedTx,
  { who, ceiling, roles, vehicle, phone, unseen }: NewMember,
): Promise<PersonRow> {
  const isCourier = roles.includes("courier");
  const email = who.email?.slice(0, 254) ?? null;
  await sql`
    insert into person (org_id, id, issuer, subject, name, email, email_verified, phone, locale, token_roles, roles, status,
                        vehicle, courier_id, last_seen_at, created_at)
    values (app_org(), ${newId(now)}, ${who.issuer}, ${who.subject}, ${nameOf(who)}, ${email},
            ${provenEmail(who) !== undefined}, ${phone ?? null}, ${localeOf(who.locale ?? "") ?? null}, ${[...ceiling]}, ${[...roles]}, 'active',
            ${isCourier ? (vehicle ?? FIRST_VEHICLE) : null}, ${isCourier ? newId(now) : null},
            ${unseen ? null : toIso(now)}, ${toIso(now)})
    on conflict (org_id, issuer, subject) do nothing`.execute(tx);
  const person = await personBySubject(tx, who.issuer, who.subject);
  if (!person) throw new Error("a person who signed in was not kept");
  return person;
}

/** Gives a member further roles; a new courier gets a courier id and a vehicle. The caller holds the row. */
export async function giveRoles(
  { tx, now }: TimedTx,
  person: PersonRow,
  given: { readonly roles: readonly Role[]; readonly vehicle: Person["vehicle"] },
): Promise<void> {
  const roles = unionOf(person.roles, given.roles);
  const isCourier = roles.includes("courier");
  await sql`
    update person set roles = ${roles}, version = version + 1,
      courier_id = ${person.courierId ?? (isCourier ? newId(now) : null)},
      vehicle = ${person.vehicle ?? (isCourier ? (given.vehicle ?? FIRST_VEHICLE) : null)}
    where org_id = app_org() and id = ${person.id}`.execute(tx);
}

/** Both lists, each role once, in the order of `GIVEN_ROLES`. */
export const unionOf = (a: readonly Role[], b: readonly Role[]): Role[] =>
  GIVEN_ROLES.filter((role) => a.includes(role) || b.includes(role));

const nameOf = ({ name, email, subject }: Newcomer): string =>
  (name?.trim() || email?.split("@")[0] || subject).slice(0, 120);
