import { sql } from "kysely";
import type { Point } from "#kernel/geo.ts";
import { DAY_MS, HOUR_MS, SECOND_MS, type Instant, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { organisationIds } from "#server/db/organisations.ts";
import type { RoadProfile } from "#server/geo/road-distances.ts";
import type { StreetsOfMap } from "#server/geo/streets.ts";
import type { RoomParts } from "#server/room.ts";
import { type Leg, learnSpeeds } from "../domain/learn.ts";

const OBSERVED_MS = 60 * DAY_MS;
/** Longer ways hold a break; shorter ones are parking. */
const LEG_S = { least: 60, most: HOUR_MS / SECOND_MS };
const MOST_LEGS = 5_000;
/** Legs that are routed before others get their turn. */
const AT_ONCE = 50;

interface LegRow {
  readonly profile: RoadProfile;
  readonly from: Point;
  readonly to: Point;
  readonly took: number;
}

/**
 * Learns speeds from the ways between stops that ended within 60 days, and has the roads follow where they changed. Where
 * the roads find none of the ways, they are not loaded: what was learned before stays.
 */
export async function learnRoadSpeeds(
  { db, log }: Pick<RoomParts, "db" | "log">,
  streets: StreetsOfMap | undefined,
  now: Instant,
): Promise<void> {
  if (!streets) return;
  for (const orgId of await organisationIds(db)) {
    const found = await db.as({ orgId }, (tx) => rows(tx, legsEnded(now)));
    const legs: Leg[] = [];
    for (const [i, { profile, from, to, took }] of found.entries()) {
      if (i % AT_ONCE === AT_ONCE - 1) await new Promise(setImmediate);
      const byMap = streets.classSeconds(from, to, profile);
      if (byMap) legs.push({ profile, byMap, took });
    }
    if (found.length > 0 && legs.length === 0) {
      log.warn({ orgId, legs: found.length }, "the roads found none of the ways: learned speeds stay");
      continue;
    }
    const learned = learnSpeeds(legs);
    await db.as({ orgId }, async (tx) => {
      await sql`delete from learned_speed where org_id = app_org()`.execute(tx);
      for (const one of learned)
        await sql`
          insert into learned_speed (org_id, profile, class, factor, legs, learned_at)
          values (app_org(), ${one.profile}, ${one.class}, ${one.factor}, ${one.legs}, ${toIso(now)})`.execute(
          tx,
        );
    });
  }
  void streets.refresh();
}

/** From the end of a stop to the arrival at the courier's next one. */
const legsEnded = (now: Instant) => sql<LegRow>`
  with visited as (
    select t.courier_id, t.arrived_at, t.ended_at, coalesce(p.vehicle, 'bike') as vehicle,
      (case when t.kind = 'deliver' then d.dropoff else d.pickup end) -> 'point' as point
    from tasks t
    join people p on p.org_id = t.org_id and p.courier_id = t.courier_id
    join deliveries d on d.org_id = t.org_id and d.id = t.delivery_id
    where t.org_id = app_org() and t.state in ('succeeded', 'failed') and t.ended_at > ${toIso(now - OBSERVED_MS)}
      and t.arrived_at is not null
  ), leg as (
    select vehicle, arrived_at, point as "to",
      lag(ended_at) over (partition by courier_id order by ended_at) as left_at,
      lag(point) over (partition by courier_id order by ended_at) as "from"
    from visited
  )
  select case vehicle when 'foot' then 'foot' when 'bike' then 'bicycle' when 'cargo_bike' then 'bicycle' else 'car' end
      as profile, "from", "to", extract(epoch from arrived_at - left_at)::float8 as took
  from leg
  where "from" is not null and "from" <> "to"
    and extract(epoch from arrived_at - left_at) between ${LEG_S.least} and ${LEG_S.most}
  order by arrived_at desc limit ${MOST_LEGS}`;
