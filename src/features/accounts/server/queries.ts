import { sql } from "kysely";
import type * as z from "zod/mini";
import { GIVEN_ROLES, type Role } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { first, idsOf, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Page } from "#server/db/page.ts";
import type { MembershipStatus, Person, VehicleClass } from "../contract/people.ts";

/** A person with their membership, as stored. */
export interface PersonRow {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly email: string | null;
  /** The provider said that it verified this address. */
  readonly emailVerified: boolean;
  readonly phone: string | null;
  readonly locale: Person["locale"];
  readonly tokenRoles: Role[];
  readonly roles: Role[];
  readonly status: z.output<typeof MembershipStatus>;
  readonly vehicle: z.output<typeof VehicleClass> | null;
  readonly courierId: string | null;
  readonly version: number;
  readonly lastSeenAt: Instant | null;
}

const columns = sql`id, issuer, subject, name, email, email_verified as "emailVerified", phone, locale,
  token_roles as "tokenRoles", roles, status, vehicle, courier_id as "courierId", version,
  last_seen_at as "lastSeenAt"`;

/** Reads one person and holds the row until the transaction ends. */
export const lockPerson = (tx: Tx, id: string): Promise<PersonRow | undefined> =>
  first(tx, sql<PersonRow>`select ${columns} from person where org_id = app_org() and id = ${id} for update`);

/** As `lockPerson`, also by the id that the person has as a courier. */
export const lockPersonOrCourier = (tx: Tx, id: string): Promise<PersonRow | undefined> =>
  first(
    tx,
    sql<PersonRow>`select ${columns} from person where org_id = app_org() and (id = ${id} or courier_id = ${id}) for update`,
  );

export const personBySubject = (tx: Tx, issuer: string, subject: string): Promise<PersonRow | undefined> =>
  first(
    tx,
    sql<PersonRow>`select ${columns} from person
                   where org_id = app_org() and issuer = ${issuer} and subject = ${subject} for update`,
  );

/** Active members with these subjects, whichever provider named them, ordered by subject. */
export const activeBySubject = (tx: Tx, subjects: readonly string[]): Promise<PersonRow[]> =>
  rows(
    tx,
    sql<PersonRow>`select ${columns} from person
                   where org_id = app_org() and subject = any (${[...subjects]}) and status = 'active'
                   order by subject`,
  );

/** Couriers, also former ones, with this subject, whichever provider named them. */
export const couriersBySubject = (tx: Tx, subject: string): Promise<PersonRow[]> =>
  rows(
    tx,
    sql<PersonRow>`select ${columns} from person
                   where org_id = app_org() and subject = ${subject} and courier_id is not null`,
  );

/** Ids of those who are administrators by membership and by token, their rows held: two edits cannot both be the last. */
export const lockAdmins = (tx: Tx): Promise<string[]> =>
  idsOf(
    tx,
    sql`select id from person
                        where org_id = app_org() and 'org-admin' = any (roles) and 'org-admin' = any (token_roles)
                          and status = 'active'
                        order by id for update`,
  );

export interface PeopleFilter {
  readonly role: Role | undefined;
  readonly search: string | undefined;
  readonly page: Page;
  /** Only couriers who are not staff besides: whom a dispatcher reaches. */
  readonly onlyCouriers: boolean;
}

/** Members by name; the search looks in name and e-mail. */
export const peopleByName = (tx: Tx, filter: PeopleFilter): Promise<PersonRow[]> => {
  const { role, search, page, onlyCouriers } = filter;
  const like = search && `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return rows(
    tx,
    sql<PersonRow>`
      select ${columns} from person
      where org_id = app_org()
        ${role ? sql`and ${role} = any (roles)` : sql``}
        ${onlyCouriers ? sql`and 'courier' = any (roles) and not roles && array['dispatcher', 'org-admin']` : sql``}
        ${like ? sql`and (name ilike ${like} or email ilike ${like})` : sql``}
        ${page.rest}`,
  );
};

/** Members and open sessions as numbers. */
export async function peopleCounts(
  tx: Tx,
): Promise<{ readonly active: number; readonly suspended: number; readonly sessions: number }> {
  const counted = await first(
    tx,
    sql<{ active: number; suspended: number; sessions: number }>`
      select count(*) filter (where status = 'active')::int as active,
        count(*) filter (where status = 'suspended')::int as suspended,
        (select count(*)::int from person_session where ended_at is null) as sessions
      from person`,
  );
  return counted ?? { active: 0, suspended: 0, sessions: 0 };
}

export function personOf(row: PersonRow): Person {
  const { id, name, email, phone, locale, roles, status, vehicle, lastSeenAt, version } = row;
  return {
    id,
    name,
    email,
    emailProven: row.emailVerified,
    phone,
    locale,
    roles: GIVEN_ROLES.filter((role) => roles.includes(role)),
    tokenRoles: row.tokenRoles,
    status,
    vehicle,
    lastSeenAt: lastSeenAt === null ? null : toIso(lastSeenAt),
    version,
  };
}
