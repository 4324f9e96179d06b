import { areaOf } from "#features/places/server/public.ts";
import { readLevels } from "#features/quotes/server/public.ts";
import type { Context } from "#server/http/route.ts";
import type { RoomContext } from "./room-context.ts";
import type { Checker } from "./check-row.ts";
import { PlaceFinder } from "./find-place.ts";
import type { ImportFile } from "./import-record.ts";

/** Reads what the rows of a file are checked by. Dates are read as the file's own values show it, else as somebody said. */
export async function openChecker(room: RoomContext, file: ImportFile, context: Context): Promise<Checker> {
  const { mapping, columns } = file;
  if (!mapping) throw new Error("rows are checked once their columns are settled");
  const { area, levels } = await context.db.read(context.actor, async (tx) => ({
    area: await areaOf(tx),
    ...(await readLevels(tx)),
  }));
  const dates = mapping.uses.find(({ field }) => field === "date")?.column;
  const shown = columns.find(({ name }) => name === dates)?.dateOrder;
  const order = shown ?? mapping.dateOrder ?? undefined;
  const { pricing, ways, plan } = room;
  const places = new PlaceFinder(context);
  return { context, pricing, ways, plan, area, levels, columns, mapping, order, places, offered: new Map() };
}
