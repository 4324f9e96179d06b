import { sql } from "kysely";
import type { ReplyOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import { areaJson } from "#features/places/server/public.ts";
import { first } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { quotesApi } from "../contract/api.ts";
import { aheadOf, offerableWindows } from "../domain/windows.ts";
import { UNCHANGED, levelsJson } from "./levels/levels-record.ts";
import { withPlaces } from "./check-places.ts";
import type { Terms } from "./terms.ts";
import { windowPlaces } from "./window-places.ts";
import { zoneOf } from "./zone.ts";

/** Everything that can be booked now; nothing before an area is set up. */
export async function offerWindows(
  takesCards: boolean,
  { db, actor, now }: Context,
): Promise<ReplyOf<typeof quotesApi.offerWindows>> {
  const { timezone, windows, levels } = await db.read(actor, async (tx) => {
    const terms = await first(
      tx,
      sql<Pick<Terms, "area" | "levels" | "places">>`
        select ${areaJson()} as area, ${levelsJson()} as levels, ${windowPlaces().json()} as places`,
    );
    const { area = null, levels: sold, places: plan = null } = terms ?? {};
    if (!area) return { timezone: await zoneOf(tx, actor.orgId), windows: [], levels: [] };
    const zone = area.timezone;
    const when = { hours: area.hours, zone, now, ...aheadOf(takesCards) };
    const known = (sold ?? UNCHANGED).levels;
    const offered = offerableWindows(when, known);
    return { timezone: zone, windows: await withPlaces(tx, { plan, zone }, offered), levels: known };
  });
  return {
    timezone,
    levels: levels.filter(({ isOn }) => isOn).map(({ code, names }) => ({ code, names })),
    windows: windows.map(({ window, ...one }) => ({
      ...one,
      window: { start: toIso(window.start), end: toIso(window.end) },
    })),
  };
}
