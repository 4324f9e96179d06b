import { randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { type ProofRecord, proofsOf, readProofPicture } from "#features/deliveries/server/public.ts";
import { DAY_MS, type Instant, toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { TOKEN_RANDOM_BYTES, token22 } from "#kernel/token.ts";
import { first, rows, type Tx } from "#server/db/db.ts";
import { emit } from "#server/db/events.ts";
import { sha256 } from "#server/db/hash.ts";
import type { Context } from "#server/http/route.ts";
import type { TrackingView } from "../contract/api.ts";
import {
  ADDRESS_LIMITS,
  type Known,
  PICTURES_OPEN_MS,
  answersLeft,
  houseNumberIn,
  isKnown,
  pinHiddenSince,
  takenAgainAt,
} from "../domain/answer.ts";
import { opens } from "./links.ts";
import { type Followed, followedBy } from "./queries.ts";

const knownOf = ({ delivery, pin, linkedAt, steps }: Followed): Known => ({
  houseNumber: houseNumberIn(delivery.dropoff),
  pin: linkedAt >= pinHiddenSince(steps) ? pin : null,
});

/** The task whose pictures the recipient may ask for: only what was handed over to them. */
const handedOver = ({ delivery: { state, done } }: Followed) =>
  state === "delivered" && done?.kind === "deliver" && done.proofs.length > 0 ? done : null;

/** Answers that open the pictures; none where there are no pictures, or nothing to ask. */
export function opensBy(followed: Followed): NonNullable<TrackingView["proof"]>["opensBy"] {
  if (!handedOver(followed)) return [];
  const { houseNumber, pin } = knownOf(followed);
  return [
    ...(houseNumber === null ? [] : (["house_number"] as const)),
    ...(pin === null ? [] : (["pin"] as const)),
  ];
}

/**
 * Opens the pictures of a link to whoever knows the house number or the PIN. A wrong answer is counted in a transaction
 * that a refusal does not undo; one delivery's answers come one after the other.
 *
 * @returns the secret by which they are shown
 * @throws Refusal `tracking.unknown-link`, `tracking.no-pictures`, `tracking.wrong-answer`, `tracking.answers-locked`
 */
export async function openPictures(answer: string, context: Context): Promise<string> {
  const secret = token22(randomBytes(TOKEN_RANDOM_BYTES));
  const refusal = await context.db.as(context.actor, (tx) => tryAnswer(tx, { answer, secret }, context));
  if (refusal) throw refusal;
  return secret;
}

interface Given {
  readonly answer: string;
  readonly secret: string;
}

async function tryAnswer(tx: Tx, { answer, secret }: Given, context: Context): Promise<Refusal | null> {
  const { actor, now, trackingToken, address = "", key } = context;
  const { orgId } = actor;
  const followed = await followedBy(tx, orgId, trackingToken, now);
  if (!followed) return new Refusal("tracking.unknown-link");
  if (opensBy(followed).length === 0) return new Refusal("tracking.no-pictures");
  const { id } = followed.delivery;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pictures ${id}`}, 0))`.execute(tx);
  const by = sha256(address);
  const before = await answersBefore(tx, { id, by, now });
  const until = takenAgainAt(before.ofDelivery, now) ?? takenAgainAt(before.ofAddress, now, ADDRESS_LIMITS);
  if (until !== null) return locked(until);
  const isRight = isKnown(answer, knownOf(followed));
  const isCounted = await countAnswer(tx, { id, by, now }, { key, isRight, actor });
  if (isRight) {
    await keepGrant(tx, { secret, token: trackingToken ?? "" }, { orgId, now });
    return null;
  }
  return wrong([...before.ofDelivery, ...(isCounted ? [now] : [])], now);
}

/** Counts an answer and tells the office. @returns false for one that was sent before */
async function countAnswer(
  tx: Tx,
  { id, by, now }: Asked,
  { key, isRight, actor }: Pick<Context, "key" | "actor"> & { readonly isRight: boolean },
): Promise<boolean> {
  const counted = await first(
    tx,
    sql`insert into picture_answer (org_id, id, delivery_id, address_hash, answered_at, is_right)
        values (app_org(), ${key}, ${id}, ${by}, ${toIso(now)}, ${isRight}) on conflict do nothing returning 1`,
  );
  if (!counted) return false;
  await emit(tx, actor, now, {
    aggregate: "pictures",
    aggregateId: id,
    type: isRight ? "pictures.opened" : "pictures.refused",
    data: { deliveryId: id },
    audience: { staff: true },
    occurredAt: now,
  });
  return true;
}

function wrong(wrongAt: readonly Instant[], now: Instant): Refusal {
  const until = takenAgainAt(wrongAt, now);
  if (until !== null) return locked(until);
  return new Refusal("tracking.wrong-answer", { field: "answer", left: answersLeft(wrongAt, now) });
}

const locked = (until: Instant): Refusal =>
  new Refusal("tracking.answers-locked", { field: "answer", until: toIso(until) });

interface Asked {
  readonly id: string;
  /** Hash of the caller's address. */
  readonly by: string;
  readonly now: Instant;
}

/** Longer than a lock: whoever looks into a guessing finds it. */
const ANSWERS_KEPT_MS = 30 * DAY_MS;

/** Moments of the newest wrong answers about the delivery, and from the address about any. */
async function answersBefore(tx: Tx, { id, by, now }: Asked) {
  const newest = (whose: RawBuilder<unknown>, isOfDelivery: boolean) => sql`
    (select answered_at as at, ${isOfDelivery}::boolean as "isOfDelivery" from picture_answer
     where org_id = app_org() and not is_right and answered_at > ${toIso(now - ANSWERS_KEPT_MS)} and ${whose}
     order by answered_at desc limit 100)`;
  const found = await rows(
    tx,
    sql<{ at: Instant; isOfDelivery: boolean }>`
      ${newest(sql`delivery_id = ${id}`, true)} union all ${newest(sql`address_hash = ${by}`, false)}`,
  );
  const times = (ofDelivery: boolean) =>
    found.filter(({ isOfDelivery }) => isOfDelivery === ofDelivery).map(({ at }) => at);
  return { ofDelivery: times(true), ofAddress: times(false) };
}

/** Keeps a grant, and deletes what is over. */
async function keepGrant(
  tx: Tx,
  { secret, token }: { readonly secret: string; readonly token: string },
  { now }: { readonly orgId: string; readonly now: Instant },
): Promise<void> {
  await sql`delete from picture_grant where org_id = app_org() and until < ${toIso(now)}`.execute(tx);
  await sql`delete from picture_answer where org_id = app_org() and answered_at < ${toIso(now - ANSWERS_KEPT_MS)}`.execute(
    tx,
  );
  await sql`
    insert into picture_grant (org_id, secret_hash, link_hash, until)
    values (app_org(), ${sha256(secret)}, ${sha256(token)}, ${toIso(now + PICTURES_OPEN_MS)})`.execute(tx);
}

/** Pictures that a link and a secret show now, none where either is not good any more. */
export async function shownPictures(context: Context, secret: string | undefined): Promise<ProofRecord[]> {
  const { actor, now, trackingToken, db } = context;
  const { orgId } = actor;
  if (secret === undefined || secret === "") return [];
  return db.read(actor, async (tx) => {
    const granted = await first(
      tx,
      sql`select 1 from picture_grant g join tracking_link l on l.org_id = g.org_id and l.token_hash = g.link_hash
          where g.org_id = app_org() and g.secret_hash = ${sha256(secret)} and g.until > ${toIso(now)}
            and ${opens(trackingToken, now)}`,
    );
    if (!granted) return [];
    const followed = await followedBy(tx, orgId, trackingToken, now);
    const task = followed && handedOver(followed);
    if (!task) return [];
    const proofs = await proofsOf(tx, [followed.delivery.id]);
    return proofs.filter(({ taskId }) => taskId === task.id);
  });
}

/** One of them with its bytes. @throws Refusal `http.not-found` */
export async function shownPicture(
  dataFolder: string,
  context: Context,
  { id, secret }: { readonly id: string; readonly secret: string | undefined },
) {
  const proof = (await shownPictures(context, secret)).find((one) => one.id === id);
  if (!proof) throw new Refusal("http.not-found");
  return { kind: proof.kind, ...(await readProofPicture(dataFolder, proof)) };
}
