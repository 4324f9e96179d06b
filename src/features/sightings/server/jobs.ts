import { sql } from "kysely";
import { dutyChanged, routeRevised } from "#features/dispatch/contract/events.ts";
import { TRACK_KEPT_MS } from "#features/courier/domain/limits.ts";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { organisationIds } from "#server/db/organisations.ts";
import { type RoomJobs, reactionsTo } from "#server/jobs/jobs.ts";
import type { RoomParts } from "#server/room.ts";
import { couriersAbout, follow } from "./follow.ts";

type Parts = Pick<RoomParts, "db" | "clock">;

const OF_DELIVERY = "sightings.follow-delivery";
const OF_COURIER = "sightings.follow-courier";

/** News of a delivery by which another stop may be the next one, or somebody else may come. */
const NEWS = [
  "assigned",
  "unassigned",
  "declined",
  "taken_over",
  "pickup_started",
  "at_pickup",
  "collected",
  "pickup_failed",
  "at_hub",
  "loaded",
  "out_for_delivery",
  "at_dropoff",
  "delivered",
  "attempt_failed",
  "corrected",
  "retry_planned",
  "plan_withdrawn",
  "returning",
  "return_started",
  "at_return",
  "returned",
  "return_failed",
  "cancelled",
  "lost",
  "found",
  "disposed",
  "edited",
] as const;

/** Milliseconds for which the news of a delivery is gathered: taps follow each other. */
const GATHERED_MS = 1_000;

const hasCourier = sql<boolean>`exists (
  select from tasks t where t.org_id = app_org() and t.delivery_id = (g.payload ->> 'aggregateId')::uuid
    and (t.courier_id is not null or t.past_courier_ids <> '{}'))`;

export const sightingsJobs = ({ db, clock }: Parts): RoomJobs => ({
  jobs: {
    [OF_DELIVERY]: ({ orgId, aggregateId }) =>
      db.as({ orgId: String(orgId) }, async (tx) => {
        const now = clock();
        const courierIds = await couriersAbout(tx, String(aggregateId));
        await follow({ tx, orgId: String(orgId), now }, { courierIds, since: now - GATHERED_MS });
      }),
    [OF_COURIER]: ({ orgId, data }) =>
      db.as({ orgId: String(orgId) }, (tx) => {
        const now = clock();
        return follow({ tx, orgId: String(orgId), now }, { courierIds: courierIn(data), since: now });
      }),
    "sightings.check": () => checkAll({ db, clock }),
    "sightings.forget": () => forget({ db, clock }),
  },
  reactions: {
    ...reactionsTo("delivery", NEWS, OF_DELIVERY),
    [dutyChanged.type]: OF_COURIER,
    [routeRevised.type]: OF_COURIER,
  },
  gathered: { [OF_DELIVERY]: { waitMs: GATHERED_MS, onlyIf: hasCourier } },
  every: { "sightings.check": 1, "sightings.forget": "nightly" },
});

const courierIn = (data: unknown): string[] =>
  typeof data === "object" && data !== null && "courierId" in data && typeof data.courierId === "string"
    ? [data.courierId]
    : [];

/** Finds by everybody's place what no event told, and what a job missed. */
export async function checkAll({ db, clock }: Parts): Promise<void> {
  for (const orgId of await organisationIds(db))
    await db.as({ orgId }, (tx) => {
      const now = clock();
      return follow({ tx, orgId, now }, { since: now - MINUTE_MS });
    });
}

/** Deletes what is older than the tracks are kept. */
export async function forget({ db, clock }: Parts): Promise<void> {
  const before = toIso(clock() - TRACK_KEPT_MS);
  await db.owner((tx) => rows(tx, sql`delete from sighting where ended_at < ${before} returning 1`));
}
