import type { ReplyOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import { areaOf } from "#features/places/server/public.ts";
import type { Context } from "#server/http/route.ts";
import type { quotesApi } from "../contract/api.ts";
import { aheadOf, offerableWindows } from "../domain/windows.ts";
import { zoneOf } from "./zone.ts";

/** Everything that can be booked now; nothing before an area is set up. */
export async function offerWindows(
  takesCards: boolean,
  { db, actor, now }: Context,
): Promise<ReplyOf<typeof quotesApi.offerWindows>> {
  const { area, timezone } = await db.read(actor, async (tx) => {
    const found = await areaOf(tx, actor.orgId);
    return { area: found, timezone: found?.timezone ?? (await zoneOf(tx, actor.orgId)) };
  });
  const offered = area
    ? offerableWindows({ hours: area.hours, zone: area.timezone, now, ...aheadOf(takesCards) })
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
