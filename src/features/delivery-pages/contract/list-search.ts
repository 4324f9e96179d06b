import * as z from "zod/mini";

const date = z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/));

/** Search, filters, order and how far the list was read: all in the address, so that a link and Back find the place. */
export const ListSearch = z.object({
  q: z._default(z.string().check(z.maxLength(120)), ""),
  states: z._default(z.string().check(z.regex(/^[a-z_,]*$/)), ""),
  courier: z._default(z.string().check(z.maxLength(40)), ""),
  from: z._default(date, ""),
  to: z._default(date, ""),
  sort: z._default(z.enum(["window", "created", "number"]), "created"),
  order: z._default(z.enum(["asc", "desc"]), "desc"),
  pages: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(40)), 1),
});
export type ListSearch = z.output<typeof ListSearch>;

export const NO_FILTER = { q: "", states: "", courier: "", from: "", to: "", pages: 1 } as const;
export const isFiltered = (search: ListSearch): boolean =>
  search.q !== "" || search.states !== "" || search.courier !== "" || search.from !== "" || search.to !== "";

export const statesOf = (search: ListSearch): string[] => search.states.split(",").filter(Boolean);
