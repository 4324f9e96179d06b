import * as z from "zod/mini";

/** `add=later`: rules that price another try and the way back go into the draft, where they are missing. */
export const PricesSearch = z.object({ add: z._default(z.enum(["", "later"]), "") });
export type PricesSearch = z.output<typeof PricesSearch>;
