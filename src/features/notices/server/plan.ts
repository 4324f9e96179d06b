import { MINUTE_MS } from "#kernel/instant.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { dueAtOf, planNotices } from "../domain/outbox.ts";
import { wants } from "../domain/settings.ts";
import { type NoticeRow, addNotice, dropNotice, lockNotices, noticesOf, renewNotice } from "./notice-rows.ts";
import { type Addressee, type Scene, addressHash, readScene } from "./scene.ts";

/** Brings the notices of a delivery in line with where it stands. */
export async function planDelivery(context: TxContext, deliveryId: string): Promise<void> {
  const { tx } = context;
  await lockNotices(tx, deliveryId);
  const scene = await readScene(context, deliveryId);
  if (!scene) return;
  const all = await noticesOf(tx, deliveryId);
  for (const one of scene.people) await planFor(context, one, { scene, all });
}

interface Planned {
  readonly scene: Scene;
  /** Every notice of the delivery. */
  readonly all: readonly NoticeRow[];
}

async function planFor(
  context: TxContext,
  { audience, way, address }: Addressee,
  { scene, all }: Planned,
): Promise<void> {
  const { tx, now } = context;
  const { rules } = scene;
  const deliveryId = scene.delivery.id;
  const own = all.filter((row) => row.audience === audience && row.way === way);
  if (address === null && own.length === 0) return;
  const hash = address === null ? null : addressHash(way, address);
  // The contact was mended: what failed goes to the new one.
  const moved = own.filter((row) => row.state === "failed" && hash !== null && row.addressHash !== hash);
  for (const { id } of moved) await renewNotice(context, id);
  const rows = own.map((row) => (moved.includes(row) ? { ...row, state: "waiting" as const } : row));
  const { drop, add } = planNotices(scene.facts, rows, wants(rules, audience, way));
  for (const id of drop) await dropNotice(tx, id, "overtaken", now);
  if (address === null) return;
  for (const next of add) {
    const dueAt = dueAtOf(next, now, rules.undoMinutes * MINUTE_MS);
    await addNotice(context, { ...next, deliveryId, audience, way, dueAt });
  }
}
