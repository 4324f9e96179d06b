import * as z from "zod/mini";
import { GIVEN_ROLES } from "#kernel/actor.ts";

/** Search parameters of the list: the text searched and the role shown. */
export const PeopleSearch = z.object({
  q: z._default(z.string(), ""),
  role: z._default(z.enum([...GIVEN_ROLES, "all"]), "all"),
});
export type PeopleSearch = z.output<typeof PeopleSearch>;
