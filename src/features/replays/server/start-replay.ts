import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { zoneOf } from "#features/quotes/server/public.ts";
import { DAY_MS, type Instant, toIso } from "#kernel/instant.ts";
import { addDays, instantAt } from "#kernel/local-time.ts";
import { Refusal } from "#kernel/refusal.ts";
import { acceptOnce } from "#server/db/commands.ts";
import { first, json, type Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { addJob } from "#server/jobs/jobs.ts";
import type { Replay, replaysApi } from "../contract/api.ts";
import { LONGEST_DAYS, MOST_ORDERS } from "../domain/limits.ts";
import { countOrders, type Span } from "./booked-orders.ts";
import { readReplay } from "./replay-record.ts";

export const REPLAY_JOB = "workOnReplay";
export const addWork = (tx: Tx, orgId: string, id: string): Promise<void> =>
  addJob(tx, REPLAY_JOB, { orgId, id }, { key: `${REPLAY_JOB}:${id}` });

type Asked = ParsedOf<typeof replaysApi.startReplay>;

/**
 * Stores a replay and queues its work; one of an organisation runs at a time.
 *
 * @throws Refusal `replays.bad-span`, `replays.busy`, `replays.too-many`
 */
export function startReplay(asked: Asked, { db, actor, now, key }: Context): Promise<Replay> {
  checkDays(asked.days);
  return db.as(actor, async (tx) => {
    const command = { commandId: key, occurredAt: now, type: "replay.start", aggregateId: key, body: asked };
    if (await acceptOnce(tx, actor, now, command)) {
      await checkFree(tx, actor.orgId);
      const span = spanOf(asked, await zoneOf(tx, actor.orgId), now);
      const total = await countOrders(tx, span);
      if (total > MOST_ORDERS) throw new Refusal("replays.too-many", { most: MOST_ORDERS, field: "days" });
      const { days, level, zone, rules, listVersion } = asked;
      await sql`
        insert into replay_run (org_id, id, state, from_day, to_day, since, until, service_level, zone_code, rules,
          list_version, currency, asked_by, asked_at, total)
        select app_org(), ${key}, 'running', ${days.from}, ${days.to}, ${toIso(span.since)}, ${toIso(span.until)}, ${level},
          ${zone}, ${json(rules)}, ${listVersion}, o.currency, ${actor.userId ?? null}, ${toIso(now)}, ${total}
        from organization o where o.id = app_org()`.execute(tx);
      await addWork(tx, actor.orgId, key);
    }
    return readReplay(tx, key, now);
  });
}

/** @throws Refusal `replays.bad-span` */
function checkDays({ from, to }: Asked["days"]): void {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  if (days < 1 || days > LONGEST_DAYS) throw new Refusal("replays.bad-span", { field: "days" });
}

/** Others who would start one wait until this one is stored. @throws Refusal `replays.busy` */
async function checkFree(tx: Tx, orgId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`price replays ${orgId}`}, 0))`.execute(tx);
  const running = await first(tx, sql`select from replay_run where org_id = app_org() and state = 'running'`);
  if (running) throw new Refusal("replays.busy");
}

/** Days of the area as moments, up to now. */
function spanOf({ days, level, zone }: Asked, timeZone: string, now: Instant): Span {
  const [since, end] = [days.from, addDays(days.to, 1)].map((day) => instantAt(day, "00:00", timeZone));
  return { since: since ?? now, until: Math.min(end ?? now, now), level, zone };
}
