import type { SearchSchema } from "#web/shell/pages.ts";

/** The flow's steps in order; the address's search names the current one, so that Back goes a step back. */
export const STEPS = ["trip", "contact", "pay"] as const;
export type BookStep = (typeof STEPS)[number];

/** Reads one word without a schema: the first view then needs no parser of schemas. */
export const BookSearch: SearchSchema<{ step: BookStep }> = {
  safeParse: (input) => {
    const asked: unknown = Reflect.get(Object(input), "step");
    return { success: true, data: { step: STEPS.find((step) => step === asked) ?? "trip" } };
  },
};

/** The step after this one; the last stays. */
export const stepAfter = (step: BookStep): BookStep =>
  STEPS[Math.min(STEPS.indexOf(step) + 1, STEPS.length - 1)] ?? step;
