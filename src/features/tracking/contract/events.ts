import { liveEvent } from "#contract/event.ts";
import { Nothing } from "#contract/schemas.ts";

/** Something about the delivery changed; the holder of a link reads it anew. */
export const trackingChanged = liveEvent("tracking.changed", Nothing);
