import { sql } from "kysely";
import { areaOf } from "#features/places/server/public.ts";
import { readLevels } from "#features/quotes/server/public.ts";
import type { Actor } from "#kernel/actor.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { localAt, type LocalDate } from "#kernel/local-time.ts";
import { advance } from "#kernel/machine.ts";
import { rows, type Tx } from "#server/db/db.ts";
import { addJobs, type RoomJobs } from "#server/jobs/jobs.ts";
import { type Agenda, agendaOf } from "../domain/agenda.ts";
import type { Open } from "../domain/occurrence.ts";
import { RULE_MACHINE } from "../domain/rule-lifecycle.ts";
import { daysToConsider, keepDay } from "./day-record.ts";
import { failDay, SETTLE_JOB } from "./failed-day.ts";
import { forgetEnded } from "./forget-ended.ts";
import { makeDay } from "./make-day.ts";
import { type RoomContext, systemOf } from "./own-call.ts";
import { lockRule, readRuleRecord, type RuleRecord } from "./rule-record.ts";
import { settleFailed } from "./settle-failed.ts";
import { tellRule } from "./tell.ts";

const MAKE_JOB = "makeRecurring";
/** The reason of a day that went by while no server ran. */
const MISSED = { code: "recurring.missed", facts: {} };
/** Rules that are queued at once. */
const AT_ONCE = 500;

/** Queues a look at rules, once however often it is asked for. */
export const queueRules = (tx: Tx, orgId: string, ids: readonly string[]): Promise<void> =>
  addJobs(
    tx,
    ids.map((id) => ({ name: MAKE_JOB, payload: { orgId, id }, key: `${MAKE_JOB}:${id}` })),
  );

/** Jobs that make the orders of the coming days. */
export function recurringJobs(room: RoomContext): RoomJobs {
  return {
    jobs: {
      [MAKE_JOB]: ({ id }) => lookAt(room, String(id)),
      [SETTLE_JOB]: async ({ id, day, act }) => {
        const settled = {
          ruleId: String(id),
          day: String(day),
          act: act === "skip" ? ("skip" as const) : ("make" as const),
        };
        const by = { actor: systemOf(room.orgId), now: room.clock() };
        await room.db.as(by.actor, (tx) => settleFailed(tx, by, settled));
        if (settled.act === "make") await lookAt(room, settled.ruleId);
      },
      /** Queues every rule that was not looked at today, or since it, the hours or the levels changed. */
      findRecurring: () =>
        room.db.as(systemOf(room.orgId), async (tx) => {
          const area = await areaOf(tx);
          if (!area) return;
          const today = localAt(room.clock(), area.timezone).date;
          const found = await rows(
            tx,
            sql<{ id: string }>`
              select id from recurring_rule
              where org_id = app_org() and state = 'active' and (looked_on is null or looked_on <> ${today})
              order by looked_on nulls first limit ${AT_ONCE}`,
          );
          await queueRules(
            tx,
            room.orgId,
            found.map(({ id }) => id),
          );
        }),
      forgetRecurring: () => room.db.as(systemOf(room.orgId), (tx) => forgetEnded(tx, room.clock())),
      /** Other hours or levels may open a day that was closed: every rule is looked at anew. */
      lookAgain: () =>
        room.db.as(systemOf(room.orgId), async (tx) => {
          await sql`
            update recurring_rule set looked_on = null
            where org_id = app_org() and state = 'active' and looked_on is not null`.execute(tx);
        }),
    },
    reactions: { "area.edited": "lookAgain", "service-levels.edited": "lookAgain" },
    every: { findRecurring: 5, forgetRecurring: "nightly" },
  };
}

interface Look {
  readonly record: RuleRecord;
  readonly agenda: Agenda;
  readonly today: LocalDate;
}

/** Makes everything of a rule that is due, and settles the days that are over. */
async function lookAt(room: RoomContext, id: string): Promise<void> {
  const actor = systemOf(room.orgId);
  const look = await room.db.read(actor, async (tx) => lookOf(room, tx, await readRuleRecord(tx, id)));
  if (!look) return;
  const { record, agenda } = look;
  for (const { day, place } of agenda.due) await makeDay(room, record, { day, window: place.window });
  await room.db.as(actor, async (tx) => {
    const held = await lockRule(tx, id);
    // A rule that was changed meanwhile has a look of its own.
    const after = held.version === record.version ? await lookOf(room, tx, held) : undefined;
    if (after) await settle(tx, after, { actor, now: room.clock() });
  });
}

async function lookOf(room: RoomContext, tx: Tx, record: RuleRecord): Promise<Look | undefined> {
  const { id, state, rule, countedFrom } = record;
  const area = await areaOf(tx);
  if (!area || state !== "active") return undefined;
  const { levels } = await readLevels(tx);
  const open: Open = { hours: area.hours, zone: area.timezone, levels };
  const today = localAt(room.clock(), open.zone).date;
  const kept = await daysToConsider(tx, id, countedFrom);
  return { record, today, agenda: agendaOf({ ...rule, countedFrom }, kept, today, open) };
}

/** Notes what became of the days that are over, and that the rule was looked at. */
async function settle(
  tx: Tx,
  { record, agenda, today }: Look,
  by: { readonly actor: Actor; readonly now: Instant },
): Promise<void> {
  const { id: ruleId, state, rule } = record;
  for (const { day, as } of agenda.past)
    if (as === "closed") await keepDay(tx, by.now, { ruleId, day, state: "closed" });
    else await failDay(tx, by.now, { ruleId, day, reason: MISSED });
  const isOver = rule.until !== null && rule.until < today && agenda.countedFrom >= today;
  await sql`
    update recurring_rule set state = ${isOver ? advance(RULE_MACHINE, state, "run-out") : state},
      ended_at = ${isOver ? toIso(by.now) : null}, counted_from = ${agenda.countedFrom}, looked_on = ${today}
    where org_id = app_org() and id = ${ruleId}`.execute(tx);
  if (isOver || agenda.past.length > 0) await tellRule(tx, by, ruleId);
}
