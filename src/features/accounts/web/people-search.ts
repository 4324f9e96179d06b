import * as z from "zod/mini";
import { ROLES } from "#kernel/actor.ts";

/** What the address says about the list: what was searched and which role is shown. */
export const PeopleSearch = z.object({
  q: z._default(z.string(), ""),
  role: z._default(z.enum([...ROLES, "all"]), "all"),
});
export type PeopleSearch = z.output<typeof PeopleSearch>;
