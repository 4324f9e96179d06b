import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { toIso, type Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first, type Db, type Tx } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import { emit } from "#server/db/events.ts";
import type { Context } from "#server/http/route.ts";
import { instantIn } from "#server/http/instant-in.ts";
import { storeFile } from "#server/store-file.ts";
import { mustBeSigned, reencode, type Picture } from "#features/proofs/server/public.ts";
import { PROOFS_PER_TASK, type deliveriesApi } from "../../contract/api.ts";
import type { Proof } from "../../contract/shapes.ts";
import { mayReport, notFound, type Who } from "../access.ts";
import { audienceOf } from "../delivery-events.ts";
import { pictureFolder, proofOf, proofsById, type ProofRecord } from "./proof-records.ts";
import { readDelivery, type DeliveryRecord } from "../record.ts";

/** A picture as it came, under the client's own id. */
export interface GivenPicture {
  readonly deliveryId: string;
  readonly taskId: string;
  readonly proofId: string;
  readonly kind: "photo" | "signature";
  readonly takenAt: Instant;
  readonly bytes: Buffer;
}

/** Caller who keeps it, with the id under which its event is told once. */
export interface Prover extends Who {
  readonly db: Db;
  readonly commandId: string;
}

/** Keeps a picture that a call brings whole. @throws Refusal as `keepPicture` */
export const keepProof = (
  dataFolder: string,
  { id, taskId, proofId, kind, takenAt, image }: ParsedOf<typeof deliveriesApi.keepProof>,
  context: Context,
): Promise<Proof> => {
  const at = instantIn(takenAt, "takenAt");
  const bytes = Buffer.from(image, "base64");
  const given = { deliveryId: id, taskId, proofId, kind, takenAt: at, bytes };
  return keepPicture(dataFolder, given, { ...context, commandId: context.key });
};

/**
 * Keeps a photo or signature under the client's own id: sent twice, it is one, by the bytes as they came. The picture is
 * decoded, written anew and on disk before the transaction that names it.
 *
 * @throws Refusal `deliveries.not-found`, `deliveries.not-yours`, `deliveries.bad-picture`, `deliveries.signature-empty`,
 * `deliveries.too-many-proofs`, `http.idempotency-mismatch` when the id names another proof
 */
export async function keepPicture(dataFolder: string, given: GivenPicture, prover: Prover): Promise<Proof> {
  const { db, actor } = prover;
  const givenSha256 = sha256(given.bytes);
  const takenAt = Math.min(given.takenAt, prover.now);
  const { delivery, before } = await db.as(actor, async (tx) => ({
    delivery: await mayProve(tx, given, prover),
    before: await keptBefore(tx, { ...given, givenSha256 }),
  }));
  if (before) return proofOf(before);
  const picture = await reencode(given.bytes, given.kind);
  if (given.kind === "signature") await mustBeSigned(picture);
  await storeFile(pictureFolder(dataFolder), picture);
  return db.as(actor, async (tx) => {
    await mustHaveRoom(tx, given);
    const isNew = await insertProof(tx, given, { ...picture, givenSha256, takenAt }, prover);
    const kept = await keptBefore(tx, { ...given, givenSha256 });
    if (!kept) throw new Error("a proof vanished");
    if (isNew) await emitKept(tx, delivery, { ...given, takenAt }, prover);
    return proofOf(kept);
  });
}

type Kept = Naming & { readonly takenAt: Instant };

const emitKept = (
  tx: Tx,
  delivery: DeliveryRecord,
  { proofId, taskId, kind, takenAt }: Kept,
  { actor, now, commandId }: Who & { readonly commandId?: string },
) =>
  emit(tx, actor, now, {
    aggregate: "proof",
    aggregateId: proofId,
    type: "proof.available",
    data: { proofId, deliveryId: delivery.id, taskId, kind },
    audience: audienceOf(delivery, delivery.courierId),
    commandId,
    occurredAt: takenAt,
  });

/**
 * Names bytes that the caller sent for one task for another one too: they are stored once. Bytes that are not kept, or
 * are not those that were named, change nothing.
 *
 * @throws Refusal as `keepPicture`
 */
