import * as z from "zod/mini";
import { liveEvent } from "#contract/event.ts";

/** An offer was made, answered or ended. Readers fetch anew what they show of it. */
export const offerHappened = liveEvent("offer.*", z.looseObject({}));
