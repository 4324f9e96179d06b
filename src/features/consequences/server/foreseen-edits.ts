import { notPossible, whyNot } from "#features/choices/domain/decide-choice.ts";
import { aboutOf } from "#features/choices/server/public.ts";
import { handoverChanges } from "#features/deliveries/domain/edits.ts";
import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import type { ForeseenAct } from "#features/delivery-pages/domain/foreseen-acts.ts";
import { disposalChanges } from "#features/edits/domain/disposal.ts";
import type { TxContext } from "#server/db/tx-context.ts";

/** Acts of the office that are no command of the delivery: what somebody agreed to is written down. */
type WrittenAct = Extract<ForeseenAct, "leave" | "disposal">;

export const isWritten = (act: ForeseenAct): act is WrittenAct => act === "leave" || act === "disposal";

/** Leaving with a neighbour and at a safe place follow the same rules. */
const LEFT = { how: "neighbour", place: "?" } as const;

/**
 * The delivery as a word that is written down would leave it. The word about disposal turns into its opposite.
 *
 * @throws Refusal as the act itself: `choices.not-possible`, `deliveries.too-late-to-edit`, `deliveries.wrong-state`
 */
export async function foreseeWritten(
  context: TxContext,
  before: DeliveryRecord,
  act: WrittenAct,
): Promise<DeliveryRecord> {
  if (act === "disposal") {
    const agreed = before.undeliverableAction !== "dispose";
    disposalChanges(before, { agreed, reason: "?" });
    return { ...before, undeliverableAction: agreed ? "dispose" : "return_to_sender" };
  }
  const why = whyNot(LEFT.how, await aboutOf(context, before));
  if (why) throw notPossible(LEFT.how, why);
  handoverChanges(before, LEFT);
  return { ...before, handover: LEFT };
}
