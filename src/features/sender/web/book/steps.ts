import * as z from "zod/mini";

/** The flow's steps in order; the address's search names the current one, so that Back goes a step back. */
export const STEPS = ["trip", "contact", "pay"] as const;
export type BookStep = (typeof STEPS)[number];

export const BookSearch = z.object({ step: z._default(z.enum(STEPS), "trip") });

/** The step after this one; the last stays. */
export const stepAfter = (step: BookStep): BookStep =>
  STEPS[Math.min(STEPS.indexOf(step) + 1, STEPS.length - 1)] ?? step;
