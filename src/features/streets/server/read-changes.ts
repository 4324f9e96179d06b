import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import { newestFirst } from "#server/db/page.ts";
import type { StreetsOfMap } from "#server/geo/streets.ts";
import type { Context } from "#server/http/route.ts";
import type { streetsApi } from "../contract/api.ts";
import { changeRows, shownChange } from "./change-rows.ts";
import { learnedRows } from "./road-changes.ts";

export async function listStreetChanges(
  asked: ParsedOf<typeof streetsApi.listStreetChanges>,
  { actor, db, now }: Context,
): Promise<ReplyOf<typeof streetsApi.listStreetChanges>> {
  const page = newestFirst({ list: "street-changes", group: asked.group }, asked, ["created_at", "id"]);
  const isOver = sql`coalesce(least(ends_at, taken_out_at) <= ${toIso(now)}, false)`;
  const found = await db.read(actor, (tx) =>
    changeRows(tx, sql`and ${asked.group === "over" ? isOver : sql`not ${isOver}`} ${page.rest}`),
  );
  return page.of(
    found,
    (row) => [row.createdAt, row.id],
    (row) => shownChange(row, now),
  );
}

export async function readRoads(
  streets: StreetsOfMap | undefined,
  { actor, db }: Context,
): Promise<ReplyOf<typeof streetsApi.readRoads>> {
  const learned = await db.read(actor, learnedRows);
  const { source, version, isChanging } = streets?.state() ?? {
    source: "estimated" as const,
    version: null,
    isChanging: false,
  };
  const rounded = learned.map((one) => ({ ...one, factor: Math.round(one.factor * 100) / 100 }));
  return { source, version, changing: isChanging, learned: rounded };
}
