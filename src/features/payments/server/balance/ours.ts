import { sql } from "kysely";

/**
 * Whether a movement `m` is booked as one of a payment of ours: by what the ledger says, so that what is compared with it
 * says the same, however payments change in between. What comes to nothing and has no entry is nobody's.
 */
export const IS_OURS = sql`(m.asked_minor is not null
  and m.id not in (select o.movement_id from ledger_line o where o.account = 'others' and o.movement_id is not null
                   group by o.movement_id having sum(o.minor) <> 0)
  and (m.net_minor <> 0 or exists (select from ledger_line e where e.org_id = m.org_id and e.movement_id = m.id)))`;

/** Every intent that payments of ours have or left. */
export const intentsOfOurs = (provider: string) => sql`(
  select p.provider_ref from payment p
  where p.org_id = app_org() and p.provider = ${provider} and p.provider_ref is not null
  union all
  select unnest(p.left_refs) from payment p
  where p.org_id = app_org() and p.provider = ${provider} and p.left_refs <> '{}')`;
