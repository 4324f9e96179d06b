import type { ParsedOf } from "#contract/endpoint.ts";
import { areaOf } from "#features/places/server/public.ts";
import { readLevels } from "#features/quotes/server/public.ts";
import { addDays, localAt, type LocalDate } from "#kernel/local-time.ts";
import { advance } from "#kernel/machine.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { recurringApi, StandingOrder } from "../contract/api.ts";
import { MOVED_DAYS } from "../domain/limits.ts";
import { type At, placeOf, windowAt } from "../domain/occurrence.ts";
import { isDay } from "../domain/pattern.ts";
import { RULE_MACHINE } from "../domain/rule-lifecycle.ts";
import { dayOf, keepDay } from "./day-record.ts";
import { lockRule, type RuleRecord } from "./rule-record.ts";
import { command } from "./save-rule.ts";

/** Leaves a day out; one that failed is settled by that. @throws Refusal as the endpoint says */
export function skipDay(
  asked: ParsedOf<typeof recurringApi.skipDay>,
  context: Context,
): Promise<StandingOrder> {
  const { id: ruleId, day } = asked;
  return command(context, { type: "recurring.skip", id: ruleId, body: asked }, async (tx) => {
    await mayChange(tx, await lockRule(tx, ruleId), day);
    await keepDay(tx, context.now, { ruleId, day, state: "skipped" });
  });
}

/** Wants a day after all, again, or at another time. @throws Refusal as the endpoint says */
export function planDay(
  asked: ParsedOf<typeof recurringApi.planDay>,
  context: Context,
): Promise<StandingOrder> {
  const { id: ruleId, day, at } = asked;
  return command(context, { type: "recurring.plan", id: ruleId, body: asked }, async (tx) => {
    const record = await lockRule(tx, ruleId);
    await mayChange(tx, record, day);
    await mayPlan(tx, context, { record, day, at });
    await keepDay(tx, context.now, { ruleId, day, state: "planned", moved: at });
  });
}

/** @throws Refusal where the day is made, or never was one */
async function mayChange(tx: Tx, record: RuleRecord, day: LocalDate): Promise<void> {
  const { id, state, rule } = record;
  advance(RULE_MACHINE, state, "change-day");
  const known = await dayOf(tx, id, day);
  if (known?.state === "made") throw new Refusal("recurring.made-already", { day });
  if (!known && (!isDay(rule, day) || day < record.countedFrom))
    throw new Refusal("recurring.day-unknown", { day });
}

interface Wanted {
  readonly record: RuleRecord;
  readonly day: LocalDate;
  readonly at: At | null;
}

/** @throws Refusal `recurring.no-window` for a time that is over, too far from the day, or when it is closed */
async function mayPlan(
  tx: Tx,
  { actor, now }: Context,
  { record: { rule }, day, at }: Wanted,
): Promise<void> {
  const area = await areaOf(tx, actor.orgId);
  const none = new Refusal("recurring.no-window", { day, field: "at" });
  if (!area) throw none;
  const { levels } = await readLevels(tx);
  const open = { hours: area.hours, zone: area.timezone, levels };
  if (!at) {
    // Its own day may be closed by now and open again later; only one that is over is refused.
    const place = placeOf(rule, day, open);
    if (place === "closed" ? day < localAt(now, open.zone).date : place.window.start <= now) throw none;
    return;
  }
  const { date: today } = localAt(now, open.zone);
  const nearest = day > today ? day : today;
  const window = windowAt(rule.serviceLevel, at, open);
  if (
    !window ||
    window.start <= now ||
    at.date > addDays(nearest, MOVED_DAYS) ||
    at.date < addDays(day, -MOVED_DAYS)
  )
    throw none;
}
