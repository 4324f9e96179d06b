import { sql } from "kysely";
import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Db } from "#server/db/db.ts";
import { emitAll } from "#server/db/events.ts";

const AT_ONCE = 500;

/**
 * Writes down which open quotes are over. Nothing waits for it: a quote counts as expired the moment its time ends.
 *
 * @returns how many
 */
export async function expireQuotes(db: Db, orgId: string, now: Instant): Promise<number> {
  const actor: Actor = { kind: "system", orgId, roles: [] };
  for (let total = 0; ;) {
    const ids = await db.as(actor, async (tx) => {
      const found = await rows(
        tx,
        sql<{ id: string }>`
          update quote set state = 'expired'
          where org_id = app_org() and id in (
            select id from quote where org_id = app_org() and state = 'open' and expires_at <= ${toIso(now)}
            order by expires_at limit ${AT_ONCE} for update skip locked)
          returning id`,
      );
      await emitAll(
        tx,
        actor,
        now,
        found.map(({ id }) => ({
          aggregate: "quote",
          aggregateId: id,
          type: "quote.expired",
          data: { quoteId: id },
          audience: {},
          occurredAt: now,
        })),
      );
      return found;
    });
    total += ids.length;
    if (ids.length < AT_ONCE) return total;
  }
}
