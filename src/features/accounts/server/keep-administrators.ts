import { sql } from "kysely";
import { first, type Tx } from "#server/db/db.ts";

/**
 * Forgets everybody but administrators, with their sign-ins, and every invitation.
 *
 * @param owner reaches all organisations
 */
export async function keepAdministrators(owner: Tx): Promise<void> {
  await sql`delete from invitation`.execute(owner);
  await sql`delete from person_session s using person p
    where p.org_id = s.org_id and p.id = s.person_id and 'org-admin' <> all (p.roles)`.execute(owner);
  await sql`delete from person where 'org-admin' <> all (roles)`.execute(owner);
}

interface PeopleHere {
  readonly people: number;
  readonly administrators: number;
  /** Ids of people who sign in elsewhere. */
  readonly strangers: string[];
}

/** Counts those who would be forgotten and those who stay, and names who signs in at another issuer than this. */
export async function peopleBeside(owner: Tx, issuer: string): Promise<PeopleHere> {
  const found = await first(
    owner,
    sql<PeopleHere>`
      select count(*) filter (where 'org-admin' <> all (roles))::int as people,
        count(*) filter (where 'org-admin' = any (roles))::int as administrators,
        coalesce(array_agg(id::text) filter (where issuer <> ${issuer}), '{}') as strangers
      from person`,
  );
  if (!found) throw new Error("a count is always one row");
  return found;
}
