import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import type { Window as WindowText } from "#contract/schemas.ts";
import { fold } from "#features/places/domain/search-text.ts";
import { areaOf } from "#features/places/server/public.ts";
import { readLevels, zoneOf } from "#features/quotes/server/public.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { addDays, localAt, type LocalDate } from "#kernel/local-time.ts";
import type { Window } from "#kernel/window.ts";
import { rows, type Tx } from "#server/db/db.ts";
import { newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { Day, recurringApi, RuleLine, StandingOrder } from "../contract/api.ts";
import { calendarOf, type CalendarDay } from "../domain/calendar.ts";
import { SHOWN_DAYS } from "../domain/limits.ts";
import type { Open } from "../domain/occurrence.ts";
import { type DayRecord, daysWhere } from "./day-record.ts";
import { readRuleRecord, RULE, type RuleRecord, RULES } from "./rule-record.ts";

/** Days from today in which the next delivery is looked for. */
const IN_SIGHT = 70;

type Asking = Pick<Context, "actor" | "now">;

interface Calendar {
  readonly open: Open;
  readonly today: LocalDate;
}

/** Hours and date of the area; without an area everything is closed. */
async function calendarHere(tx: Tx, { actor, now }: Asking): Promise<Calendar> {
  const area = await areaOf(tx);
  const zone = area?.timezone ?? (await zoneOf(tx, actor.orgId));
  const { levels } = await readLevels(tx);
  return {
    open: { hours: area?.hours ?? { weekly: [], exceptions: [] }, zone, levels },
    today: localAt(now, zone).date,
  };
}

/** @throws Refusal `recurring.not-found` */
export const readRule = (
  { id }: ParsedOf<typeof recurringApi.readRule>,
  context: Context,
): Promise<StandingOrder> => context.db.read(context.actor, (tx) => readStandingOrder(tx, context, id));

/** @throws Refusal `recurring.not-found` */
export async function readStandingOrder(tx: Tx, asking: Asking, id: string): Promise<StandingOrder> {
  const { version, state, rule, changedAt, changedName } = await readRuleRecord(tx, id);
  const { open, today } = await calendarHere(tx, asking);
  const found = await daysWhere(
    tx,
    sql`g.rule_id = ${id} and (g.state = 'failed' or (g.state = 'made' and g.window_end > ${toIso(asking.now)}))`,
  );
  return {
    id,
    version,
    state,
    rule,
    changedAt: toIso(changedAt),
    changedBy: changedName,
    timezone: open.zone,
    today,
    failed: found.filter((day) => day.state === "failed").map(failedDay),
    made: found.filter((day) => day.state === "made").length,
  };
}

const failedDay = ({ day, state, window, moved, reason }: DayRecord): Day => ({
  day,
  state,
  window: textOf(window),
  movedBy: moved && "person",
  delivery: null,
  reason,
});

/** Five weeks of days. @throws Refusal `recurring.not-found` */
export function readDays(
  { id, from }: ParsedOf<typeof recurringApi.readDays>,
  context: Context,
): Promise<ReplyOf<typeof recurringApi.readDays>> {
  return context.db.read(context.actor, async (tx) => {
    const record = await readRuleRecord(tx, id);
    const { open, today } = await calendarHere(tx, context);
    const first = from ?? today;
    const last = addDays(first, SHOWN_DAYS - 1);
    const kept = await daysWhere(tx, sql`g.rule_id = ${id} and g.day between ${first} and ${last}`);
    const { state, rule, countedFrom } = record;
    const span = { first, last, today, isOpen: state !== "ended" };
    const days = calendarOf({ ...rule, countedFrom }, kept, span, open);
    const byDay = new Map(kept.map((one) => [one.day, one]));
    return { from: first, days: days.map((day) => shownDay(day, byDay.get(day.day))) };
  });
}

const shownDay = ({ day, state, window, movedBy }: CalendarDay, kept: DayRecord | undefined): Day => ({
  day,
  state,
  window: textOf(window),
  movedBy,
  delivery: kept?.delivery ?? null,
  reason: kept?.reason ?? null,
});

const textOf = (window: Window | null): WindowText | null =>
  window && { start: toIso(window.start), end: toIso(window.end) };

interface ListedRow extends RuleRecord {
  readonly createdAt: Instant;
  readonly failed: number;
}

export function listRules(
  { q, group, cursor, limit }: ParsedOf<typeof recurringApi.listRules>,
  context: Context,
): Promise<ReplyOf<typeof recurringApi.listRules>> {
  const page = newestFirst({ list: "recurring", q, group }, { cursor, limit }, ["r.created_at", "r.id"]);
  const words = fold(q)
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => sql`and strpos(r.search_doc, ${word}) > 0`);
  const ofGroup =
    group === "all"
      ? sql``
      : group === "failed"
        ? sql`and exists (select from recurring_day g
              where g.org_id = r.org_id and g.rule_id = r.id and g.state = 'failed')`
        : sql`and r.state = ${group}`;
  return context.db.read(context.actor, async (tx) => {
    const found = await rows(
      tx,
      sql<ListedRow>`
        select ${RULE}, r.created_at as "createdAt",
          (select count(*)::int from recurring_day g
           where g.org_id = r.org_id and g.rule_id = r.id and g.state = 'failed') as failed
        from ${RULES} where r.org_id = app_org() ${sql.join(words, sql` `)} ${ofGroup} ${page.rest}`,
    );
    const here = await calendarHere(tx, context);
    const kept = await daysWhere(
      tx,
      sql`g.rule_id = any (${found.map(({ id }) => id)}::uuid[]) and g.day >= ${addDays(here.today, -IN_SIGHT)}`,
    );
    const line = (row: ListedRow): RuleLine => ({
      id: row.id,
      state: row.state,
      rule: row.rule,
      next: textOf(nextOf(row, kept, { ...here, now: context.now })),
      failed: row.failed,
    });
    return page.of(found, ({ createdAt, id }) => [createdAt, id], line);
  });
}

/** Window of the next delivery, made or planned. */
function nextOf(
  { id, state, rule, countedFrom }: RuleRecord,
  kept: readonly DayRecord[],
  { open, today, now }: Calendar & { readonly now: Instant },
): Window | null {
  const own = kept.filter(({ ruleId }) => ruleId === id);
  const span = {
    first: addDays(today, -IN_SIGHT),
    last: addDays(today, IN_SIGHT),
    today,
    isOpen: state === "active",
  };
  const windows = calendarOf({ ...rule, countedFrom }, own, span, open).flatMap((day) =>
    day.window && day.window.end > now && (day.state === "planned" || day.state === "made")
      ? [day.window]
      : [],
  );
  return windows.toSorted((a, b) => a.start - b.start)[0] ?? null;
}
