import type { RoomGauge } from "#server/metrics.ts";

/** Age of the oldest entry that no link holds, for the operator's alarm: sealing stands still, or a transaction never ends. */
export const unsealedGauge: RoomGauge = {
  name: "waybill_audit_unsealed_seconds",
  help: "Age of the oldest entry of the audit log that is not sealed; 0 where all are",
  read: async (pool) => {
    const { rows } = await pool.query<{ age: number }>(
      `select coalesce(extract(epoch from now() - min(e.at)), 0)::float8 as age
       from audit_unsealed u join audit_entry e on e.org_id = u.org_id and e.id = u.entry_id`,
    );
    return Math.max(0, rows[0]?.age ?? 0);
  },
};
