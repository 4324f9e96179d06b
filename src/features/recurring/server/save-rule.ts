import { sql } from "kysely";
import { readLevels, zoneOf } from "#features/quotes/server/public.ts";
import { mayEnter } from "#features/order-entry/server/public.ts";
import type { PayWay } from "#features/payments/domain/due.ts";
import type { ParsedOf } from "#contract/endpoint.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { addDays, localAt, type LocalDate } from "#kernel/local-time.ts";
import { advance } from "#kernel/machine.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce } from "#server/db/commands.ts";
import { first, type Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { recurringApi, Rule, StandingOrder } from "../contract/api.ts";
import { MOST_RULES } from "../domain/limits.ts";
import { isRecurring } from "../domain/occurrence.ts";
import { daysOf, isDay } from "../domain/pattern.ts";
import { RULE_MACHINE } from "../domain/rule-lifecycle.ts";
import { daysToConsider, daysWhere, keepDay } from "./day-record.ts";
import { settleAll } from "./failed-day.ts";
import { readStandingOrder } from "./read-rules.ts";
import { insertRule, lockRule, type RuleRecord, updateRule } from "./rule-record.ts";
import { tellRule } from "./tell.ts";
import { queueRules } from "./work.ts";

/** Days within which every pattern has one. */
const TWO_WEEKS = 14;

/** Begins a standing order, once for the call's key. @throws Refusal as the endpoint says */
export const addRule =
  (ways: readonly PayWay[]) =>
  ({ rule: typed }: ParsedOf<typeof recurringApi.addRule>, context: Context): Promise<StandingOrder> =>
    command(context, { type: "recurring.add", id: context.key, body: typed }, async (tx, by, today) => {
      const rule = await checked(tx, ways, typed);
      if (await isFull(tx)) throw new Refusal("recurring.too-many", { most: MOST_RULES });
      await insertRule(tx, {
        id: context.key,
        rule,
        by,
        now: context.now,
        countedFrom: later(rule.from, today),
      });
    });

/** Changes the days that are not made yet. @throws Refusal as the endpoint says */
export const editRule =
  (ways: readonly PayWay[]) =>
  (asked: ParsedOf<typeof recurringApi.editRule>, context: Context): Promise<StandingOrder> => {
    const { id, version } = asked;
    return command(context, { type: "recurring.edit", id, body: asked }, async (tx, by, today) => {
      const before = await lockRule(tx, id);
      advance(RULE_MACHINE, before.state, "edit");
      if (before.version !== version)
        throw new Refusal("recurring.changed-meanwhile", {
          version: before.version,
          by: before.changedName ?? "",
        });
      const rule = await checked(tx, ways, asked.rule);
      await keepUnsettled(tx, before, { rule, today, now: context.now });
      const countedFrom = later(rule.from, today);
      await updateRule(tx, { id, rule, by, now: context.now, countedFrom });
      await dropStrayDays(tx, id, rule);
    });
  };

/** Pauses, goes on or ends. @throws Refusal `recurring.not-found`, `recurring.wrong-state` */
export function turnRule(
  asked: ParsedOf<typeof recurringApi.turnRule>,
  context: Context,
): Promise<StandingOrder> {
  const { id, act } = asked;
  return command(context, { type: "recurring.turn", id, body: asked }, async (tx, _by, today) => {
    const before = await lockRule(tx, id);
    const state = advance(RULE_MACHINE, before.state, act);
    const countedFrom = act === "resume" ? later(before.countedFrom, today) : before.countedFrom;
    await sql`
      update recurring_rule set state = ${state}, counted_from = ${countedFrom}, looked_on = null,
        ended_at = ${state === "ended" ? toIso(context.now) : null}
      where org_id = app_org() and id = ${id}`.execute(tx);
    if (state === "ended") await settleAll(tx, context.now, id);
  });
}

interface RuleCommand {
  readonly type: string;
  readonly id: string;
  readonly body: unknown;
}

/** Carries out a command once for the call's key, queues a look at the rule and tells the office. */
export function command(
  context: Context,
  { type, id, body }: RuleCommand,
  write: (tx: Tx, by: string, today: LocalDate) => Promise<void>,
): Promise<StandingOrder> {
  const { actor, db, now, key } = context;
  return db.as(actor, async (tx) => {
    const accepted = { commandId: key, occurredAt: now, type, aggregateId: id, body };
    if (await acceptOnce(tx, actor, now, accepted)) {
      if (actor.userId === undefined) throw new Error("a standing order is a member's");
      const today = localAt(now, await zoneOf(tx, actor.orgId)).date;
      await write(tx, actor.userId, today);
      await queueRules(tx, actor.orgId, [id]);
      await tellRule(tx, context, id);
    }
    return readStandingOrder(tx, context, id);
  });
}

const later = (a: LocalDate, b: LocalDate): LocalDate => (a > b ? a : b);

/** A rule as it is kept. @throws Refusal where it would never make an order */
async function checked(tx: Tx, ways: readonly PayWay[], rule: Rule): Promise<Rule> {
  await mayEnter(tx, ways, rule);
  const { levels } = await readLevels(tx);
  const level = levels.find(({ code }) => code === rule.serviceLevel);
  if (!level || level.isRetired || !isRecurring(level.code))
    throw new Refusal("recurring.no-level", { field: "rule.serviceLevel" });
  const weekdays = [...new Set(rule.weekdays)].toSorted((a, b) => a - b);
  const kept = { ...rule, weekdays };
  if (daysOf(kept, rule.from, addDays(rule.from, TWO_WEEKS)).length === 0)
    throw new Refusal("recurring.no-day", { field: "until" });
  return kept;
}

const isFull = async (tx: Tx): Promise<boolean> =>
  (await first(
    tx,
    sql`select id from recurring_rule where org_id = app_org() and state <> 'ended' offset ${MOST_RULES - 1} limit 1`,
  )) !== undefined;

/**
 * Keeps in sight the days before today that the rule as it was has not settled, e.g. one that moved since it was closed.
 * Counting begins anew, so that a new day of the week is not missed in the past.
 */
async function keepUnsettled(
  tx: Tx,
  { id: ruleId, rule: old, countedFrom }: RuleRecord,
  { rule, today, now }: { readonly rule: Rule; readonly today: LocalDate; readonly now: Instant },
): Promise<void> {
  const known = new Set((await daysToConsider(tx, ruleId, countedFrom)).map(({ day }) => day));
  const own = daysOf(old, countedFrom, addDays(today, -1));
  for (const day of own.filter((one) => isDay(rule, one) && !known.has(one)))
    await keepDay(tx, now, { ruleId, day, state: "planned" });
}

/** Forgets what people wanted of days that are no longer due; days that were made or failed stay. */
async function dropStrayDays(tx: Tx, id: string, rule: Rule): Promise<void> {
  const found = await daysWhere(tx, sql`g.rule_id = ${id} and g.state in ('planned', 'skipped')`);
  const strays = found.map(({ day }) => day).filter((day) => !isDay(rule, day));
  await sql`
    delete from recurring_day
    where org_id = app_org() and rule_id = ${id} and day = any (${strays}::date[]) and state in ('planned', 'skipped')`.execute(
    tx,
  );
}
