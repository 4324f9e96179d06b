import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, Money } from "#contract/schemas.ts";
import { DeliveryState } from "#features/deliveries/contract/shapes.ts";
import { CUSTODIES } from "#features/deliveries/domain/delivery.ts";
import { AUDIENCES, NOTICES, WAYS } from "#features/notices/domain/notices.ts";
import { FORESEEN_ACTS } from "#features/delivery-pages/domain/foreseen-acts.ts";
import { MONEY_CHANGES } from "../domain/money-changes.ts";

const Told = z.strictObject({
  audience: z.enum(AUDIENCES),
  way: z.enum(WAYS),
  notice: z.enum(NOTICES),
  /** It says that the last one was wrong. */
  corrects: z.boolean(),
  /** Minutes that it waits, so that the act can be undone. */
  waitsMinutes: z.number(),
  /** Whoever has the address switched notices off: nothing is sent. */
  isOff: z.boolean(),
});

/** An act as it would turn out now. */
export const Consequences = z.strictObject({
  /** Version of the delivery that they were computed from. */
  version: z.int(),
  /** The delivery after it. */
  state: DeliveryState,
  custody: z.enum(CUSTODIES),
  /** Couriers from whose day a stop goes; `push`: a device of theirs says so at once. */
  couriers: z.array(z.strictObject({ name: z.string(), push: z.boolean() })),
  /** Courier to whom the stop goes; null where it goes to none. */
  givenTo: z.nullable(z.strictObject({ name: z.string(), push: z.boolean() })),
  told: z.array(Told),
  /** Notices that wait and would not be sent any more. */
  dropped: z.array(Told),
  money: z.array(z.strictObject({ what: z.enum(MONEY_CHANGES), amount: Money })),
});
export type Consequences = z.output<typeof Consequences>;

export const consequencesApi = {
  readConsequences: endpoint({
    id: "readConsequences",
    method: "GET",
    path: "/api/deliveries/:id/consequences",
    needs: "delivery:handle",
    summary:
      "Consequences of an act on a delivery before it is done: parcels, couriers, who is told, what the sender pays",
    input: z.strictObject({
      id: Id,
      act: z.enum(FORESEEN_ACTS),
      /** Courier to whom the parcels are handed over. */
      courierId: z.optional(Id),
      /** Task whose outcome is corrected, or that goes to a courier who took its parcels over already. */
      taskId: z.optional(Id),
      /** Code of the reason of a correction to failed. */
      reason: z.optional(z.string().check(z.maxLength(50))),
    }),
    reply: Consequences,
    refusals: [
      "deliveries.not-found",
      "deliveries.wrong-state",
      "deliveries.wrong-custody",
      "deliveries.reason-unknown",
      "deliveries.other-courier-begun",
      "deliveries.no-attempts-left",
      "deliveries.too-late-to-edit",
      "choices.not-possible",
      "custody.not-held",
      "custody.own-code",
      "dispatch.courier-unknown",
    ],
    limitPerMinute: 120,
  }),
};
