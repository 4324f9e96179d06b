import { sql } from "kysely";
import { zoneOf } from "#features/quotes/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import { addDays, instantAt, localAt } from "#kernel/local-time.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isoText, windowText } from "#server/db/iso-text.ts";
import type { Context } from "#server/http/route.ts";
import type { SlotLoad } from "../contract/api.ts";
import { countIn, dayOf, inOrder, rowsOn } from "../domain/plan.ts";
import { takenWithin } from "./places.ts";
import { readPlan } from "./plan-record.ts";

type Day = SlotLoad["days"][number];

/** Today's and tomorrow's load, row by row. */
export function readLoad({ db, actor, now }: Context): Promise<SlotLoad> {
  return db.read(actor, async (tx) => {
    const plan = await readPlan(tx);
    const timezone = await zoneOf(tx, actor.orgId);
    const today = localAt(now, timezone).date;
    const days: Day[] = [];
    for (const date of [today, addDays(today, 1)]) {
      const window = {
        start: instantAt(date, "00:00", timezone),
        end: instantAt(addDays(date, 1), "00:00", timezone),
      };
      const taken = await takenWithin(tx, window);
      const differs = dayOf(plan, date);
      days.push({
        date,
        closed: differs?.closed ?? false,
        reason: differs?.reason ?? "",
        rows: rowsOn({ ...plan, rows: inOrder(plan.rows) }, date, timezone).map((one) => ({
          id: one.row.id,
          level: one.row.level,
          from: one.row.from,
          until: one.row.until,
          places: one.places,
          taken: countIn(one, taken),
        })),
        taken: taken.reduce((sum, { count }) => sum + count, 0),
        overbooked: await overbookedIn(tx, window),
      });
    }
    return { timezone, days };
  });
}

const overbookedIn = (
  tx: Tx,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<Day["overbooked"]> =>
  rows(
    tx,
    sql<Day["overbooked"][number]>`
      select o.service_level as level, ${windowText("o.window_start", "o.window_end")} as window,
        ${isoText("o.overbooked_at")} as at, o.overbooked_by_name as by
      from overbooking o
      where o.org_id = app_org() and o.window_start >= ${toIso(start)} and o.window_start < ${toIso(end)}
      order by o.overbooked_at desc, o.id limit 50`,
  );
