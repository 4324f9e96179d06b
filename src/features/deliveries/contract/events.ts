import * as z from "zod/mini";
import { liveEvent } from "#contract/event.ts";
import { Id } from "#contract/schemas.ts";
import { DeliveryState } from "./shapes.ts";

/**
 * Anything that happened to a delivery: `delivery.created`, `delivery.collected`, `delivery.delivered` …
 * Readers fetch what they show of it anew; further facts depend on the type.
 */
export const deliveryHappened = liveEvent(
  "delivery.*",
  z.looseObject({ deliveryId: Id, state: DeliveryState, version: z.int() }),
);
