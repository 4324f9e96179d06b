import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { Erasure, privacyApi } from "../contract/api.ts";

type Row = Omit<Erasure, "erasedAt"> & { readonly erasedAt: Instant };

const COLUMNS = sql.raw(`id, deliveries, pictures, erased_at as "erasedAt", erased_by_name as "erasedBy"`);
const shown = ({ erasedAt, ...row }: Row): Erasure => ({ ...row, erasedAt: toIso(erasedAt) });

export async function erasureById(tx: Tx, id: string): Promise<Erasure> {
  const row = await first(
    tx,
    sql<Row>`select ${COLUMNS} from erasure where org_id = app_org() and id = ${id}`,
  );
  if (!row) throw new Error("an erasure without a row");
  return shown(row);
}

/** Lists who was forgotten, the last first, page by page. */
export async function listErasures(
  asked: ParsedOf<typeof privacyApi.listErasures>,
  { db, actor }: Context,
): Promise<ReplyOf<typeof privacyApi.listErasures>> {
  const page = newestFirst({ list: "erasures" }, asked, ["erased_at", "id"]);
  const found = await db.read(actor, (tx) =>
    rows(tx, sql<Row>`select ${COLUMNS} from erasure where org_id = app_org() ${page.rest}`),
  );
  return page.of(found, (row) => [row.erasedAt, row.id], shown);
}
