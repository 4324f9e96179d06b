import * as z from "zod/mini";

/** Dialog that the account page opens with: signing out everywhere, or none. */
export const AccountSearch = z.object({
  ask: z._default(z.enum(["", "everywhere"]), ""),
});
export type AccountSearch = z.output<typeof AccountSearch>;
