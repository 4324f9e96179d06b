import type { ParsedOf } from "#contract/endpoint.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import { advance } from "#kernel/machine.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { recurringApi, StandingOrder } from "../contract/api.ts";
import { isDay } from "../domain/pattern.ts";
import { RULE_MACHINE } from "../domain/rule-lifecycle.ts";
import { dayOf, keepDay } from "./day-record.ts";
import { settleDay } from "./failed-day.ts";
import { mayPlan } from "./may-plan.ts";
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
    await settleDay(tx, context.now, { ruleId, day });
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
    await mayPlan(tx, context.now, { record, day, at });
    await keepDay(tx, context.now, { ruleId, day, state: "planned", moved: at });
    await settleDay(tx, context.now, { ruleId, day });
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
