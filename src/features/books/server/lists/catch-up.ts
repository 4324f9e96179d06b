import { sql } from "kysely";
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { failpoint } from "#server/failpoint.ts";
import { addJob } from "#server/jobs/jobs.ts";
import type { PaymentDeps, ProviderLists } from "#features/payments/server/public.ts";
import { runPass } from "../findings/pass.ts";
import { NEWS_JOB, noteNews } from "#features/payments/server/public.ts";

/** Events are listed a little late, and clocks differ. */
const OVERLAP_MS = HOUR_MS;
/** Stripe lists events of thirty days. */
const KEPT_MS = 29 * DAY_MS;
/** Clocks of ours and the provider's differ by less than a day: where nothing happened for longer, ours goes on. */
const QUIET_MS = DAY_MS;
const EVERY_MS = 4 * MINUTE_MS;

/** Reads the provider's own list for events without a webhook, for every organisation. */
export async function catchUpAll(deps: PaymentDeps): Promise<void> {
  const orgs = await deps.db.owner((tx) => rows(tx, sql<{ id: string }>`select id from organization`));
  for (const { id } of orgs) await catchUp(deps, id);
}

/** As `catchUpAll`, for one organisation: what is new there is noted like a webhook, and makes us ask. */
export async function catchUp(deps: PaymentDeps, orgId: string): Promise<void> {
  const { lists } = deps.provider;
  if (lists)
    await runPass(deps, orgId, {
      name: "events",
      everyMs: EVERY_MS,
      work: (_, __, readTo) => readEvents(deps, orgId, lists, readTo),
    });
}

/**
 * Reads the list from the newest back to where the last reading began. Each page is noted by itself, and an event once:
 * a reading that is cut off begins anew.
 *
 * @param readTo until when events were read; null before the first reading, which begins with our first payment
 * @returns until when events are read now
 * @throws Refusal `payments.provider-silent`
 */
async function readEvents(
  deps: PaymentDeps,
  orgId: string,
  lists: ProviderLists,
  readTo: Instant | null,
): Promise<Instant | undefined> {
  const { id: provider } = deps.provider;
  const now = deps.clock();
  const from = await deps.db.as({ orgId }, (tx) => beginOf(tx, provider, readTo, now));
  if (from === undefined) return undefined;
  let newest: Instant | undefined;
  let after: string | undefined;
  do {
    const page = await lists.events({ since: from - OVERLAP_MS, after });
    failpoint("list:read");
    if (page.kind !== "ok") throw new Refusal("payments.provider-silent");
    const { items, next } = page.value;
    const told = items.filter(({ ref }) => ref !== undefined);
    await deps.db.as({ orgId }, async (tx) => {
      for (const ref of await noteNews(tx, provider, told, deps.clock()))
        await addJob(tx, NEWS_JOB, { orgId, ref }, { key: `${NEWS_JOB}:${ref}` });
    });
    failpoint("list:noted");
    newest ??= items[0]?.at;
    after = next;
  } while (after !== undefined);
  return Math.max(newest ?? from, now - QUIET_MS);
}

/** Start of a reading; older events that are no longer listed are noted as missed. */
async function beginOf(
  tx: Tx,
  provider: string,
  readTo: Instant | null,
  now: Instant,
): Promise<Instant | undefined> {
  const from =
    readTo ??
    (
      await first(
        tx,
        sql<{ at: Instant | null }>`
          select min(created_at) as at from payment where org_id = app_org() and provider = ${provider}`,
      )
    )?.at;
  if (from !== null && from !== undefined && from < now - KEPT_MS)
    await sql`update payment_pass set missed_at = ${toIso(now)}
              where org_id = app_org() and name = 'events'`.execute(tx);
  return from ?? undefined;
}
