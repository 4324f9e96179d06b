import * as z from "zod/mini";
import { PAYMENT_GROUPS } from "../../contract/payment-groups.ts";

/** Which payments are listed; in the address, so that a link and Back find the place. */
export const MoneySearch = z.object({ group: z._default(z.enum(PAYMENT_GROUPS), "all") });
export type MoneySearch = z.output<typeof MoneySearch>;
