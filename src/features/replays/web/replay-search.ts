import * as z from "zod/mini";
import { REPLAY_KINDS } from "../domain/lifecycle.ts";
import { SPANS } from "../domain/span.ts";

const date = z._default(z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/)), "");

/** Orders to replay, and the replay that is looked at: all in the address. */
export const ReplaySearch = z.object({
  /** The replay that is shown; empty for none. */
  id: z._default(z.string().check(z.maxLength(40)), ""),
  span: z._default(z.enum(SPANS), "1"),
  from: date,
  to: date,
  /** Empty for every one. */
  level: z._default(z.string().check(z.maxLength(40)), ""),
  zone: z._default(z.string().check(z.maxLength(120)), ""),
  kind: z._default(z.enum(REPLAY_KINDS), "more"),
});
export type ReplaySearch = z.output<typeof ReplaySearch>;
