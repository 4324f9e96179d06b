import { type RawBuilder, sql } from "kysely";
import type { DeliveryChange } from "#features/deliveries/domain/event.ts";
import { DAY_MS, type Instant, toIso } from "#kernel/instant.ts";
import { type Tx, rows } from "#server/db/db.ts";
import { addJobs, reactionsTo } from "#server/jobs/jobs.ts";
import type { RoomJobs } from "#server/jobs/jobs.ts";
import { SEND_JOB, sendJob } from "./notice-rows.ts";
import { canBeTold, hasHearers } from "./reach.ts";
import { SETTLED_MS } from "./scene.ts";
import { type SendParts, followDelivery, sendNotice } from "./send.ts";
import type { WaysOut } from "./ways.ts";

const FOLLOW_JOB = "notices.follow";

type NameOf<T> = T extends `delivery.${infer Name}` ? Name : never;
/** All that changes a delivery, but for a courier's arrival where nobody waits for word. */
type News = Exclude<NameOf<DeliveryChange["type"]>, "at_pickup" | "at_return"> | "created" | "edited";

/** Everything that may change what is to be said of a delivery; the types name one that is forgotten. */
const NEWS: Readonly<Record<News, true>> = {
  created: true,
  assigned: true,
  unassigned: true,
  declined: true,
  taken_over: true,
  pickup_started: true,
  collected: true,
  pickup_failed: true,
  at_hub: true,
  loaded: true,
  out_for_delivery: true,
  at_dropoff: true,
  delivered: true,
  attempt_failed: true,
  corrected: true,
  retry_planned: true,
  plan_withdrawn: true,
  returning: true,
  return_started: true,
  returned: true,
  return_failed: true,
  cancelled: true,
  lost: true,
  found: true,
  reopened: true,
  disposed: true,
  edited: true,
};

/** Milliseconds for which the news of a delivery is gathered: a courier's taps follow each other, and many are taken back. */
const GATHERED_MS = 2_500;

/** Rows that one check takes up. */
const BATCH = 500;

export function noticesJobs(parts: SendParts, ways: WaysOut): RoomJobs {
  return {
    jobs: {
      [FOLLOW_JOB]: followDelivery(parts, ways),
      [SEND_JOB]: sendNotice(parts, ways),
      "notices.check": openCheck(parts),
    },
    reactions: reactionsTo("delivery", Object.keys(NEWS), FOLLOW_JOB),
    gathered: {
      [FOLLOW_JOB]: { waitMs: GATHERED_MS, onlyIf: hasHearers(sql`(g.payload ->> 'aggregateId')::uuid`) },
    },
    apart: [FOLLOW_JOB, SEND_JOB],
    every: { "notices.check": 1 },
  };
}

interface Named {
  readonly orgId: string;
  readonly id: string;
}

/** A delivery with the place of its drop-off in the order of the check. */
interface Found extends Named {
  readonly taskId: string;
  readonly windowEnd: Instant;
}

/**
 * Takes up notices whose job was lost, and deliveries of which predictions, or the clock, say something new that somebody is to hear.
 * Each check goes on behind the one before, and from the start once it came to the end: none waits for ever.
 *
 * @param batch deliveries of one check
 */
export function openCheck(
  { db, clock }: Pick<SendParts, "db" | "clock">,
  batch = BATCH,
): () => Promise<void> {
  let last: Found | undefined;
  return () =>
    db.owner(async (tx) => {
      const now = clock();
      const due = await rows(
        tx,
        sql<Named>`select org_id as "orgId", id from notice
                   where state in ('waiting', 'sending') and due_at <= ${toIso(now)}
                     and (leased_until is null or leased_until <= ${toIso(now)})
                   order by due_at limit ${BATCH}`,
      );
      const behind = last
        ? sql`(t.window_end, t.id) > (${toIso(last.windowEnd)}, ${last.taskId})`
        : sql`true`;
      const predicted = await rows(tx, newsOfPredictions(now, { of: behind, batch }));
      last = predicted.length < batch ? undefined : predicted.at(-1);
      await addJobs(tx, [...due.map(({ orgId, id }) => sendJob(orgId, id)), ...predicted.map(followJob)]);
    });
}

/** Plans what the new predictions of a courier's stops say: who comes next, or later than promised, hears of it at once. */
export async function followPredictions(tx: Tx, { courierId, now }: CourierNow): Promise<void> {
  const of = sql`t.org_id = app_org() and t.courier_id = ${courierId}`;
  const predicted = await rows(tx, newsOfPredictions(now, { of, batch: BATCH }));
  await addJobs(tx, predicted.map(followJob));
}

interface CourierNow {
  readonly courierId: string;
  readonly now: Instant;
}

const followJob = ({ orgId, id }: Named) => ({
  name: FOLLOW_JOB,
  payload: { orgId, aggregateId: id },
  key: `${FOLLOW_JOB}:${id}`,
});

interface Part {
  /** Condition on the drop-offs, `t`. */
  readonly of: RawBuilder<unknown>;
  readonly batch: number;
}

/** Deliveries that are late or come next by their prediction, with somebody to tell who was not. */
const newsOfPredictions = (now: Instant, { of, batch }: Part) => sql<Found>`
  select t.org_id as "orgId", t.delivery_id as id, t.id as "taskId", t.window_end as "windowEnd"
  from tasks t join deliveries d on d.org_id = t.org_id and d.id = t.delivery_id
    left join arrivals a on a.org_id = t.org_id and a.task_id = t.id and a.courier_id = t.courier_id
  where t.kind = 'deliver' and t.state in ('open', 'assigned', 'en_route') and d.closed_as is null
    and t.window_end > ${toIso(now - DAY_MS)} and t.window_start < ${toIso(now + DAY_MS)}
    and ${of}
    and (((t.window_end < ${toIso(now)} or (a.at > t.window_end and d.created_at <= ${toIso(now - SETTLED_MS)}))
        and ${isUntold(sql`'late'`)} and not ${LIES_FOR_COLLECTING})
      or (t.state = 'assigned' and d.custody = 'courier'
        and ${isUntold(sql`case when a.ahead = 0 then 'next_stop' else 'out_for_delivery' end`)}))
  order by t.window_end, t.id limit ${batch}`;

/** Parcels that wait at the hub for whoever collects them come late to nobody. */
const LIES_FOR_COLLECTING = sql`
  exists (select from hub_deliveries h where h.org_id = t.org_id and h.id = t.delivery_id and h.handover ->> 'how' = 'hub')`;

/** A notice that was dropped because it held no more, as a delay that was over by the morning, may hold again. */
const isUntold = (notice: RawBuilder<unknown>) => sql`
  (not exists (select from notice n where n.org_id = t.org_id and n.delivery_id = t.delivery_id
      and n.about = t.id::text and n.notice = ${notice} and n.why is distinct from 'overtaken')
    and ${canBeTold({ org: sql`t.org_id`, deliveryId: sql`t.delivery_id`, notice })})`;
