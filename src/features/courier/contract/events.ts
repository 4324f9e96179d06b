import * as z from "zod/mini";
import { liveEvent } from "#contract/event.ts";

/** A message to a courier was sent, taken back, seen or acknowledged. */
export const messageHappened = liveEvent("message.*", z.looseObject({}));
