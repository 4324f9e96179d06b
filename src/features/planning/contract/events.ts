import * as z from "zod/mini";
import { liveEvent } from "#contract/event.ts";
import { Id, LocalDate } from "#contract/schemas.ts";
import { PlanProgress, PlanState } from "./plans.ts";

/** A plan was started, ended, published or undone. */
export const planChanged = liveEvent(
  "plan.changed",
  z.strictObject({ planId: Id, date: LocalDate, state: PlanState }),
);

/** The best plan so far of a run. Fleeting: it has no resume cursor, and the run itself holds the newest. */
export const planProgressed = liveEvent(
  "plan.progressed",
  z.strictObject({ planId: Id, progress: PlanProgress }),
);
