import { sql } from "kysely";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { DeliveryStateName } from "#features/deliveries/domain/state.ts";
import type { Forgettable, Side } from "#features/deliveries/server/public.ts";

/** A delivery that knows a person on one side or both. */
export interface KnownDelivery extends Forgettable {
  readonly number: string;
  readonly state: DeliveryStateName;
  readonly createdAt: string;
  readonly sides: readonly Side[];
  /** Contact and address of each of these sides. */
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly pictures: number;
}

type Asked = { readonly phone: string } | { readonly email: string };

/** Deliveries that know a person, the newest first, at most so many. */
export function deliveriesOfPerson(tx: Tx, person: Asked, limit: number): Promise<KnownDelivery[]> {
  const isPhone = "phone" in person;
  const value = isPhone ? person.phone : person.email.toLowerCase();
  const found = isPhone
    ? sql`deliveries_by_phone(${value.slice(1)}, ${limit})`
    : sql`deliveries_by_email(${value}, ${limit})`;
  const is = (side: Side) =>
    isPhone
      ? sql`d.${sql.ref(side)} ->> 'phone' = ${value}`
      : sql`coalesce(lower(d.${sql.ref(side)} ->> 'email') = ${value}, false)`;
  return rows(
    tx,
    sql<KnownDelivery>`
      select d.id, d.order_id as "orderId", d.quote_id as "quoteId", d.number, d.state,
        ${isoText("d.created_at")} as "createdAt",
        array_remove(array[case when ${is("sender")} then 'sender' end, case when ${is("recipient")} then 'recipient' end], null)
          as sides,
        to_jsonb(array_remove(array[
          case when ${is("sender")} then d.sender || jsonb_build_object('address', d.pickup) end,
          case when ${is("recipient")} then d.recipient || jsonb_build_object('address', d.dropoff) end], null)) as data,
        d.pictures
      from known_person d
      where d.org_id = app_org() and d.id in (select ${found}) and (${is("sender")} or ${is("recipient")})
      order by d.created_at desc, d.id desc limit ${limit}`,
  );
}
