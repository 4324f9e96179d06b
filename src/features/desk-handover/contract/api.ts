import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, Note } from "#contract/schemas.ts";
import { Delivery } from "#features/deliveries/contract/shapes.ts";

const Courier = z.strictObject({ id: Id, name: z.string() });

/** Everything that handing parcels over at the desk needs. */
export const HandOverSheet = z.strictObject({
  /** Version to hand over by. */
  version: z.int(),
  number: z.string(),
  /** Courier who has the parcels. */
  from: Courier,
  /** Everybody else who rides, those on duty first. */
  couriers: z.array(z.strictObject({ ...Courier.shape, onDuty: z.boolean() })),
});
export type HandOverSheet = z.output<typeof HandOverSheet>;

export const deskHandoverApi = {
  readHandOver: endpoint({
    id: "readHandOver",
    method: "GET",
    path: "/api/deliveries/:id/hand-over",
    needs: "route:plan",
    summary: "Courier who has the parcels, and those to whom they can be handed over",
    input: z.strictObject({ id: Id }),
    reply: HandOverSheet,
    refusals: ["deliveries.not-found", "custody.not-held"],
  }),
  handOver: endpoint({
    id: "handOver",
    method: "POST",
    path: "/api/deliveries/:id/hand-over",
    needs: "route:plan",
    summary:
      "Give parcels in a courier's hands to another courier, with the stop; both get the note on their phones",
    input: z.strictObject({
      id: Id,
      /** Version of the delivery that the desk saw. */
      version: z.int(),
      courierId: Id,
      note: Note.check(z.minLength(1)),
    }),
    reply: Delivery,
    refusals: [
      "deliveries.not-found",
      "deliveries.changed-meanwhile",
      "custody.not-held",
      "custody.own-code",
      "dispatch.courier-unknown",
      "messages.courier-unknown",
    ],
  }),
};
