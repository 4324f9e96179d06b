import { sql } from "kysely";
import type { ReplyOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import { areaJson } from "#features/places/server/public.ts";
import { first } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { quotesApi } from "../contract/api.ts";
import { aheadOf, offerableWindows } from "../domain/windows.ts";
import { UNCHANGED, levelsJson } from "./levels/levels-record.ts";
import type { Terms } from "./terms.ts";
import { zoneOf } from "./zone.ts";

/** Everything that can be booked now; nothing before an area is set up. */
export async function offerWindows(
  takesCards: boolean,
  { db, actor, now }: Context,
): Promise<ReplyOf<typeof quotesApi.offerWindows>> {
  const { area, timezone, levels } = await db.read(actor, async (tx) => {
    const terms = await first(
      tx,
      sql<Pick<Terms, "area" | "levels">>`
        select ${areaJson(actor.orgId)} as area, ${levelsJson()} as levels`,
    );
    const { area: found = null, levels: sold } = terms ?? {};
    return {
      area: found,
      timezone: found?.timezone ?? (await zoneOf(tx, actor.orgId)),
      levels: (sold ?? UNCHANGED).levels,
    };
  });
  const offered = area
    ? offerableWindows({ hours: area.hours, zone: area.timezone, now, ...aheadOf(takesCards) }, levels)
    : [];
  return {
    timezone,
    windows: offered.map(({ serviceLevel, date, window }) => ({
      serviceLevel,
      date,
      window: { start: toIso(window.start), end: toIso(window.end) },
    })),
  };
}
