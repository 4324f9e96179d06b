import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { areaJson, moveZone } from "#features/places/server/public.ts";
import { isCurrency } from "#kernel/currency.ts";
import { isZone } from "#kernel/local-time.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import { type Db, first, type Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Setup, setupApi } from "../contract/api.ts";
import { hasPriced, readSetupIn } from "./read-setup.ts";

interface Shown {
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
  /** Its area has opening hours, so that windows are on offer. */
  readonly isOpen: boolean;
  /** It holds the made-up data of a demo. */
  readonly isDemo: boolean;
}

/** The organisation as every browser is told of it. */
export const shownOrganisation = async (db: Db, orgId: string): Promise<Shown> => {
  const row = await db.read({ orgId }, (tx) =>
    first(
      tx,
      sql<Shown>`select o.name, trim(o.currency) as currency, coalesce(a.area ->> 'timezone', o.timezone) as timezone,
          coalesce(jsonb_array_length(a.area -> 'hours' -> 'weekly') > 0, false) as "isOpen", o.demo as "isDemo"
        from organization o, (select ${areaJson()}::jsonb as area) a where o.id = app_org()`,
    ),
  );
  if (!row) throw new Error("no such organisation");
  return row;
};

type Organisation = ParsedOf<typeof setupApi.editOrganisation>;

/** @throws Refusal `setup.unknown-currency`, `setup.unknown-zone`, `setup.already-priced` */
export function editOrganisation(input: Organisation, context: Context): Promise<Setup> {
  const { actor, db } = context;
  if (!isCurrency(input.currency)) throw new Refusal("setup.unknown-currency", { field: "currency" });
  if (!isZone(input.timezone)) throw new Refusal("setup.unknown-zone", { field: "timezone" });
  return db.as(actor, async (tx) => {
    await change(tx, context, {
      type: "editOrganisation",
      aggregateId: actor.orgId,
      body: input,
      write: () => write(tx, input),
      event: () => ({
        aggregate: "organisation",
        type: "organisation.edited",
        data: {},
        audience: { staff: true },
      }),
    });
    return readSetupIn(tx);
  });
}

async function write(tx: Tx, { name, currency, timezone }: Organisation): Promise<object> {
  const before = await first(
    tx,
    sql<{ isFixed: boolean; currency: string; timezone: string }>`
      select ${hasPriced} as "isFixed", trim(o.currency) as currency, o.timezone
      from organization o where o.id = app_org()`,
  );
  const isSame = before?.currency === currency && before.timezone === timezone;
  if (before?.isFixed && !isSame) throw new Refusal("setup.already-priced");
  await sql`select edit_organization(${name}, ${currency}, ${timezone})`.execute(tx);
  if (!isSame) await moveZone(tx, timezone);
  return {};
}
