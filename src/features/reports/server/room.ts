import { sql } from "kysely";
import { on } from "#server/http/route.ts";
import { organisationIds } from "#server/db/organisations.ts";
import { openMailer } from "#server/mail/mailer.ts";
import { type Job, addJob, reactionsTo } from "#server/jobs/jobs.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { reportsApi } from "../contract/api.ts";
import { REPORTS_REFUSALS } from "../contract/refusals.ts";
import { countDeliveries, hasTurn } from "./facts.ts";
import { healAll } from "./heal-facts.ts";
import { listCounted } from "./list-counted.ts";
import { readMoneyReport } from "./read-money-report.ts";
import { readReport } from "./read-report.ts";
import { WEEKLY_JOB, mailWeek, planWeek, readWeeklyMail, switchWeeklyMail } from "./weekly-mail.ts";

const COUNT_JOB = "reports.count";
const HEAL_JOB = "reports.heal";
/** Heals one organisation, soon after its zones changed. */
const HEAL_ONE_JOB = "reports.heal-one";
/** Milliseconds for which news is gathered: a courier's taps follow each other, and so do saves of zones. */
const GATHERED = { waitMs: 2_500, onlyIf: sql<boolean>`true` };
/** Milliseconds until the next try where another delivery is counted: no worker of the queue waits for a lock. */
const AGAIN_MS = 500;

/** Everything that changes a fact of a delivery. */
const NEWS = [
  "created",
  "collected",
  "pickup_failed",
  "delivered",
  "attempt_failed",
  "returned",
  "return_failed",
  "corrected",
  "cancelled",
  "lost",
  "found",
  "disposed",
  "edited",
] as const;

/** Numbers of the company. */
export function reportsRoom(parts: RoomParts): Room {
  const { db, clock, mail } = parts;
  const count: Job = ({ orgId, aggregateId }) =>
    db.as({ orgId: String(orgId) }, async (tx) => {
      if (await hasTurn(tx, String(orgId))) return countDeliveries(tx, String(orgId), [String(aggregateId)]);
      await addJob(
        tx,
        COUNT_JOB,
        { orgId, aggregateId },
        {
          key: `${COUNT_JOB}:${String(aggregateId)}`,
          runInMs: AGAIN_MS,
        },
      );
    });
  const mailer = openMailer(mail ?? { url: undefined, from: "waybill@localhost" }, parts);
  return {
    name: "reports",
    routes: [
      on(reportsApi.readReport, readReport),
      on(reportsApi.readMoneyReport, readMoneyReport),
      on(reportsApi.listCounted, listCounted),
      on(reportsApi.readWeeklyMail, (_, context) => readWeeklyMail(context)),
      on(reportsApi.switchWeeklyMail, switchWeeklyMail),
    ],
    jobs: {
      jobs: {
        [COUNT_JOB]: count,
        [HEAL_JOB]: async () => healAll(db, await organisationIds(db)),
        [HEAL_ONE_JOB]: ({ orgId }) => healAll(db, [String(orgId)]),
        "reports.plan-week": () => planWeek(db, clock()),
        [WEEKLY_JOB]: ({ orgId, personId, monday }) =>
          mailWeek(parts, mailer, {
            orgId: String(orgId),
            personId: String(personId),
            monday: String(monday),
          }),
      },
      reactions: { ...reactionsTo("delivery", NEWS, COUNT_JOB), "zones.edited": HEAL_ONE_JOB },
      gathered: { [COUNT_JOB]: GATHERED, [HEAL_ONE_JOB]: GATHERED },
      every: { [HEAL_JOB]: "hourly", "reports.plan-week": 10 },
    },
    refusals: REPORTS_REFUSALS,
  };
}
