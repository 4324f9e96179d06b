import { sql } from "kysely";
import type * as z from "zod/mini";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { VehicleClass } from "../contract/people.ts";

/** A courier as other rooms know them. `active` is false for those who left or are suspended. */
export interface Courier {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly vehicle: z.output<typeof VehicleClass>;
  readonly active: boolean;
}

const courier = sql.raw(
  `courier_id as id, id as "userId", name, coalesce(vehicle, 'bike') as vehicle,
   status = 'active' and 'courier' = any (roles) as active`,
);

/** Everyone who rides now, by name. */
export const couriersOf = (tx: Tx): Promise<Courier[]> =>
  rows(
    tx,
    sql<Courier>`select ${courier} from person
                 where org_id = app_org() and courier_id is not null and status = 'active' and 'courier' = any (roles)
                 order by name, courier_id`,
  );

/** Everyone who rides now with their number, by name. */
export const reachableCouriers = (tx: Tx): Promise<(Courier & { phone: string | null })[]> =>
  rows(
    tx,
    sql<Courier & { phone: string | null }>`
      select ${courier}, phone from person
      where org_id = app_org() and courier_id is not null and status = 'active' and 'courier' = any (roles)
      order by name, courier_id`,
  );

/** These couriers, former ones included. */
export const couriersById = (tx: Tx, ids: readonly string[]): Promise<Courier[]> =>
  rows(
    tx,
    sql<Courier>`select ${courier} from person where org_id = app_org() and courier_id = any (${[...ids]}::uuid[])`,
  );

export async function courierById(tx: Tx, id: string): Promise<Courier | undefined> {
  return (await couriersById(tx, [id]))[0];
}

/** The number at which the office reaches a courier. */
export async function courierPhone(tx: Tx, id: string): Promise<string | null> {
  const row = await first(
    tx,
    sql<{ phone: string | null }>`select phone from person where org_id = app_org() and courier_id = ${id}`,
  );
  return row?.phone ?? null;
}
