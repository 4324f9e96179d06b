import * as z from "zod/mini";
import { PAYMENT_GROUPS } from "../../contract/payment-groups.ts";

/** Which payments are listed; in the address, so that a link and Back find the place. */
export const MoneySearch = z.object({
  group: z._default(z.enum(PAYMENT_GROUPS), "all"),
  q: z._default(z.string(), ""),
  from: z._default(z.string(), ""),
  to: z._default(z.string(), ""),
});
export type MoneySearch = z.output<typeof MoneySearch>;
export const NO_SEARCH = { q: "", from: "", to: "" } as const satisfies Partial<MoneySearch>;
