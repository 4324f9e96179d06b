import * as z from "zod/mini";
import { liveEvent } from "#contract/event.ts";

/** Sessions of a person were ended; pages that show devices read them anew. */
export const sessionsEnded = liveEvent("person.sessions-ended", z.looseObject({}));
/** An invitation changed; pages that show invitations read them anew. */
export const invitationHappened = liveEvent("invitation.*", z.looseObject({}));
