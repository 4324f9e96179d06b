import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id } from "#contract/schemas.ts";
import { DeliveryRow } from "#features/deliveries/contract/shapes.ts";

/** Most deliveries and most couriers of one answer. */
export const FOUND_SHOWN = 8;

export const FoundCourier = z.strictObject({ id: Id, name: z.string() });

export const findApi = {
  find: endpoint({
    id: "find",
    method: "GET",
    path: "/api/find",
    needs: "route:plan",
    summary:
      "Deliveries by number, parcel's code, name, address or the last digits of a phone number, and couriers",
    input: z.strictObject({ q: z.string().check(z.trim(), z.minLength(2), z.maxLength(120)) }),
    reply: z.strictObject({
      deliveries: z.array(DeliveryRow).check(z.maxLength(FOUND_SHOWN)),
      couriers: z.array(FoundCourier).check(z.maxLength(FOUND_SHOWN)),
      /** There are more deliveries than these. */
      more: z.boolean(),
    }),
    refusals: [],
    limitPerMinute: 240,
  }),
} as const;
