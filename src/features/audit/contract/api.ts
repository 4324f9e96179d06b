import * as z from "zod/mini";
import { AUDIT_GROUPS, AUDIT_SUBJECTS, auditActs } from "#contract/audit-acts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Cursor, Id, InstantText, LocalDate, page, PageSize } from "#contract/schemas.ts";
import { ROLES } from "#kernel/actor.ts";

export const AuditEntry = z.strictObject({
  id: Id,
  at: InstantText,
  actor: z.strictObject({
    /** Null for nobody with a name, e.g. Waybill itself. */
    id: z.nullable(Id),
    /** Null where they are no longer here. */
    name: z.nullable(z.string()),
    /** Those of their roles that allowed it. */
    roles: z.array(z.enum(ROLES)),
  }),
  act: z.enum(auditActs()),
  subject: z.strictObject({
    kind: z.enum(AUDIT_SUBJECTS),
    id: z.string(),
    /** A person's name, as far as they are here. */
    name: z.nullable(z.string()),
  }),
  facts: z.record(z.string(), z.unknown()),
  /** Number in the chain; null until it is sealed. */
  number: z.nullable(z.int()),
});
export type AuditEntry = z.output<typeof AuditEntry>;

/** Days of the organisation, both within. */
const filter = {
  group: z.optional(z.enum(AUDIT_GROUPS)),
  personId: z.optional(Id),
  from: z.optional(LocalDate),
  to: z.optional(LocalDate),
};
export const AuditFilter = z.strictObject(filter);
export type AuditFilter = z.output<typeof AuditFilter>;

export const auditApi = {
  listAudit: endpoint({
    id: "listAudit",
    method: "GET",
    path: "/api/audit",
    needs: "audit:read",
    audit: "no",
    summary: "Who used which power when, the newest first; page by cursor",
    input: z.strictObject({ ...filter, cursor: z.optional(Cursor), limit: PageSize }),
    reply: page(AuditEntry),
    refusals: [],
  }),
};

/** Address of the entries of a filter as a table for a spreadsheet. */
export function auditCsvPath(asked: AuditFilter): string {
  const query = Object.entries(asked).map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`);
  return `/api/audit/export${query.length > 0 ? "?" : ""}${query.join("&")}`;
}
