import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import { keepLinks, newLink } from "#features/tracking/server/public.ts";
import { type Instant, MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import { chooseLocale } from "#kernel/locale.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { failpoint } from "#server/failpoint.ts";
import type { Job } from "#server/jobs/jobs.ts";
import type { RoomParts } from "#server/room.ts";
import { type Verdict, stateOfRefused, verdictOn } from "../domain/outbox.ts";
import { NAMED_CHOICES } from "../domain/notices.ts";
import { morningAfter } from "../domain/quiet.ts";
import { LEASE_MS, compose } from "./compose.ts";
import { openFailed, settleFailed } from "./failed.ts";
import {
  type NoticeRow,
  beginAgain,
  beginNotices,
  dropNotice,
  endNotice,
  endTaken,
  holdNotice,
  lineOf,
  lockByNotice,
  lockNotices,
  lockToSend,
  queueNotices,
  retryNotice,
} from "./notice-rows.ts";
import { type Standing, planDelivery, planLocked } from "./plan.ts";
import type { Scene } from "./scene.ts";
import { type DueTerms, readTerms } from "./terms.ts";
import type { Answer, Message, WaysOut } from "./ways.ts";

/** Choices of the recipient that are open now, by a later room. */
export type OpenChoices = (context: TxContext, delivery: DeliveryRecord) => Promise<ReadonlySet<string>>;

export type SendParts = Pick<RoomParts, "db" | "clock" | "locales" | "publicUrl"> & {
  readonly openChoices: OpenChoices;
};

/** Waits between the tries of a notice that nobody took. */
const WAITS_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS];

interface Ready {
  readonly row: NoticeRow;
  readonly message: Message;
  /** The delivery may have an exception about notices, which ends with the last that is astray. */
  readonly maySettle: boolean;
}

interface Means {
  readonly parts: SendParts;
  readonly ways: WaysOut;
}

/** Sends a notice that is due, with whatever else of its delivery is. */
export const sendNotice =
  (parts: SendParts, ways: WaysOut): Job =>
  ({ orgId, id }) =>
    tell({ parts, ways }, String(orgId), async (context) => {
      const deliveryId = await lockByNotice(context.tx, String(id));
      return { deliveryId, id: String(id) };
    });

/** Plans the notices of a delivery of which there is news, and sends those that are due. */
export const followDelivery =
  (parts: SendParts, ways: WaysOut): Job =>
  ({ orgId, aggregateId }) =>
    tell({ parts, ways }, String(orgId), async ({ tx }) => {
      await lockToSend(tx, String(aggregateId));
      return { deliveryId: String(aggregateId) };
    });

interface Asked {
  /** Absent where there is none. */
  readonly deliveryId: string | undefined;
  /** The notice that the job is for. */
  readonly id?: string;
}

/**
 * Tells what is due of one delivery: noted first, sent outside of any transaction, each answer noted last. Whatever breaks
 * in between leaves rows that say so.
 */
