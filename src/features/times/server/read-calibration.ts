import { sql } from "kysely";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { CalibrationReply } from "../contract/api.ts";
import { type Forecast, calibrationOf } from "../domain/calibration.ts";

/** Compares the first live prediction of each stop that ended in these days with how it ended. */
export function readCalibration(
  { days }: { readonly days: number },
  { db, actor, now }: Context,
): Promise<CalibrationReply> {
  return db.read(actor, async (tx) => {
    const forecasts = await rows(
      tx,
      sql<Forecast>`
        select on_time as "onTime", ended_at < promised_end as "wasOnTime",
          case when arrived_at < ended_at then arrived_at between earliest and latest end as "wasWithin"
        from forecast where org_id = app_org() and ended_at > ${toIso(now - days * DAY_MS)}`,
    );
    const { buckets, ...rest } = calibrationOf(forecasts);
    return { days, buckets: [...buckets], ...rest };
  });
}
