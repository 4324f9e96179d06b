import { type Faults, withFault } from "#features/reasons/domain/faults.ts";
import type { DeliveryEvent } from "./event.ts";

/** The events with the faults of their outcomes as the organisation sees them. */
export const withOwnFaults = (events: readonly DeliveryEvent[], faults: Faults): DeliveryEvent[] =>
  events.map((event) =>
    "outcome" in event ? { ...event, outcome: withFault(event.outcome, faults) } : event,
  );
