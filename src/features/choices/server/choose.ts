import type { ParsedOf } from "#contract/endpoint.ts";
import { latest, isPending } from "#features/deliveries/domain/delivery.ts";
import { decideEdit, handoverChanges } from "#features/deliveries/domain/edits.ts";
import { lockDelivery, readDelivery, runCommand, writeEdits } from "#features/deliveries/server/public.ts";
import type { DeliveryRecord, Who } from "#features/deliveries/server/public.ts";
import { dropPin, givePin } from "#features/proofs/server/public.ts";
import { asksForPin } from "#features/proofs/domain/needs.ts";
import { DEFAULT_NEEDS } from "#features/proofs/domain/policy.ts";
import { needsWith } from "#features/proofs/domain/handover.ts";
import type { Handover } from "#features/proofs/domain/handover.ts";
import { linkBy } from "#features/tracking/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce } from "#server/db/commands.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { instantIn } from "#server/http/instant-in.ts";
import { derivedId } from "#server/ids.ts";
import type { Choices, choicesApi } from "../contract/api.ts";
import { CHOICES_PER_HOUR } from "../domain/choice.ts";
import type { Choice, MadeChoice } from "../domain/choice.ts";
import { notPossible, planOf } from "../domain/decide-choice.ts";
import type { Plan } from "../domain/decide-choice.ts";
import { aboutWithPlaces, shownChoices } from "./about.ts";
import { choicesOf, choicesSince, keepChoice } from "./choice-rows.ts";

/** The recipient whom a link stands for. */
export const recipientOf = ({ actor, now }: Pick<Context, "actor" | "now">, deliveryId: string): Who => ({
  actor: { kind: "recipient", orgId: actor.orgId, roles: [], deliveryId },
  scope: "own",
  now,
});

/** The delivery for which this call's link acts. @throws Refusal `tracking.unknown-link`, `choices.view-only` */
async function actsFor(tx: Tx, { trackingToken, now }: Context): Promise<string> {
  const { deliveryId, kind } = await linkBy(tx, trackingToken, now);
  if (kind !== "act") throw new Refusal("choices.view-only");
  return deliveryId;
}

/** Reads what the recipient can choose now. @throws Refusal `tracking.unknown-link`, `choices.view-only` */
export const readChoices = (context: Context): Promise<Choices> =>
  context.db.read(context.actor, async (tx) => shownAfter(tx, context, await actsFor(tx, context)));

async function shownAfter(tx: Tx, { actor, now }: Context, deliveryId: string): Promise<Choices> {
  const delivery = await readDelivery(tx, deliveryId);
  if (!delivery) throw new Refusal("tracking.unknown-link");
  return shownChoices(
    await aboutWithPlaces({ tx, orgId: actor.orgId, now }, delivery),
    await choicesOf(tx, deliveryId),
  );
}

/**
 * Carries out a choice, once for the call's key: the commands and edits that a dispatcher would use, in one transaction.
 *
 * @throws Refusal `tracking.unknown-link`, `choices.view-only`, `deliveries.changed-meanwhile`, `choices.too-many`, and as
 * `planOf`, `decide` and `decideEdit`
 */
export function choose(asked: ParsedOf<typeof choicesApi.choose>, context: Context): Promise<Choices> {
  const { actor, now } = context;
  const wish = { type: "recipient.choose", body: { choice: asked.choice } };
  return actOnce(context, wish, async (tx, before) => {
    if (before.version !== asked.version)
      throw new Refusal("deliveries.changed-meanwhile", { version: before.version });
    if ((await choicesSince(tx, before.id, now)) >= CHOICES_PER_HOUR) throw new Refusal("choices.too-many");
    const choice = choiceOf(asked.choice);
    const about = await aboutWithPlaces({ tx, orgId: actor.orgId, now }, before);
    const made = await carryOut(tx, { context, before, choice, plan: planOf(choice, about) });
    await keepChoice(tx, before.id, made);
  });
}

