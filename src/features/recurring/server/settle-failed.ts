import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import { advance } from "#kernel/machine.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import { RULE_MACHINE } from "../domain/rule-lifecycle.ts";
import { dayOf, keepDay } from "./day-record.ts";
import { failDay } from "./failed-day.ts";
import { mayPlan } from "./may-plan.ts";
import { lockRule } from "./rule-record.ts";
import { tellRule } from "./tell.ts";

interface Settled {
  readonly ruleId: string;
  readonly day: LocalDate;
  readonly act: "make" | "skip";
}

/** Leaves a failed day out, or wants it again; one that cannot be wanted any more fails once more, and says why. */
export async function settleFailed(
  tx: Tx,
  by: { readonly actor: Actor; readonly now: Instant },
  { ruleId, day, act }: Settled,
): Promise<void> {
  const record = await lockRule(tx, ruleId);
  // A person was faster on the rule's page.
  if ((await dayOf(tx, ruleId, day))?.state !== "failed") return;
  if (act === "skip") await keepDay(tx, by.now, { ruleId, day, state: "skipped" });
  else {
    try {
      advance(RULE_MACHINE, record.state, "change-day");
      await mayPlan(tx, by.now, { record, day, at: null });
      await keepDay(tx, by.now, { ruleId, day, state: "planned", moved: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await failDay(tx, by.now, { ruleId, day, reason: { code: error.code, facts: { ...error.facts } } });
    }
  }
  await tellRule(tx, by, ruleId);
}
