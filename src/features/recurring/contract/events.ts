import * as z from "zod/mini";
import { liveEvent } from "#contract/event.ts";

/** A standing order, or one of its days, changed: pages that show it read it anew. */
export const recurringChanged = liveEvent("recurring.changed", z.looseObject({ ruleId: z.string() }));