/** Does what the holder of a link asks for, once for the call's key, with the delivery locked. @returns what stands then */
export function actOnce(
  context: Context,
  { type, body }: { readonly type: string; readonly body: Readonly<Record<string, unknown>> },
  work: (tx: Tx, before: DeliveryRecord) => Promise<void>,
): Promise<Choices> {
  const { actor, now, key } = context;
  return context.db.as(actor, async (tx) => {
    const deliveryId = await actsFor(tx, context);
    const command = {
      commandId: key,
      occurredAt: now,
      type,
      aggregateId: deliveryId,
      body: { deliveryId, ...body },
    };
    if (await acceptOnce(tx, actor, now, command)) {
      const before = await lockDelivery(tx, deliveryId);
      if (!before) throw new Refusal("tracking.unknown-link");
      await work(tx, before);
    }
    return shownAfter(tx, context, deliveryId);
  });
}

const choiceOf = (choice: ParsedOf<typeof choicesApi.choose>["choice"]): Choice =>
  choice.kind === "window"
    ? {
        kind: "window",
        window: {
          start: instantIn(choice.window.start, "choice.window.start"),
          end: instantIn(choice.window.end, "choice.window.end"),
        },
      }
    : choice;

interface Work {
  readonly context: Context;
  /** Locked by this transaction. */
  readonly before: DeliveryRecord;
  readonly choice: Choice;
  readonly plan: Plan;
}

async function carryOut(tx: Tx, { context, before, choice, plan }: Work): Promise<MadeChoice> {
  const { now, key } = context;
  const who = recipientOf(context, before.id);
  for (const type of plan.steps) {
    const head = { commandId: derivedId(key, type), occurredAt: now };
    await runCommand(tx, who, {
      deliveryId: before.id,
      command: type === "unassign" ? { ...head, type, taskIds: plan.taskIds } : { ...head, type, note: null },
    });
  }
  const planned = (await readDelivery(tx, before.id)) ?? before;
  const changes = await edit(tx, { who, key }, planned, plan);
  if (plan.steps.length === 0 && changes.length === 0) throw notPossible(choice.kind, "same");
  const owner = before.tasks.find(({ id }) => plan.taskIds.includes(id))?.courierId;
  return {
    id: key,
    choice,
    taskId:
      (latest(planned, choice.kind === "return" ? "return" : "deliver") ?? planned.tasks.find(isPending))
        ?.id ?? null,
    changes,
    steps: plan.steps,
    lost: owner ? { courierId: owner, taskIds: plan.taskIds } : null,
    chosenAt: now,
    takenBackAt: null,
    replacedBy: null,
  };
}

interface Author {
  readonly who: Who;
  readonly key: string;
}

/** Writes window, note and handover as one edit. @returns what it changed */
async function edit(
  tx: Tx,
  { who, key }: Author,
  before: DeliveryRecord,
  { wish, handover }: Pick<Plan, "wish" | "handover">,
): Promise<MadeChoice["changes"]> {
  const edited = decideEdit(before, wish, who.now);
  const wished = handover === undefined ? before.handover : handover;
  const changes = [...edited.changes, ...handoverChanges(before, wished)];
  if (changes.length === 0) return [];
  await writeEdits(tx, { ...who, key }, [
    { before, edited: { after: { ...edited.after, handover: wished }, changes } },
  ]);
  await keepPin(tx, before, wished);
  return changes;
}

/** Gives the delivery a PIN where the handover asks for one, and takes it away where nothing does. */
export async function keepPin(
  tx: Tx,
  { id, bookedNeeds }: DeliveryRecord,
  handover: Handover | null,
): Promise<void> {
  const needs = needsWith(bookedNeeds, handover) ?? DEFAULT_NEEDS;
  if (asksForPin(needs.deliver.succeed)) await givePin(tx, id, needs);
  else await dropPin(tx, id);
}
