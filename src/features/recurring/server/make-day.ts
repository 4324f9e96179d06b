import { makeQuote } from "#features/quotes/server/public.ts";
import { enterNew } from "#features/order-entry/server/public.ts";
import type { QuoteRequest } from "#features/quotes/contract/api.ts";
import { toIso } from "#kernel/instant.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Window } from "#kernel/window.ts";
import { acceptOnce } from "#server/db/commands.ts";
import type { Tx } from "#server/db/db.ts";
import { isOutOfReach } from "#server/db/out-of-reach.ts";
import { failpoint } from "#server/failpoint.ts";
import type { Context } from "#server/http/route.ts";
import { Written } from "#server/http/written.ts";
import { newId } from "#server/ids.ts";
import type { Day, Rule } from "../contract/api.ts";
import { dayOf, keepDay } from "./day-record.ts";
import { failDay } from "./failed-day.ts";
import { ownCall, type RoomContext } from "./own-call.ts";
import { lockRule, type RuleRecord } from "./rule-record.ts";
import { tellRule } from "./tell.ts";

export interface DueDay {
  readonly day: LocalDate;
  readonly window: Window;
}

/**
 * Makes the order of one day, or notes why it cannot be made.
 *
 * @param record the rule as the day was placed by it: one that changed since makes nothing
 */
export async function makeDay(room: RoomContext, record: RuleRecord, due: DueDay): Promise<void> {
  const call = ownCall(room, record);
  try {
    await enterDay(room, call, { record, due });
  } catch (error) {
    const reason = reasonOf(room, error);
    await call.db.as(call.actor, async (tx) => {
      if (!(await isStillDue(tx, record, due.day))) return;
      await failDay(tx, call.now, { ruleId: record.id, ...due, reason });
      await tellRule(tx, call, record.id);
    });
  }
}

interface Making {
  readonly record: RuleRecord;
  readonly due: DueDay;
}

/** Enters the order as the desk does. The day and its order are written in one transaction, under the rule's lock. */
async function enterDay(room: RoomContext, call: Context, { record, due }: Making): Promise<void> {
  const { actor, db, now } = call;
  const { id: ruleId, rule } = record;
  const { day, window } = due;
  const made = await makeQuote(room.pricing, requestOf(rule, window), call);
  const quote = made instanceof Written ? made.parsed() : made;
  failpoint("recurring.quoted");
  await db.as(actor, async (tx) => {
    if (!(await isStillDue(tx, record, day))) return;
    const orderId = newId(now);
    // The quote was a command of its own.
    const entering = { ...call, key: newId(now) };
    const { sender, recipient, way, payerId } = rule;
    const { id: quoteId, requestHash } = quote;
    const asked = { quoteId, requestHash, sender, recipient, way, payerId };
    const command = {
      commandId: entering.key,
      type: "recurring.make",
      aggregateId: orderId,
      occurredAt: now,
    };
    await acceptOnce(tx, actor, now, { ...command, body: { ruleId, day } });
    await enterNew(tx, entering, { id: orderId, ways: room.ways, asked });
    failpoint("recurring.entered");
    await keepDay(tx, now, { ruleId, day, window, state: "made", orderId });
    await tellRule(tx, call, ruleId);
    failpoint("recurring.kept");
  });
}

/** Holds the rule, and says whether the day is still to be made by it. */
async function isStillDue(tx: Tx, { id, version }: RuleRecord, day: LocalDate): Promise<boolean> {
  const now = await lockRule(tx, id);
  if (now.state !== "active" || now.version !== version) return false;
  return ((await dayOf(tx, id, day))?.state ?? "planned") === "planned";
}

const requestOf = (
  { pickup, dropoff, parcels, serviceLevel }: Rule,
  { start, end }: Window,
): QuoteRequest => ({
  pickup,
  dropoff,
  parcels,
  serviceLevel,
  window: { start: toIso(start), end: toIso(end) },
});

/**
 * A refusal as it is kept. A failure on our side is kept, too, so that the page shows it; the trace goes to the log.
 *
 * @throws the error itself where the database is out of reach: then the job is tried again
 */
function reasonOf({ log }: RoomContext, error: unknown): NonNullable<Day["reason"]> {
  if (error instanceof Refusal) return { code: error.code, facts: { ...error.facts } };
  if (isOutOfReach(error)) throw error;
  const facts = error instanceof Error ? { message: error.message, stack: error.stack } : String(error);
  log.error({ error: facts }, "a delivery of a standing order could not be made");
  return { code: "http.internal", facts: {} };
}
