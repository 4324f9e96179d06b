import { sql } from "kysely";
import { areaJson } from "#features/places/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import { first, type Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Context } from "#server/http/route.ts";
import type { Setup } from "../contract/api.ts";
import { missingSteps, SETUP_STEPS, type SetupStep, stateOf } from "../domain/steps.ts";

interface Row extends Pick<
  Setup,
  "openings" | "vehicles" | "people" | "hasMap" | "hasOwnPrices" | "lacksLaterPrices" | "finishedAt"
> {
  readonly organisation: Setup["organisation"];
  readonly hasArea: boolean;
  readonly passed: readonly string[];
}

/** Whether somebody asked for a price, by one look into an index however many did. */
export const hasPriced = sql<boolean>`((select q.id from asked_prices q where q.org_id = app_org() order by q.id limit 1)
  is not null)`;

const SETUP = () => sql<Row>`
  select json_build_object('name', o.name, 'currency', trim(o.currency), 'timezone', o.timezone,
      'isFixed', ${hasPriced}) as organisation,
    a.area is not null as "hasArea",
    coalesce(jsonb_array_length(a.area -> 'hours' -> 'weekly'), 0) as openings,
    coalesce((select json_agg(json_build_object('name', v.name, 'class', v.class) order by lower(v.name))
      from (select name, class from vehicles order by lower(name) limit 50) v), '[]') as vehicles,
    (select count(*)::int from members) as people,
    exists (select from places) as "hasMap",
    exists (select from price_lists where published_by is not null) as "hasOwnPrices",
    coalesce((select published_by is not null and not prices_later from price_lists
      order by version desc limit 1), false) as "lacksLaterPrices",
    coalesce((select json_agg(step) from setup_progress where step <> 'mail'), '[]') as passed,
    (select ${isoText("at")} from setup_progress where step = 'finish') as "finishedAt"
  from organization o, (select ${areaJson()}::jsonb as area) a where o.id = app_org()`;

/** Reads how far the set-up is, in one statement. */
export async function readSetupIn(tx: Tx): Promise<Setup> {
  const row = await first(tx, SETUP());
  if (!row) throw new Error("no such organisation");
  const { hasArea, passed, ...shown } = row;
  const facts = { ...shown, hasArea, vehicles: shown.vehicles.length };
  const behind = new Set(passed);
  return {
    ...shown,
    steps: SETUP_STEPS.map((step) => ({ step, state: stateOf(step, facts, behind) })),
    missing: missingSteps(facts, behind),
  };
}

/** Notes that a step lies behind; the first time counts. */
export async function writePassed(
  tx: Tx,
  step: SetupStep | "mail",
  { now, actor }: Pick<Context, "now" | "actor">,
) {
  await sql`insert into setup_progress (org_id, step, at, by)
    values (app_org(), ${step}, ${toIso(now)}, ${actor.userId ?? null})
    on conflict (org_id, step) do nothing`.execute(tx);
}
