import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { offersApi } from "../contract/api.ts";
import { OFFER_SECONDS } from "../domain/limits.ts";

/** Seconds for which an offer of this organisation usually stands. */
export async function usualSeconds(tx: Tx): Promise<number> {
  const set = await first(
    tx,
    sql<{ seconds: number }>`select seconds from offer_time where org_id = app_org()`,
  );
  return set?.seconds ?? OFFER_SECONDS.usual;
}

export async function setOfferTime(
  { seconds }: ParsedOf<typeof offersApi.setOfferTime>,
  { db, actor }: Context,
): Promise<{ seconds: number }> {
  await db.as(actor, (tx) =>
    sql`insert into offer_time (org_id, seconds) values (app_org(), ${seconds})
        on conflict (org_id) do update set seconds = excluded.seconds`.execute(tx),
  );
  return { seconds };
}
