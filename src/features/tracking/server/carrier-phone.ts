import { sql } from "kysely";
import { type Instant, toIso } from "#kernel/instant.ts";
import { change } from "#server/db/change.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { CarrierPhone } from "../contract/api.ts";

/** The number that recipients may call, as a value in a statement; null where none was set. */
export const carrierPhone = sql`(select c.phone from carrier_phone c where c.org_id = app_org())`;

const phoneIn = async (tx: Tx): Promise<CarrierPhone> => ({
  phone: (await first(tx, sql<CarrierPhone>`select ${carrierPhone} as phone`))?.phone ?? null,
});

export const readCarrierPhone = (context: Context): Promise<CarrierPhone> =>
  context.db.read(context.actor, phoneIn);

interface Saving {
  readonly now: Instant;
  readonly userId: string | null;
}

/** Sets the number that recipients may call. */
export const saveCarrierPhone = (tx: Tx, phone: string, { now, userId }: Saving): Promise<unknown> =>
  sql`
    insert into carrier_phone (org_id, phone, changed_at, changed_by)
    values (app_org(), ${phone}, ${toIso(now)}, ${userId})
    on conflict (org_id) do update set phone = excluded.phone, changed_at = excluded.changed_at,
      changed_by = excluded.changed_by`.execute(tx);

/** Sets the number that recipients may call, or takes it away. The last one who saves decides. */
export const editCarrierPhone = (input: CarrierPhone, context: Context): Promise<CarrierPhone> => {
  const { actor, now } = context;
  const { phone } = input;
  return context.db.as(actor, async (tx) => {
    await change(tx, context, {
      type: "editCarrierPhone",
      aggregateId: actor.orgId,
      body: input,
      write: async () => {
        if (phone === null) await sql`delete from carrier_phone where org_id = app_org()`.execute(tx);
        else await saveCarrierPhone(tx, phone, { now, userId: actor.userId ?? null });
        return {};
      },
      event: (data) => ({
        aggregate: "carrier-phone",
        type: "carrier-phone.edited",
        data,
        audience: { staff: true },
      }),
    });
    return phoneIn(tx);
  });
};
