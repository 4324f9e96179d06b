import { type RawBuilder, sql } from "kysely";
import { defaultRules, hearsBy } from "../domain/settings.ts";

/** Ways by which each audience hears of anything, by the settings that hold until somebody changes them. */
const USUAL = JSON.stringify({ demo: hearsBy(defaultRules(true)), else: hearsBy(defaultRules(false)) });

interface Asked {
  readonly org: RawBuilder<unknown>;
  readonly deliveryId: RawBuilder<unknown>;
  /** Text: the one notice in question; absent, any. */
  readonly notice?: RawBuilder<unknown>;
}

/** Whether somebody is to hear of a delivery by a way for which they left an address. */
export const canBeTold = ({ org, deliveryId, notice }: Asked): RawBuilder<boolean> => sql<boolean>`
  exists (
    select from delivery_contacts c join organization o on o.id = c.org_id
      left join notice_settings s on s.org_id = o.id
      cross join lateral (values ('recipient', c.recipient),
        (case when c.payer_id is null then 'guest' else 'sender' end, c.sender)) p (audience, contact)
      cross join (values ('mail', 'email'), ('sms', 'phone'), ('push', null)) w (way, field)
    where (c.org_id, c.id) = (${org}, ${deliveryId})
      and case when w.way = 'push' then p.audience = 'sender'
        and exists (select from push_people v where v.org_id = c.org_id and v.person_id = c.payer_id)
        else trim(p.contact ->> w.field) <> '' end
      and case when s.rules is null
        then ${USUAL}::jsonb -> (case when o.demo then 'demo' else 'else' end) -> p.audience ? w.way
        else exists (select from jsonb_each(s.rules -> 'tells') t
          where t.value -> p.audience ? w.way ${notice ? sql`and t.key = ${notice}` : sql``}) end)`;

/** As `canBeTold`, or somebody was told before and may have to hear that it holds no more. */
export const hasHearers = (deliveryId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (${canBeTold({ org: sql`app_org()`, deliveryId })}
    or exists (select from notice n where n.org_id = app_org() and n.delivery_id = ${deliveryId}))`;
