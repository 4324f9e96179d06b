import * as z from "zod/mini";
import { AUDIT_GROUPS } from "#contract/audit-acts.ts";
import type { AuditFilter } from "./api.ts";

const day = z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/));

/** Filters of the page, in the address, so that a link and Back find the place. */
export const AuditSearch = z.object({
  group: z._default(z.enum(["all", ...AUDIT_GROUPS]), "all"),
  person: z._default(z.string().check(z.regex(/^[0-9a-f-]{0,36}$/)), ""),
  from: z._default(day, ""),
  to: z._default(day, ""),
});
export type AuditSearch = z.output<typeof AuditSearch>;

export const NO_FILTER: AuditSearch = { group: "all", person: "", from: "", to: "" };

/** The question of these filters. */
export const askedBy = ({ group, person, from, to }: AuditSearch): AuditFilter => ({
  ...(group !== "all" && { group }),
  ...(person !== "" && { personId: person }),
  ...(from !== "" && { from }),
  ...(to !== "" && { to }),
});
