import { guardCell } from "#kernel/csv-cell.ts";
import { faultsOf } from "#contract/field-fault.ts";
import { PAGE_LIMITS } from "#contract/schemas.ts";
import { csvReply } from "#server/http/csv-reply.ts";
import { BadInput } from "#server/http/problems.ts";
import type { RawRoute } from "#server/http/route.ts";
import { type AuditEntry, AuditFilter } from "../contract/api.ts";
import { listAudit } from "./list.ts";

/** Heads of the columns and their cells; texts that people typed are guarded. */
const COLUMNS: readonly (readonly [head: string, cell: (entry: AuditEntry) => string | number | null])[] = [
  ["number", ({ number }) => number],
  ["at", ({ at }) => at],
  ["actor_id", ({ actor }) => actor.id],
  ["actor", ({ actor }) => actor.name && guardCell(actor.name)],
  ["roles", ({ actor }) => actor.roles.join(" ")],
  ["act", ({ act }) => act],
  ["subject", ({ subject }) => subject.kind],
  ["subject_id", ({ subject }) => subject.id],
  ["facts", ({ facts }) => guardCell(JSON.stringify(facts))],
  ["id", ({ id }) => id],
];

/** The entries of a filter as CSV, row by row as they are read. */
export const exportRoute: RawRoute = {
  id: "exportAudit",
  method: "GET",
  path: "/api/audit/export",
  needs: "audit:read",
  audit: "log.exported",
  summary:
    "Entries of the audit log as CSV, the newest first: `group`, `personId`, `from` and `to` filter as in the list",
  limitPerMinute: 10,
  run: async (request) => {
    const asked = AuditFilter.safeParse(request.query);
    if (!asked.success)
      throw new BadInput(
        faultsOf(asked.error.issues, request.query).map(({ path, code }) => ({ path, code })),
      );
    return csvReply(request, {
      name: "waybill-audit.csv",
      heads: COLUMNS.map(([head]) => head),
      cells: (entry: AuditEntry) => COLUMNS.map(([, cell]) => cell(entry)),
      page: async (context, cursor: string | undefined) => {
        const { items, next } = await listAudit({ ...asked.data, cursor, limit: PAGE_LIMITS.max }, context);
        return { rows: items, next: next ?? undefined };
      },
    });
  },
};
