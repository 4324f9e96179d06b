import * as z from "zod/mini";
import { EXCEPTION_KINDS } from "../domain/kinds.ts";

/** Filters of the queue, and the exception that is open beside it; all in the address. */
export const QueueSearch = z.object({
  group: z._default(z.enum(["open", "resolved"]), "open"),
  kind: z._default(z.enum(["", ...EXCEPTION_KINDS]), ""),
  owner: z._default(z.enum(["", "me"]), ""),
  id: z._default(z.string().check(z.maxLength(36)), ""),
});
export type QueueSearch = z.output<typeof QueueSearch>;

/** The address of one exception in the queue as it is filtered. */
export function hrefOf(search: QueueSearch, id: string): string {
  const set = Object.entries({ ...search, id }).filter(([, value]) => value !== "" && value !== "open");
  return `/d/exceptions?${new URLSearchParams(set).toString()}`;
}
