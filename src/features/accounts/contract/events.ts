import * as z from "zod/mini";
import { liveEvent } from "#contract/event.ts";

/** Sessions of a person were ended; whoever shows devices reads them anew. */
export const sessionsEnded = liveEvent("person.sessions-ended", z.looseObject({}));
/** Something happened to an invitation; whoever shows them reads them anew. */
export const invitationHappened = liveEvent("invitation.*", z.looseObject({}));
