import * as z from "zod/mini";
import { liveEvent } from "./event.ts";

/**
 * A session of this person ended at the provider or by our own command; without `sid`, perhaps all of them. Sent
 * to that person only.
 */
export const sessionEnded = liveEvent("session.ended", z.object({ sid: z.optional(z.string()) }));
