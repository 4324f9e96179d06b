import { Refusal } from "#kernel/refusal.ts";
import type { DeliveryState } from "#features/deliveries/domain/delivery.ts";
import type { FieldChange } from "#features/deliveries/domain/edits.ts";
import { stateOf } from "#features/deliveries/domain/state.ts";

/** True where parcels are with us, so that they could be disposed of. */
export const mayAgree = ({ custody, closedAs }: Pick<DeliveryState, "custody" | "closedAs">): boolean =>
  closedAs === null && (custody === "courier" || custody === "hub");

/**
 * Decides what the sender's word changes; the same word again is no change.
 *
 * @throws Refusal `deliveries.wrong-state` while parcels are not with us
 */
export function disposalChanges(
  delivery: DeliveryState,
  { agreed, reason }: { readonly agreed: boolean; readonly reason: string },
): FieldChange[] {
  if (!mayAgree(delivery))
    throw new Refusal("deliveries.wrong-state", { state: stateOf(delivery), command: "dispose" });
  const to = agreed ? "dispose" : "return_to_sender";
  const from = delivery.undeliverableAction;
  if (agreed ? from === "dispose" : from !== "dispose") return [];
  return [
    { field: "disposal", from, to },
    { field: "disposal-reason", from: null, to: reason },
  ];
}