async function tell(
  means: Means,
  orgId: string,
  lock: (context: TxContext) => Promise<Asked>,
): Promise<void> {
  const { db, clock } = means.parts;
  const begun = await db.as({ orgId }, async (tx) => {
    const context = { tx, orgId, now: clock() };
    const { deliveryId, id } = await lock(context);
    const planned = deliveryId === undefined ? undefined : await planLocked(context, deliveryId);
    return planned ? begin(context, { ...planned, id }, means) : [];
  });
  if (begun.length === 0) return;
  failpoint("notices.begun");
  const ends = await Promise.allSettled(begun.map((one) => sendOne(means, orgId, one)));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

async function sendOne({ parts, ways }: Means, orgId: string, ready: Ready): Promise<void> {
  const { row, message, maySettle } = ready;
  const { id, audience, deliveryId } = row;
  const answer = await ways[row.way].send({ id, orgId, deliveryId, audience, message });
  failpoint("notices.sent");
  const context = (tx: TxContext["tx"]) => ({ tx, orgId, now: parts.clock() });
  // One that is being sent counts as said: that it was taken changes nothing that was planned.
  if (answer.end === "taken" && !maySettle) {
    await parts.db.alone({ orgId }, (tx) => endTaken(context(tx), row, answer.said));
    return;
  }
  await parts.db.as({ orgId }, async (tx) => {
    await lockNotices(tx, deliveryId);
    await note(context(tx), row, answer, ways[row.way].knowsIds);
    await planDelivery(context(tx), deliveryId);
  });
}

interface Begin extends Standing {
  readonly added: readonly NoticeRow[];
  readonly id: string | undefined;
}

/** Notes the tries of all that is due, and puts the rest off. */
async function begin(context: TxContext, standing: Begin, means: Means): Promise<readonly Ready[]> {
  const { scene, all, added } = standing;
  const { parts, ways } = means;
  const { now } = context;
  const due = dueOf(standing, now);
  const later = added.filter((row) => !due.includes(row));
  const found = await readTerms(context, { scene, due, locales: parts.locales });
  const toSend: Due[] = [];
  for (const { row, to, terms } of found) {
    const own = all.filter((one) => lineOf(one) === lineOf(row));
    const verdict = verdictOn(row, own, scene.facts, {
      now,
      morning: morningAfter(now, scene.rules.quiet, scene.zone),
      isOff: terms.isOff,
      isOverLimit: terms.isOverLimit,
      hasAddress: to !== undefined,
      repeatsSafely: ways[row.way].knowsIds,
    });
    if (verdict.do === "send") toSend.push({ row, own, to, terms });
    else await carryOut(context, row, verdict);
  }
  // The second of one person by one way is read again once the first is noted; a job that came early comes again.
  const isAgain = (row: NoticeRow) => isDue(row, now) || (row.id === standing.id && isOpen(row, now));
  const again = all.filter((row) => isAgain(row) && !added.includes(row) && !due.includes(row));
  await queueNotices(context, [...later, ...again]);
  const made = await ready(context, scene, toSend, parts);
  return made.map((one) => ({ ...one, maySettle: maySettle(all, one.row) }));
}

/** Tried before and not known to have arrived: an exception may have been opened for it. */
const maySettle = (all: readonly NoticeRow[], { id }: NoticeRow): boolean =>
  all.some(
    (row) => row.addressHash !== null && (row.id === id || (row.state !== "sent" && row.state !== "sending")),
  );

const isDue = (row: NoticeRow, now: Instant): boolean => row.dueAt <= now && isOpen(row, now);

const isOpen = (row: NoticeRow, now: Instant): boolean =>
  row.state === "waiting" || (row.state === "sending" && !isUnderWay(row, now));

/** The notices whose turn it is: of each person by each way one. */
function dueOf({ all }: Begin, now: Instant): NoticeRow[] {
  const due = all.filter((row) => isDue(row, now));
  return due.filter((row, nth) => due.findIndex((one) => lineOf(one) === lineOf(row)) === nth);
}

/** A try that may still get its answer. */
const isUnderWay = ({ state, leasedUntil }: NoticeRow, now: Instant): boolean =>
  state === "sending" && leasedUntil !== null && leasedUntil > now;

/** A notice that is sent now, with everything that its message is made of. */
interface Due extends DueTerms {
  /** Every notice to the same person by the same way. */
  readonly own: readonly NoticeRow[];
}

/** Notes the tries before they are made; a later one sends the same message. */
async function ready(
  context: TxContext,
  scene: Scene,
  toSend: readonly Due[],
  parts: SendParts,
): Promise<Pick<Ready, "row" | "message">[]> {
  const { publicUrl, locales } = parts;
  const locale = chooseLocale([scene.locale], locales);
  const isTheirs = ({ row }: Due) => row.notice === "missed" && row.audience === "recipient";
  const offered = toSend.some(isTheirs)
    ? await parts.openChoices(context, scene.delivery)
    : new Set<string>();
  const links: Parameters<typeof keepLinks>[2][number][] = [];
  const begun: Parameters<typeof beginNotices>[1][number][] = [];
  const made: Pick<Ready, "row" | "message">[] = [];
  for (const due of toSend) {
    const { row, own, to, terms } = due;
    if (row.state === "sending" && row.message) {
      await beginAgain(context.tx, row.id, context.now + LEASE_MS);
      made.push({ row, message: row.message });
    } else if (to) {
      const isFirst = !own.some((one) => one.id !== row.id && one.saidAt !== null);
      const open = NAMED_CHOICES.filter((kind) => isTheirs(due) && offered.has(kind));
      const link = linkFor(row, context.now);
      if (link) links.push(link);
      const path = link?.path ?? `/my/deliveries/${scene.delivery.id}`;
      const one = compose({
        scene,
        row,
        to,
        now: context.now,
        template: terms.template,
        link: publicUrl + path,
        publicUrl,
        locale,
        open,
        isFirst,
      });
      begun.push({ ...one, id: row.id, saidAt: afterAll(own, context.now) });
      made.push({ row, message: one.message });
    }
  }
  await keepLinks(context, scene.delivery.id, links);
  await beginNotices(context, begun);
  return made;
}

/** The moment of what is said now: behind all that was, also where the clock stood still. */
const afterAll = (own: readonly NoticeRow[], now: Instant): Instant =>
  Math.max(now, ...own.map(({ saidAt }) => (saidAt ?? 0) + 1));

/** Recipients decide by theirs; who has an account needs none. */
function linkFor({ audience, way }: NoticeRow, now: Instant) {
  if (audience === "sender" || way === "push") return undefined;
  return { ...newLink(now), way, kind: audience === "recipient" ? ("act" as const) : ("view" as const) };
}

async function carryOut(context: TxContext, row: NoticeRow, verdict: Verdict): Promise<void> {
  if (verdict.do === "hold") await holdNotice(context, row.id, verdict.until);
  if (verdict.do === "drop") await dropNotice(context.tx, row.id, verdict.why, context.now);
  if (verdict.do !== "unsure") return;
  await endNotice(context, row.id, { state: "unsure", answer: "silent" });
  await openFailed(context, row);
}

/** Notes what became of a try. */
async function note(
  context: TxContext,
  row: NoticeRow,
  { end, said }: Answer,
  knowsIds: boolean,
): Promise<void> {
  const { id } = row;
  const wait = WAITS_MS[row.tries];
  const fail = async (state: "failed" | "unsure") => {
    await endNotice(context, id, { state, answer: said });
    await openFailed(context, row);
  };
  if (end === "taken") {
    await endNotice(context, id, { state: "sent", answer: said });
    return settleFailed(context, row.deliveryId);
  }
  if (end === "gone") return void (await dropNotice(context.tx, id, "no_address", context.now));
  if (end === "refused") {
    const state = stateOfRefused(row.state);
    return fail(state === "unsure" ? "unsure" : "failed");
  }
  const isUnknown = end === "unknown" || row.state === "sending";
  if (isUnknown && !knowsIds) return fail("unsure");
  if (wait === undefined) return fail(isUnknown ? "unsure" : "failed");
  return (isUnknown ? retryNotice : holdNotice)(context, id, context.now + wait);
}
