import * as z from "zod/mini";
import { liveEvent } from "#contract/event.ts";

/** Shifts, wishes or means of a courier changed; pages that show them read them anew. */
export const shiftHappened = liveEvent("shift.*", z.looseObject({}));
/** Vehicles of the company changed. */
export const vehicleHappened = liveEvent("vehicle.*", z.looseObject({}));
