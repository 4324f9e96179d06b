import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { noteFinding } from "../findings/finding-row.ts";
import type { ProviderLists, Unread } from "../gateway.ts";
import type { Desk } from "../run-operation.ts";
import { keepMovements } from "./movement-row.ts";

/** Movements that one look asks for by name. */
const MOST = 50;

/** Notes each movement that is listed in words we cannot read; the others of its list are read all the same. */
export async function noteUnread(
  tx: Tx,
  provider: string,
  now: Instant,
  found: readonly Unread[],
): Promise<void> {
  if (found.length === 0) return;
  const refs = found.map(({ ref }) => ref);
  const read = await rows(
    tx,
    sql<{ ref: string }>`
      select ref from balance_movement
      where org_id = app_org() and provider = ${provider} and ref = any(${refs}::text[])`,
  );
  const known = new Set(read.map(({ ref }) => ref));
  for (const { ref, type, what } of found.filter((one) => !known.has(one.ref)))
    await noteFinding(tx, now, {
      kind: "movement-unread",
      about: ref,
      paymentId: null,
      facts: { provider, type, what },
      isFixed: false,
    });
}

/** Asks once more for each that could not be read, noted as dealt with or not: the provider may say it in other words. */
export async function readAgain(
  desk: Desk,
  orgId: string,
  lists: ProviderLists,
  name: { readonly provider: string; readonly account: string },
): Promise<void> {
  const { provider } = name;
  const waiting = await desk.db.as({ orgId }, (tx) =>
    rows(
      tx,
      sql<{ ref: string }>`
        select f.about as ref from payment_finding f
        where f.org_id = app_org() and f.kind = 'movement-unread' and f.facts ->> 'provider' = ${provider}
          and not exists (select from balance_movement m
                          where m.org_id = app_org() and m.provider = ${provider} and m.ref = f.about)
        group by f.about order by max(f.seen_at), f.about limit ${MOST}`,
    ),
  );
  for (const { ref } of waiting) {
    const said = await lists.movement(ref);
    await desk.db.as({ orgId }, async (tx) => {
      const now = desk.clock();
      await noteAsked(tx, ref, now);
      if (said.kind !== "ok" || said.value.ref !== ref) return;
      const one = said.value;
      await ("netMinor" in one ? keepMovements(tx, name, [one], now) : noteUnread(tx, provider, now, [one]));
    });
    // Each further call would wait as long; the others are asked for at the next look.
    if (said.kind !== "ok" && said.kind !== "rejected") break;
  }
  await desk.db.as({ orgId }, (tx) => closeRead(tx, provider, desk.clock()));
}

/** It goes to the end of the line, so that it keeps no other one. */
const noteAsked = (tx: Tx, ref: string, now: Instant): Promise<unknown> =>
  sql`update payment_finding set seen_at = ${toIso(now)}
      where org_id = app_org() and kind = 'movement-unread' and about = ${ref}`.execute(tx);

/** What was read in the end is no finding any more. */
const closeRead = (tx: Tx, provider: string, now: Instant): Promise<unknown> =>
  sql`update payment_finding f set resolved_at = ${toIso(now)}, resolution = 'gone'
      where f.org_id = app_org() and f.kind = 'movement-unread' and f.resolved_at is null and exists (
        select from balance_movement m
        where m.org_id = app_org() and m.provider = ${provider} and m.ref = f.about)`.execute(tx);
