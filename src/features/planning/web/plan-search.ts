import * as z from "zod/mini";

const id = z._default(z.string().check(z.regex(/^([0-9a-f-]{36})?$/i)), "");

/** Search parameters of the plan's page. */
export const PlanSearch = z.object({
  /** The plan that is shown; the newest where none is named. */
  plan: id,
  /** Another plan to compare it with. */
  with: id,
  /** An improvement of what is planned is begun when the page opens. */
  improve: z._default(z.string().check(z.regex(/^1?$/)), ""),
  /** Deliveries that alone may change, by their ids. */
  ids: z._default(z.string().check(z.maxLength(8000), z.regex(/^([0-9a-f-]{36}(,[0-9a-f-]{36})*)?$/i)), ""),
});
export type PlanSearch = z.output<typeof PlanSearch>;
