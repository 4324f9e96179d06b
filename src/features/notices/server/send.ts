import { sql } from "kysely";
import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import { localeOf } from "#features/receipts/server/public.ts";
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS, toIso } from "#kernel/instant.ts";
import { chooseLocale } from "#kernel/locale.ts";
import { first } from "#server/db/db.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { failpoint } from "#server/failpoint.ts";
import type { Job } from "#server/jobs/jobs.ts";
import type { RoomParts } from "#server/room.ts";
import { type Verdict, stateOfRefused, verdictOn } from "../domain/outbox.ts";
import { NAMED_CHOICES } from "../domain/notices.ts";
import { dayOf, morningAfter } from "../domain/quiet.ts";
import { LEASE_MS, compose } from "./compose.ts";
import { openFailed, settleFailed } from "./failed.ts";
import {
  type NoticeRow,
  beginAgain,
  beginNotice,
  deliveryOfNotice,
  dropNotice,
  endNotice,
  holdNotice,
  lockNotices,
  noticesOf,
  retryNotice,
} from "./notice-rows.ts";
import { planDelivery } from "./plan.ts";
import { type Addressee, type Scene, addressHash, readScene } from "./scene.ts";
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
}

/**
 * Sends one notice: noted first, sent outside of any transaction, its answer noted last. Whatever breaks in between leaves
 * a row that says so.
 */
export const sendNotice =
  (parts: SendParts, ways: WaysOut): Job =>
  async (payload) => {
    const orgId = String(payload["orgId"]);
    const id = String(payload["id"]);
    const ready = await parts.db.as({ orgId }, (tx) =>
      begin({ tx, orgId, now: parts.clock() }, id, { parts, ways }),
    );
    if (!ready) return;
    failpoint("notices.begun");
    const { row, message } = ready;
    const { audience, deliveryId } = row;
    const answer = await ways[row.way].send({ id, orgId, deliveryId, audience, message });
    failpoint("notices.sent");
    await parts.db.as({ orgId }, async (tx) => {
      const context = { tx, orgId, now: parts.clock() };
      await lockNotices(tx, deliveryId);
      await note(context, row, answer, ways[row.way].knowsIds);
      await planDelivery(context, deliveryId);
    });
  };

interface Means {
  readonly parts: SendParts;
  readonly ways: WaysOut;
}

async function begin(context: TxContext, id: string, means: Means): Promise<Ready | undefined> {
  const { tx, now } = context;
  const deliveryId = await deliveryOfNotice(tx, id);
  if (deliveryId === undefined) return undefined;
  await lockNotices(tx, deliveryId);
  const all = await noticesOf(tx, deliveryId);
  const row = all.find((one) => one.id === id);
  const scene = await readScene(context, deliveryId);
  if (!row || !scene || isUnderWay(row, now)) return undefined;
  const isOwn = (one: Pick<NoticeRow, "audience" | "way">) =>
    one.audience === row.audience && one.way === row.way;
  const due = { row, own: all.filter(isOwn), to: scene.people.find(isOwn), scene };
  const verdict = verdictOn(row, due.own, scene.facts, {
    now,
    morning: morningAfter(now, scene.rules.quiet, scene.zone),
    ...(await limitsOn(context, due)),
    hasAddress: hasAddress(due.to),
    repeatsSafely: means.ways[row.way].knowsIds,
  });
  if (verdict.do === "send") return ready(context, due, means.parts);
  await carryOut(context, row, verdict);
  if (verdict.do !== "nothing") await planDelivery(context, deliveryId);
  return undefined;
}

/** A try that may still get its answer. */
const isUnderWay = ({ state, leasedUntil }: NoticeRow, now: Instant): boolean =>
  state === "sending" && leasedUntil !== null && leasedUntil > now;

/** A notice that is due, with everything that decides about it. */
interface Due {
  readonly row: NoticeRow;
  /** Every notice to the same person by the same way. */
  readonly own: readonly NoticeRow[];
  readonly to: Addressee | undefined;
  readonly scene: Scene;
}

type Reachable = Addressee & { readonly address: string };
const hasAddress = (to: Addressee | undefined): to is Reachable => to !== undefined && to.address !== null;

/** Notes the try before it is made; a later one sends the same message. */
async function ready(context: TxContext, due: Due, parts: SendParts): Promise<Ready | undefined> {
  const { row, own, to, scene } = due;
  const { id } = row;
  if (row.state === "sending" && row.message) {
    await beginAgain(context.tx, id, context.now + LEASE_MS);
    return { row, message: row.message };
  }
  if (!hasAddress(to)) return undefined;
  const isFirst = !own.some((one) => one.id !== id && one.saidAt !== null);
  const { publicUrl, locales } = parts;
  const locale = chooseLocale([await localeOf(context.tx, scene.delivery.orderId)], locales);
  const isTheirs = row.notice === "missed" && row.audience === "recipient";
  const offered = isTheirs ? await parts.openChoices(context, scene.delivery) : new Set<string>();
  const open = NAMED_CHOICES.filter((kind) => offered.has(kind));
  const begun = await compose(context, { scene, row, to, publicUrl, locale, open, isFirst });
  await beginNotice(context, id, begun);
  return { row, message: begun.message };
}

async function carryOut(context: TxContext, row: NoticeRow, verdict: Verdict): Promise<void> {
  if (verdict.do === "hold") await holdNotice(context, row.id, verdict.until);
  if (verdict.do === "drop") await dropNotice(context.tx, row.id, verdict.why, context.now);
  if (verdict.do !== "unsure") return;
  await endNotice(context, row.id, { state: "unsure", answer: "no answer" });
  await openFailed(context, row);
}

async function limitsOn({ tx, now }: TxContext, { to, scene }: Due) {
  if (!hasAddress(to)) return { isOff: false, isOverLimit: false };
  const hash = addressHash(to.way, to.address);
  const { start, end } = dayOf(now, scene.zone);
  const found = await first(
    tx,
    sql<{ isOff: boolean; ofDelivery: number; ofDay: number }>`
      select exists (select from notice_off where org_id = app_org() and address_hash = ${hash}) as "isOff",
        (select count(*)::int from notice where org_id = app_org() and address_hash = ${hash}
           and delivery_id = ${scene.delivery.id} and said_at is not null) as "ofDelivery",
        (select count(*)::int from notice where org_id = app_org() and address_hash = ${hash}
           and said_at >= ${toIso(start)} and said_at < ${toIso(end)}) as "ofDay"`,
  );
  if (!found) throw new Error("a count without a row");
  const isOverLimit =
    found.ofDelivery >= scene.rules.mostPerDelivery || found.ofDay >= scene.rules.mostPerDay;
  return { isOff: found.isOff, isOverLimit };
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
  if (end === "refused") {
    const state = stateOfRefused(row.state);
    return fail(state === "unsure" ? "unsure" : "failed");
  }
  const isUnknown = end === "unknown" || row.state === "sending";
  if (isUnknown && !knowsIds) return fail("unsure");
  if (wait === undefined) return fail(isUnknown ? "unsure" : "failed");
  return (isUnknown ? retryNotice : holdNotice)(context, id, context.now + wait);
}

/** Longer than anybody asks what was said. */
const KEPT_MS = 400 * DAY_MS;

/** Deletes notices that nobody asks about any more. */
export const deleteOldNotices = ({ db, clock }: Pick<SendParts, "db" | "clock">): Promise<unknown> =>
  db.owner((tx) => sql`delete from notice where made_at < ${toIso(clock() - KEPT_MS)}`.execute(tx));
