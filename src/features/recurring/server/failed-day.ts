import { sql } from "kysely";
import { closeException, type LaterActs, openException } from "#features/exceptions/server/public.ts";
import type { Instant } from "#kernel/instant.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import { first, type Tx } from "#server/db/db.ts";
import { addJobs } from "#server/jobs/jobs.ts";
import type { Day } from "../contract/api.ts";
import { daysWhere, keepDay, type WrittenDay } from "./day-record.ts";

export const SETTLE_JOB = "settleRecurring";
const keyOf = (ruleId: string, day: LocalDate): string => `recurring:${ruleId}:${day}`;

type Failed = Pick<WrittenDay, "ruleId" | "day" | "window"> & { readonly reason: NonNullable<Day["reason"]> };

/** Keeps a day that could not be made, and opens it among the exceptions of the office. */
export async function failDay(tx: Tx, now: Instant, { reason, ...of }: Failed): Promise<void> {
  const { ruleId, day } = of;
  if (!(await keepDay(tx, now, { ...of, state: "failed", reason }))) return;
  await openException(tx, {
    kind: "day_not_made",
    key: keyOf(ruleId, day),
    deliveryId: null,
    taskId: null,
    courierId: null,
    happenedAt: now,
    facts: { ...reason.facts, code: reason.code, ruleId, day },
    command: null,
  });
}

/** Closes what a person settled on the rule's own page. */
export const settleDay = (tx: Tx, now: Instant, { ruleId, day }: Pick<Failed, "ruleId" | "day">) =>
  closeException(tx, keyOf(ruleId, day), now);

/** Days of a rule that ended are nobody's work any more. */
export async function settleAll(tx: Tx, now: Instant, ruleId: string): Promise<void> {
  const failed = await daysWhere(tx, sql`g.rule_id = ${ruleId} and g.state = 'failed'`);
  for (const { day } of failed) await settleDay(tx, now, { ruleId, day });
}

/**
 * Resolutions of the office. The day is settled by a job of the same transaction: a rule is held before its exceptions, and here
 * the exception is held already.
 */
const settleBy =
  (act: "make" | "skip"): NonNullable<LaterActs["make-again"]> =>
  async (tx, { facts: { ruleId, day } }) => {
    const row = await first(tx, sql<{ orgId: string }>`select app_org() as "orgId"`);
    if (!row) throw new Error("a transaction without an organisation");
    const payload = { orgId: row.orgId, id: ruleId, day, act };
    await addJobs(tx, [{ name: SETTLE_JOB, payload, key: `${SETTLE_JOB}:${ruleId}:${day}` }]);
  };
export const recurringActs: LaterActs = { "make-again": settleBy("make"), "skip-day": settleBy("skip") };
