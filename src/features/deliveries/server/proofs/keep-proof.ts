import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { emit } from "#server/db/events.ts";
import type { Context } from "#server/http/route.ts";
import { instantIn } from "#server/http/instant-in.ts";
import { PROOFS_PER_TASK } from "../../contract/api.ts";
import type { deliveriesApi } from "../../contract/api.ts";
import type { Proof } from "../../contract/shapes.ts";
import { mayReport, notFound } from "../access.ts";
import { audienceOf } from "../delivery-events.ts";
import { reencode, storePicture } from "./picture.ts";
import type { Picture } from "./picture.ts";
import { pictureFolder, proofOf, proofsById } from "./proof-records.ts";
import { readDelivery } from "../record.ts";
import { mustBeSigned } from "./signed-picture.ts";
import type { DeliveryRecord } from "../record.ts";
import { writeContext } from "#server/db/tx-context.ts";
import type { WriteContext } from "#server/db/tx-context.ts";

type Given = ParsedOf<typeof deliveriesApi.keepProof>;

/**
 * Keeps a photo or signature under the client's own id: sent twice, it is one. The picture is decoded, written anew
 * and on disk before the transaction that names it.
 *
 * @throws Refusal `deliveries.not-found`, `deliveries.not-yours`, `deliveries.bad-picture`, `deliveries.signature-empty`,
 * `deliveries.too-many-proofs`, `http.idempotency-mismatch` when the id names another proof
 */
export async function keepProof(dataFolder: string, given: Given, context: Context): Promise<Proof> {
  const { db, actor } = context;
  const takenAt = Math.min(instantIn(given.takenAt, "takenAt"), context.now);
  const delivery = await db.as(actor, (tx) => deliveryToProve(tx, given, context));
  const picture = await reencode(given.image, given.kind);
  if (given.kind === "signature") await mustBeSigned(picture);
  await storePicture(pictureFolder(dataFolder), picture);
  return db.as(actor, async (tx) => {
    await mustHaveRoom(tx, given, context);
    const isNew = await insertProof(tx, given, { ...picture, takenAt }, context);
    const [kept] = await proofsById(tx, actor.orgId, [given.proofId]);
    const same =
      kept?.deliveryId === delivery.id &&
      kept.taskId === given.taskId.toLowerCase() &&
      kept.kind === given.kind &&
      kept.sha256 === picture.sha256;
    if (!kept || !same) throw new Refusal("http.idempotency-mismatch", { proofId: given.proofId });
    if (isNew)
      await announce(writeContext(tx, context), { ...given, commandId: context.key }, { delivery, takenAt });
    return proofOf(kept);
  });
}

async function deliveryToProve(tx: Tx, given: Given, context: Context): Promise<DeliveryRecord> {
  const { actor } = context;
  const delivery = await readDelivery(tx, actor.orgId, given.id);
  if (!delivery || !mayReport(delivery, context)) throw notFound({ id: given.id });
  const task = delivery.tasks.find((one) => one.id === given.taskId.toLowerCase());
  if (!task) throw notFound({ id: given.taskId });
  const courierId = actor.courierId ?? "";
  const theirs = task.courierId === courierId || task.pastCourierIds.includes(courierId);
  if (context.scope !== "org" && !theirs) throw new Refusal("deliveries.not-yours", { taskId: task.id });
  await mustHaveRoom(tx, given, context);
  return delivery;
}

/**
 * A broken or hostile device fills no disk. Asked before the picture is decoded, and again with the task's row held, so
 * that several at once do not pass together.
 *
 * @throws Refusal `deliveries.too-many-proofs`
 */
async function mustHaveRoom(tx: Tx, { taskId, proofId }: Given, { actor }: Context): Promise<void> {
  await sql`select from task where org_id = ${actor.orgId} and id = ${taskId} for update`.execute(tx);
  const kept = await first(
    tx,
    sql<{ full: boolean }>`
      select count(*) >= ${PROOFS_PER_TASK} and not coalesce(bool_or(id = ${proofId}), false) as full
      from proof where org_id = ${actor.orgId} and task_id = ${taskId}`,
  );
  if (kept?.full === true) throw new Refusal("deliveries.too-many-proofs", { limit: PROOFS_PER_TASK });
}

async function insertProof(
  tx: Tx,
  given: Given,
  { sha256, file, bytes, takenAt }: Picture & { readonly takenAt: Instant },
  { actor, now }: Context,
): Promise<boolean> {
  const row = await first(
    tx,
    sql<{ id: string }>`
      insert into proof (org_id, id, delivery_id, task_id, kind, sha256, file, bytes, taken_at, kept_at, kept_by)
      values (${actor.orgId}, ${given.proofId}, ${given.id}, ${given.taskId}, ${given.kind}, ${sha256}, ${file},
        ${bytes.length}, ${toIso(takenAt)}, ${toIso(now)}, ${actor.userId ?? null})
      on conflict (org_id, id) do nothing returning id`,
  );
  return row !== undefined;
}

function announce(
  { tx, actor, now }: WriteContext,
  { proofId, taskId, kind, commandId }: Given & { readonly commandId: string },
  { delivery, takenAt }: { readonly delivery: DeliveryRecord; readonly takenAt: Instant },
) {
  return emit(tx, actor, now, {
    aggregate: "proof",
    aggregateId: proofId,
    type: "proof.available",
    data: { proofId, deliveryId: delivery.id, taskId, kind },
    audience: audienceOf(delivery, delivery.courierId),
    commandId,
    occurredAt: takenAt,
  });
}
