import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import type { RoomGauge } from "#server/metrics.ts";
import { DECLINES_WITHIN_MS, isCardTesting } from "#features/payments/domain/limits.ts";
import { closeOutdated, noteFinding, type PaymentDeps } from "#features/payments/server/public.ts";

/** Notes that cards are being tested here, one finding a day, until the declined ones are few again. */
export async function watchDeclines(deps: PaymentDeps, orgId: string): Promise<void> {
  const now = deps.clock();
  await deps.db.as({ orgId }, async (tx) => {
    const since = toIso(now - DECLINES_WITHIN_MS);
    const answers = await first(
      tx,
      sql<{ declined: number; held: number }>`
        select coalesce(sum(declines) filter (where declined_at > ${since}), 0)::int as declined,
          count(*) filter (where held_at > ${since})::int as held
        from card_tries where org_id = app_org()`,
    );
    if (answers && isCardTesting(answers)) {
      deps.log.warn(
        { orgId, ...answers },
        "most cards of the last hour were declined: somebody may be testing cards",
      );
      const about = toIso(now).slice(0, 10);
      await noteFinding(tx, now, { kind: "card-testing", about, paymentId: null, facts: {} });
    }
    await closeOutdated({ tx, now }, "card-testing", now, {});
  });
}

const perHour = (name: string, help: string, count: string): RoomGauge => ({
  name,
  help,
  async read(pool) {
    const { rows } = await pool.query<{ count: number }>(`select ${count}::int as count from card_tries`);
    return rows[0]?.count ?? 0;
  },
});
const LAST_HOUR = "> clock_timestamp() - interval '1 hour'";

/** For the operator's alarm: what cards' banks answered in the last hour. */
export const cardGauges: readonly RoomGauge[] = [
  perHour(
    "waybill_cards_declined_last_hour",
    "Cards that were declined in the last hour",
    `coalesce(sum(declines) filter (where declined_at ${LAST_HOUR}), 0)`,
  ),
  perHour(
    "waybill_cards_held_last_hour",
    "Payments that a card was held for in the last hour",
    `count(*) filter (where held_at ${LAST_HOUR})`,
  ),
];
