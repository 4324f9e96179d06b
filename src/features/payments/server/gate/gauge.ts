import type { RoomGauge } from "#server/metrics.ts";

/** For the operator's alarm: how many card providers are not called. */
export const haltGauge: RoomGauge = {
  name: "waybill_payments_halted",
  help: "Card providers that nothing goes out to: our key is refused, or a restored backup is being compared",
  async read(pool) {
    const { rows } = await pool.query<{ count: number }>(
      "select count(*)::int as count from payment_gate where coalesce(stopped_at, frozen_at) is not null",
    );
    return rows[0]?.count ?? 0;
  },
};
