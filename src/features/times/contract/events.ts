import * as z from "zod/mini";
import { liveEvent } from "#contract/event.ts";
import { Id } from "#contract/schemas.ts";

/** Predicted arrivals of a courier's route changed; a recipient is not told whose. Fleeting: it has no resume cursor. */
export const timesChanged = liveEvent("times.changed", z.looseObject({ courierId: z.optional(Id) }));

/** Somebody said when a stop begins, or took it back. */
export const timesSaid = liveEvent("times.said", z.looseObject({ courierId: z.optional(Id) }));
