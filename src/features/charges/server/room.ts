import { sql } from "kysely";
import type { MoneyParts } from "#features/payments/server/public.ts";
import { type RoomJobs, reactionsTo } from "#server/jobs/jobs.ts";
import type { Room } from "#server/room.ts";
import { chargeWork } from "./charge-work.ts";

const CHARGE_JOB = "charges.charge";

/** Ends of tasks, and what changes who pays for them. */
const NEWS = [
  "pickup_failed",
  "collected",
  "attempt_failed",
  "delivered",
  "return_failed",
  "returned",
  "corrected",
  "found",
] as const;

/** Most deliveries come at the first try: nothing is asked for them. */
const isTriedAgain = sql<boolean>`2 < (
  select count(*) from tasks t where t.org_id = app_org() and t.delivery_id = (g.payload ->> 'aggregateId')::uuid)`;

/** The room of what another try and the way back cost the sender. */
export const chargesRoom = ({ db, clock, cards }: MoneyParts): Room => ({
  name: "charges",
  routes: [],
  jobs: chargeJobs({ db, clock }, cards?.deps.provider.id),
  refusals: {},
});

const chargeJobs = (
  { db, clock }: Pick<MoneyParts, "db" | "clock">,
  provider: string | undefined,
): RoomJobs => ({
  jobs: {
    [CHARGE_JOB]: ({ orgId, aggregateId }) =>
      db.as({ orgId: String(orgId) }, (tx) =>
        chargeWork({ tx, orgId: String(orgId), now: clock() }, provider, String(aggregateId)),
      ),
  },
  reactions: reactionsTo("delivery", NEWS, CHARGE_JOB),
  gathered: { [CHARGE_JOB]: { waitMs: 0, onlyIf: isTriedAgain } },
});
