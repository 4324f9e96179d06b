import * as z from "zod/mini";

/** Search parameters of the form: the order that is entered again. */
export const EntrySearch = z.object({
  same: z._default(z.string().check(z.regex(/^[\da-f-]{0,36}$/)), ""),
});
export type EntrySearch = z.output<typeof EntrySearch>;
