import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import { guardCell } from "#kernel/csv-cell.ts";
import { faultsOf } from "#contract/field-fault.ts";
import { PAGE_LIMITS } from "#contract/schemas.ts";
import { BadInput } from "#server/http/problems.ts";
import type { RawReply, RawRequest, RawRoute } from "#server/http/route.ts";
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
  run: async (request): Promise<RawReply> => {
    const asked = AuditFilter.safeParse(request.query);
    if (!asked.success)
      throw new BadInput(
        faultsOf(asked.error.issues, request.query).map(({ path, code }) => ({ path, code })),
      );
    const lines = stringify({
      bom: true,
      header: true,
      columns: COLUMNS.map(([head]) => head),
      record_delimiter: "windows",
    });
    const source = Readable.from(cellsOf(request, asked.data));
    source.on("error", (error) => lines.destroy(error));
    lines.on("close", () => source.destroy());
    return {
      status: 200,
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "cache-control": "private, no-store",
        "content-disposition": 'attachment; filename="waybill-audit.csv"',
      },
      body: source.pipe(lines),
    };
  },
};

/** Each page is a read of its own, by whoever the caller is by then. What is cut off must not look whole. */
async function* cellsOf(request: RawRequest, asked: AuditFilter): AsyncGenerator<(string | number | null)[]> {
  let { context } = request;
  let cursor: string | undefined;
  do {
    const { items, next } = await listAudit({ ...asked, cursor, limit: PAGE_LIMITS.max }, context);
    for (const entry of items) yield COLUMNS.map(([, cell]) => cell(entry));
    cursor = next ?? undefined;
    if (cursor !== undefined && request.signal.aborted) throw new Error("an export was cut off");
    if (cursor !== undefined) context = await request.enterAgain();
  } while (cursor !== undefined);
}
