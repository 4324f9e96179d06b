import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { fromIso } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import { newestFirst, pageBy } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { ExceptionRow, exceptionsApi } from "../contract/api.ts";
import { queueRows } from "./exception-rows.ts";
import type { QueueRow } from "./exception-rows.ts";

/** Lists open exceptions, the worst and oldest first, or resolved ones, the newest first. */
export async function listExceptions(
  { cursor, limit, ...asked }: ParsedOf<typeof exceptionsApi.listExceptions>,
  { db, actor }: Context,
): Promise<ReplyOf<typeof exceptionsApi.listExceptions>> {
  const { group, kind, owner } = asked;
  const isOpen = group === "open";
  const list = { list: "exceptions", ...asked };
  const page = isOpen
    ? pageBy(list, { cursor, limit }, { column: "x.rank", id: "x.id", type: "text", direction: "asc" })
    : newestFirst(list, { cursor, limit }, ["x.resolved_at", "x.id"]);
  const found = await db.read(actor, (tx) =>
    rows(
      tx,
      sql<QueueRow>`${queueRows}
        where x.org_id = app_org() and x.resolved_at is ${isOpen ? sql`null` : sql`not null`}
          ${kind === undefined ? sql`` : sql`and x.kind = ${kind}`}
          ${owner === undefined ? sql`` : sql`and x.owner_id = ${actor.userId ?? null}`}
          ${page.rest}`,
    ),
  );
  return page.of(
    found,
    ({ rank, id, resolvedAt }) => [resolvedAt === null ? rank : fromIso(resolvedAt), id],
    shownRow,
  );
}

function shownRow(row: QueueRow): ExceptionRow {
  const { rank: _, ...shown } = row;
  return shown;
}

/** Counts what is open. */
export async function countExceptions({
  db,
  actor,
}: Context): Promise<ReplyOf<typeof exceptionsApi.countExceptions>> {
  const counted = await db.read(actor, (tx) =>
    first(
      tx,
      sql<{ open: number; worst: number | null }>`
        select count(*)::int as open, min(severity)::int as worst from exception
        where org_id = app_org() and resolved_at is null`,
    ),
  );
  return counted ?? { open: 0, worst: null };
}
