import { sql } from "kysely";
import { unseenBy } from "#features/messages/server/public.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { newId } from "#server/ids.ts";
import { type Job, type RoomJobs, addJob } from "#server/jobs/jobs.ts";
import { lookAtDay } from "./day.ts";
import { type News, pushOf } from "./news.ts";
import { isAhead, remindAll } from "./remind.ts";
import { type PushParts, dropDevices, sendPush } from "./send.ts";

const SEND = "push.send";
const ROUTE = "push.route";
const EDIT = "push.edit";
const MESSAGE = "push.message";
const SIGNED_OUT = "push.signed-out";

/** Time for which a dispatcher's moves are gathered: many follow each other, and some are taken back. */
const GATHERED_MS = 5 * SECOND_MS;
/** Until then a message can be taken back, and a moment for the last word. */
const MESSAGE_MS = 11 * SECOND_MS;
/** Until then every process knows that a sign-in ended. */
const ENDED_MS = 2 * SECOND_MS;
/** Waits between the tries of a push that a device has not taken; the last one again and again, until it is no news. */
const WAITS_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS];

const isFollowed = sql<boolean>`exists (select from push_day where org_id = app_org())`;

export function pushJobs(parts: PushParts): RoomJobs {
  const { db, clock } = parts;
  const inOrg =
    (work: (context: TxContext, id: string) => Promise<void>): Job =>
    ({ orgId, aggregateId }) =>
      db.as({ orgId: String(orgId) }, (tx) =>
        work({ tx, orgId: String(orgId), now: clock() }, String(aggregateId)),
      );
  return {
    jobs: {
      [ROUTE]: inOrg(tellOfRoute),
      [EDIT]: inOrg(tellOfEdit),
      [MESSAGE]: inOrg(tellOfMessage),
      [SIGNED_OUT]: inOrg(({ tx }, personId) => dropEnded(parts, tx, personId)),
      [SEND]: send(parts),
      "push.remind": () =>
        remindAll(parts, (context, { personId, ...begin }) =>
          queue(context, personId, { kind: "shift", ...begin }),
        ),
      "push.delete-old": () => deleteOld(parts),
    },
    reactions: {
      "route.revised": ROUTE,
      "delivery.edited": EDIT,
      "message.sent": MESSAGE,
      "person.sessions-ended": SIGNED_OUT,
    },
    gathered: {
      [ROUTE]: { waitMs: GATHERED_MS, onlyIf: isFollowed },
      [EDIT]: { waitMs: GATHERED_MS, onlyIf: isFollowed },
      [MESSAGE]: { waitMs: MESSAGE_MS, onlyIf: isFollowed },
      [SIGNED_OUT]: {
        waitMs: ENDED_MS,
        onlyIf: sql<boolean>`exists (select from push_device d where d.org_id = app_org()
          and d.person_id = (g.payload ->> 'aggregateId')::uuid)`,
      },
    },
    apart: [SEND],
    every: { "push.remind": 1, "push.delete-old": "nightly" },
  };
}

/** Queues news for one person, in the transaction that found it: once, whatever breaks behind it. */
function queue({ tx, orgId, now }: TxContext, personId: string, news: News): Promise<void> {
  const id = newId(now);
  return addJob(tx, SEND, { orgId, personId, id, news, at: now, tries: 0 }, { key: `push:${id}` });
}

async function tellOfDay(context: TxContext, courierId: string): Promise<void> {
  const found = await lookAtDay(context, courierId);
  if (!found) return;
  const { personId, ...change } = found;
  await queue(context, personId, { kind: "day", ...change });
}

async function tellOfRoute(context: TxContext, routeId: string): Promise<void> {
  const found = await rows(
    context.tx,
    sql<{ courierId: string }>`
      select courier_id as "courierId" from routes where org_id = app_org() and id = ${routeId}`,
  );
  for (const { courierId } of found) await tellOfDay(context, courierId);
}

async function tellOfEdit(context: TxContext, deliveryId: string): Promise<void> {
  const found = await rows(
    context.tx,
    sql<{ courierId: string }>`
      select distinct courier_id as "courierId" from tasks
      where org_id = app_org() and delivery_id = ${deliveryId} and courier_id is not null order by courier_id`,
  );
  for (const { courierId } of found) await tellOfDay(context, courierId);
}

async function tellOfMessage(context: TxContext, messageId: string): Promise<void> {
  const couriers = await unseenBy(context.tx, messageId);
  const people = await rows(
    context.tx,
    sql<{ id: string }>`
      select p.id from people p join push_people v on v.org_id = p.org_id and v.person_id = p.id
      where p.org_id = app_org() and p.rides and p.courier_id = any (${couriers}::uuid[]) order by p.id`,
  );
  for (const { id } of people) await queue(context, id, { kind: "message" });
}

/** Sends a courier's news, and again until every device took it, is gone or it is no news any more. */
const send =
  (parts: PushParts): Job =>
  async (payload) => {
    // Safe: only `queue` adds this job.
    const { orgId, personId, id, news, at, tries } = payload as unknown as {
      readonly orgId: string;
      readonly personId: string;
      readonly id: string;
      readonly news: News;
      readonly at: number;
      readonly tries: number;
    };
    const push = pushOf(id, news, at);
    const now = parts.clock();
    if (now >= push.until) return;
    if (news.kind === "shift" && !(await parts.db.as({ orgId }, (tx) => isAhead(tx, news, now)))) return;
    const { end } = await sendPush(parts, { orgId, personId }, push);
    if (end !== "again" && end !== "unknown") return;
    const runInMs = WAITS_MS[tries] ?? WAITS_MS.at(-1) ?? 0;
    await parts.db.as({ orgId }, (tx) =>
      addJob(tx, SEND, { ...payload, tries: tries + 1 }, { key: `push:${id}`, runInMs }),
    );
  };

/** Drops the devices of sign-ins that ended; of those whose provider names no session, all of the person. */
async function dropEnded({ sessionEnds }: PushParts, tx: Tx, personId: string): Promise<void> {
  const found = await rows(
    tx,
    sql<{ id: string; signIn: Parameters<NonNullable<PushParts["sessionEnds"]>["isEnded"]>[0] }>`
      select id, sign_in as "signIn" from push_device where org_id = app_org() and person_id = ${personId}`,
  );
  const over = found.filter(
    ({ signIn }) => signIn.sid === undefined || sessionEnds?.isEnded(signIn) === true,
  );
  if (over.length > 0)
    await dropDevices(
      tx,
      over.map(({ id }) => id),
    );
}

/** Longer than any push is tried. */
const KEPT_MS = 7 * DAY_MS;

const deleteOld = ({ db, clock }: PushParts): Promise<void> =>
  db.owner(async (tx) => {
    await sql`delete from push_taken where taken_at < ${toIso(clock() - KEPT_MS)}`.execute(tx);
    await sql`delete from push_reminder where starts_at < ${toIso(clock() - KEPT_MS)}`.execute(tx);
  });
