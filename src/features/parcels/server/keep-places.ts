import { sql } from "kysely";
import { json } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { LeftParcel } from "../domain/left.ts";
import { placesOf } from "../domain/places.ts";

type Placed = Parameters<typeof placesOf>[0];
interface Attempted extends Placed {
  readonly id: string;
  readonly tasks: readonly (Placed["tasks"][number] & {
    readonly attempts: readonly { readonly outcome: { readonly left?: readonly LeftParcel[] } }[];
  })[];
}

/** True once a parcel went another way than the others, also where that was corrected since. */
const isSplit = ({ tasks }: Attempted): boolean =>
  tasks.some(({ attempts }) => attempts.some(({ outcome }) => (outcome.left?.length ?? 0) > 0));

/** Mirrors the states of the parcels of these deliveries, where one word does not stand for all of them. */
export async function keepPlaces(tx: Tx, deliveries: readonly Attempted[]): Promise<void> {
  const given = deliveries
    .filter(isSplit)
    .flatMap((delivery) => placesOf(delivery).map((place) => ({ ...place, delivery_id: delivery.id })));
  if (given.length === 0) return;
  await sql`
    insert into parcel_place (org_id, delivery_id, code, state, how)
    select app_org(), g.delivery_id, g.code, g.state, g.how
    from jsonb_to_recordset(${json(given)}) as g (delivery_id uuid, code text, state text, how text)
    on conflict (org_id, delivery_id, code) do update set state = excluded.state, how = excluded.how`.execute(
    tx,
  );
}

/** Drops the mirror of a delivery whose parcels were changed before any was collected; its next event writes it anew. */
export async function dropPlaces(tx: Tx, deliveryId: string): Promise<void> {
  await sql`delete from parcel_place where org_id = app_org() and delivery_id = ${deliveryId}`.execute(tx);
}
