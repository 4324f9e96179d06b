import type { CourierStop } from "#features/courier/contract/api.ts";
import type { Entry } from "#kernel/outbox/outbox.ts";
import type { ReadHandover } from "../../contract/handover-qr.ts";
import type { HandoverTerms } from "../../domain/handover-code.ts";

/** Terms with the code that was made of them; kept on the phone until the parcels are given. */
export interface Offer extends HandoverTerms {
  readonly code: string;
}

const head = { v: 1, canUndo: true } as const;

/** The giver's half: one command for each delivery. */
export const givenEntries = (stops: readonly CourierStop[], offer: Offer, draft: string): Entry[] =>
  stops.map(({ deliveryId, taskId, address }) => ({
    ...head,
    type: "handed_over",
    body: { deliveryId, taskId, ...offer },
    deliveryId,
    taskId,
    label: address.label,
    droppedDrafts: [draft],
  }));

/** The taker's half: one command for each delivery that the code names, one for all where its digits were typed. */
export function takenEntries({ code, parcels }: ReadHandover): Entry[] {
  const made = { ...head, type: "taken_over" } as const;
  if (parcels.length === 0)
    return [
      {
        ...made,
        body: { deliveryId: null, taskId: null, code },
        deliveryId: null,
        taskId: null,
        label: code,
      },
    ];
  return parcels.map(({ deliveryId, taskId, stop }) => ({
    ...made,
    body: { deliveryId, taskId, code, ...(stop && { stop }) },
    deliveryId,
    taskId,
    label: stop?.address.label ?? code,
  }));
}
