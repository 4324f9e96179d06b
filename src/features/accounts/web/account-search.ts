import * as z from "zod/mini";

/** What the account page asks at once when it is opened: whether to sign out everywhere, or nothing. */
export const AccountSearch = z.object({
  ask: z._default(z.enum(["", "everywhere"]), ""),
});
export type AccountSearch = z.output<typeof AccountSearch>;
