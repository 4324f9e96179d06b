import * as z from "zod/mini";

const SCRIPT_OUTCOMES = [
  "loaded",
  "offline",
  "timeout",
  "blocked",
  "network",
  "csp",
  "no-global",
  "foreign-global",
  "wrong-version",
] as const;

export const SCRIPT_NEWS_PATH = "/api/payment-script";

/** The report of one load: nothing of the person, the order or the address. */
export const ScriptNews = z.strictObject({
  outcome: z.enum(SCRIPT_OUTCOMES),
  attempts: z.int().check(z.minimum(1), z.maximum(9)),
  /** Until it was there or given up. */
  ms: z.int().check(z.minimum(0), z.maximum(86_400_000)),
});
export type ScriptNews = z.output<typeof ScriptNews>;