export async function shareProof(
  tx: Tx,
  ofId: string,
  given: Naming & { readonly givenSha256: string },
  who: Who,
): Promise<void> {
  const delivery = await mayProve(tx, given, who);
  const { proofId, deliveryId, taskId, kind, givenSha256 } = given;
  const { userId } = who.actor;
  const row = await first(
    tx,
    sql<{ takenAt: Instant }>`
      insert into proof (org_id, id, delivery_id, task_id, kind, sha256, given_sha256, file, bytes, taken_at, kept_at,
        kept_by)
      select org_id, ${proofId}, ${deliveryId}, ${taskId}, kind, sha256, given_sha256, file, bytes, taken_at,
        ${toIso(who.now)}, kept_by
      from proof where org_id = app_org() and id = ${ofId} and kept_by = ${userId ?? null} and kind = ${kind}
        and given_sha256 = ${givenSha256}
      on conflict (org_id, id) do nothing returning taken_at as "takenAt"`,
  );
  if (row) await emitKept(tx, delivery, { ...given, ...row }, who);
}

type Naming = Omit<GivenPicture, "bytes" | "takenAt">;

/** The proof of this id, where it was kept before. @throws Refusal `http.idempotency-mismatch` for another one */
export async function keptBefore(
  tx: Tx,
  given: Naming & { readonly givenSha256: string },
): Promise<ProofRecord | undefined> {
  const [kept] = await proofsById(tx, [given.proofId]);
  const isSame =
    kept?.deliveryId === given.deliveryId.toLowerCase() &&
    kept.taskId === given.taskId.toLowerCase() &&
    kept.kind === given.kind &&
    (kept.givenSha256 === null || kept.givenSha256 === given.givenSha256);
  if (kept && !isSame) throw new Refusal("http.idempotency-mismatch", { proofId: given.proofId });
  return kept;
}

/** The delivery that the caller may add a proof to. @throws Refusal as `keepPicture` */
export async function mayProve(tx: Tx, given: Naming, who: Who): Promise<DeliveryRecord> {
  const { actor } = who;
  const delivery = await readDelivery(tx, given.deliveryId);
  if (!delivery || !mayReport(delivery, who)) throw notFound({ id: given.deliveryId });
  const task = delivery.tasks.find((one) => one.id === given.taskId.toLowerCase());
  if (!task) throw notFound({ id: given.taskId });
  const courierId = actor.courierId ?? "";
  const theirs = task.courierId === courierId || task.pastCourierIds.includes(courierId);
  if (who.scope !== "org" && !theirs) throw new Refusal("deliveries.not-yours", { taskId: task.id });
  await mustHaveRoom(tx, given);
  return delivery;
}

/**
 * A broken or hostile device fills no disk. Asked before the picture is decoded, and again with the task's row held, so
 * that several at once do not pass together.
 *
 * @throws Refusal `deliveries.too-many-proofs`
 */
async function mustHaveRoom(tx: Tx, { taskId, proofId }: Naming): Promise<void> {
  await sql`select from task where org_id = app_org() and id = ${taskId} for update`.execute(tx);
  const kept = await first(
    tx,
    sql<{ full: boolean }>`
      select count(*) >= ${PROOFS_PER_TASK} and not coalesce(bool_or(id = ${proofId}), false) as full
      from proof where org_id = app_org() and task_id = ${taskId}`,
  );
  if (kept?.full === true) throw new Refusal("deliveries.too-many-proofs", { limit: PROOFS_PER_TASK });
}

type Stored = Picture & { readonly givenSha256: string; readonly takenAt: Instant };

async function insertProof(
  tx: Tx,
  { proofId, deliveryId, taskId, kind }: Naming,
  { sha256: stored, givenSha256, file, bytes, takenAt }: Stored,
  { actor, now }: Who,
): Promise<boolean> {
  const row = await first(
    tx,
    sql`
      insert into proof (org_id, id, delivery_id, task_id, kind, sha256, given_sha256, file, bytes, taken_at, kept_at,
        kept_by)
      values (app_org(), ${proofId}, ${deliveryId}, ${taskId}, ${kind}, ${stored}, ${givenSha256}, ${file},
        ${bytes.length}, ${toIso(takenAt)}, ${toIso(now)}, ${actor.userId ?? null})
      on conflict (org_id, id) do nothing returning id`,
  );
  return row !== undefined;
}
