import { sql } from "kysely";
import { TRACK_KEPT_MS } from "#features/courier/domain/limits.ts";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { rows } from "#server/db/db.ts";
import { newestFirst } from "#server/db/page.ts";
import type { Context } from "#server/http/route.ts";
import type { Sighting, sightingsApi } from "../contract/api.ts";

interface Row extends Pick<Sighting, "id" | "by" | "number"> {
  readonly beganAt: Instant;
  readonly endedAt: Instant | null;
}

const shown = ({ beganAt: start, endedAt: end, ...about }: Row): Sighting => ({
  ...about,
  start: toIso(start),
  end: end === null ? null : toIso(end),
});

/** The caller's own, and nobody else's. @throws Refusal `sightings.no-courier` */
export async function listSightings(
  input: ParsedOf<typeof sightingsApi.listSightings>,
  { actor, db, now }: Context,
): Promise<ReplyOf<typeof sightingsApi.listSightings>> {
  const { courierId } = actor;
  if (!courierId) throw new Refusal("sightings.no-courier");
  const page = newestFirst({ list: "sightings", courierId }, input, ["began_at", "id"]);
  const since = toIso(now - TRACK_KEPT_MS);
  const found = await db.read(actor, (tx) =>
    rows(
      tx,
      sql<Row>`
        select id, "by", number, began_at as "beganAt", ended_at as "endedAt" from (
          select d.id, 'dispatch' as "by", null::text as number, d.started_at as began_at, d.ended_at
          from duties d
          where d.org_id = app_org() and d.courier_id = ${courierId}
            and (d.ended_at is null or d.started_at > ${since})
          union all
          select s.id, 'link', v.number, s.began_at, s.ended_at
          from sighting s join deliveries v on v.org_id = s.org_id and v.id = s.delivery_id
          where s.org_id = app_org() and s.courier_id = ${courierId}
            and (s.ended_at is null or (s.began_at > ${since} and s.ended_at > s.began_at))
        ) as times
        where true ${page.rest}`,
    ),
  );
  return page.of(found, (row) => [row.beganAt, row.id], shown);
}
