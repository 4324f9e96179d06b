import * as z from "zod/mini";
import { liveEvent } from "#contract/event.ts";
import { Id, LocalDate } from "#contract/schemas.ts";
import { LivePosition } from "./api.ts";

/** A route was edited: whose, to which revision, by whom. */
export const routeRevised = liveEvent(
  "route.revised",
  z.strictObject({
    routeId: Id,
    courierId: Id,
    date: LocalDate,
    revision: z.int(),
    by: z.nullable(z.string()),
  }),
);

/** A courier saw a revision of their route. */
export const routeAcknowledged = liveEvent(
  "route.acknowledged",
  z.strictObject({ routeId: Id, courierId: Id, date: LocalDate, ackRevision: z.int() }),
);

/** Positions since the last message. Fleeting: never stored in the event table, has no resume cursor. */
export const positionsMoved = liveEvent(
  "positions.moved",
  z.strictObject({ positions: z.array(LivePosition) }),
);

/** A courier came on or went off duty. */
export const dutyChanged = liveEvent("duty.changed", z.strictObject({ courierId: Id, onDuty: z.boolean() }));
