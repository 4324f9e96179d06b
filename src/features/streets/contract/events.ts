import * as z from "zod/mini";
import { liveEvent } from "#contract/event.ts";
import { Id } from "#contract/schemas.ts";

/** A street was closed, made slow, or taken out. */
export const streetHappened = liveEvent("street.*", z.object({ changeId: z.optional(Id) }));
