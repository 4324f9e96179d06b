import { type RawBuilder, sql } from "kysely";
import { type Instant, toIso } from "#kernel/instant.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import type { Window } from "#kernel/window.ts";
import { first, json, rows, type Tx } from "#server/db/db.ts";
import type { Day } from "../contract/api.ts";
import type { KeptState } from "../domain/agenda.ts";
import type { PlacedDay } from "../domain/calendar.ts";
import type { At } from "../domain/occurrence.ts";

/** A day as stored, with its delivery. */
export interface DayRecord extends PlacedDay {
  readonly ruleId: string;
  readonly reason: Day["reason"];
  readonly delivery: Day["delivery"];
}

interface Row extends Omit<DayRecord, "window"> {
  readonly start: Instant | null;
  readonly end: Instant | null;
}

/** Days by a condition on `recurring_day g`, in order. */
export async function daysWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<DayRecord[]> {
  const found = await rows(
    tx,
    sql<Row>`
      select g.rule_id as "ruleId", g.day, g.state, g.moved, g.reason, g.window_start as start, g.window_end as "end",
        case when d.id is not null
          then json_build_object('id', d.id, 'number', d.number, 'state', d.state_shown) end as delivery
      from recurring_day g left join deliveries d on d.org_id = g.org_id and d.order_id = g.order_id
      where g.org_id = app_org() and ${condition} order by g.rule_id, g.day`,
  );
  return found.map(({ start, end, ...day }) => ({
    ...day,
    window: start === null || end === null ? null : { start, end },
  }));
}

export const dayOf = async (tx: Tx, ruleId: string, day: LocalDate): Promise<DayRecord | undefined> =>
  (await daysWhere(tx, sql`g.rule_id = ${ruleId} and g.day = ${day}`))[0];

/** Days to be considered from a date on: those kept since, and those that a person wants of any time. */
export const daysToConsider = (tx: Tx, ruleId: string, from: LocalDate): Promise<DayRecord[]> =>
  daysWhere(tx, sql`g.rule_id = ${ruleId} and (g.day >= ${from} or g.state = 'planned')`);

export interface WrittenDay {
  readonly ruleId: string;
  readonly day: LocalDate;
  readonly state: KeptState;
  /** Absent, it stays as it is. */
  readonly moved?: At | null;
  readonly window?: Window;
  readonly orderId?: string;
  readonly reason?: Day["reason"];
}

/**
 * Keeps a day of a locked rule.
 *
 * @returns whether it was written: a made day stays as it is
 */
export async function keepDay(tx: Tx, now: Instant, written: WrittenDay): Promise<boolean> {
  const { ruleId, day, state, moved, window, orderId = null, reason = null } = written;
  const start = window ? toIso(window.start) : null;
  const end = window ? toIso(window.end) : null;
  const place = moved === undefined ? sql`recurring_day.moved` : sql`excluded.moved`;
  const kept = await first(
    tx,
    sql`
      insert into recurring_day (org_id, rule_id, day, state, moved, window_start, window_end, order_id, reason, changed_at)
      values (app_org(), ${ruleId}, ${day}, ${state}, ${moved ? json(moved) : null}, ${start}, ${end}, ${orderId},
        ${reason ? json(reason) : null}, ${toIso(now)})
      on conflict (org_id, rule_id, day) do update
      set state = excluded.state, moved = ${place}, window_start = excluded.window_start,
        window_end = excluded.window_end, order_id = excluded.order_id, reason = excluded.reason,
        changed_at = excluded.changed_at
      where recurring_day.state <> 'made'
      returning day`,
  );
  return kept !== undefined;
}
