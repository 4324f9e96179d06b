import * as z from "zod/mini";
import { WAITS_FOR } from "../domain/keeping.ts";

/** Search, filter and the parcels that are being handed out: all in the address. */
export const HubSearch = z.object({
  q: z._default(z.string().check(z.maxLength(120)), ""),
  waits: z._default(z.enum(["", ...WAITS_FOR]), ""),
  id: z._default(z.string().check(z.maxLength(36)), ""),
});
export type HubSearch = z.output<typeof HubSearch>;
