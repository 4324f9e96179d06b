import { MINUTE_MS } from "#kernel/instant.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import { type Planned, type Row, dueAtOf, planNotices } from "../domain/outbox.ts";
import { wants } from "../domain/settings.ts";
import {
  type NewNotice,
  type NoticeRow,
  addNotices,
  dropNotice,
  lineOf,
  lockNotices,
  noticesOf,
  queueNotices,
  renewNotice,
} from "./notice-rows.ts";
import { type Addressee, type Scene, addressHash, readScene } from "./scene.ts";

/** A delivery with its notices, as they stand. */
export interface Standing {
  readonly scene: Scene;
  /** Every notice of the delivery. */
  readonly all: readonly NoticeRow[];
}

/** Brings the notices of a delivery in line with where it stands, and queues what is new. */
export async function planDelivery(context: TxContext, deliveryId: string): Promise<void> {
  await lockNotices(context.tx, deliveryId);
  const planned = await planLocked(context, deliveryId);
  if (planned) await queueNotices(context, planned.added);
}

/** As `planDelivery` where its notices are held, and queues nothing. @returns how it stands then, and what was added */
export async function planLocked(
  context: TxContext,
  deliveryId: string,
): Promise<(Standing & { readonly added: readonly NoticeRow[] }) | undefined> {
  const scene = await readScene(context, deliveryId);
  if (!scene) return undefined;
  const before = await noticesOf(context.tx, deliveryId);
  const all: NoticeRow[] = [];
  const made: NewNotice[] = [];
  const people = new Set(scene.people.map(lineOf));
  for (const one of scene.people) {
    const own = before.filter((row) => lineOf(row) === lineOf(one));
    const planned = await planFor(context, one, { scene, all: own });
    all.push(...planned.left);
    made.push(...planned.made);
  }
  const added = await addNotices(context, made);
  return { scene, all: [...before.filter((row) => !people.has(lineOf(row))), ...all, ...added], added };
}

/** Notices of one person that are to be added and dropped, where these stand. */
export const plannedOf = (
  { facts, rules }: Scene,
  { audience, way, also }: Pick<Addressee, "audience" | "way" | "also">,
  own: readonly Row[],
): Planned =>
  planNotices(facts, own, (notice) => [audience, ...also].some((one) => wants(rules, one, way)(notice)));

/** @returns what is left of the person's notices, and those that are to be added */
async function planFor(
  context: TxContext,
  { audience, way, address, also }: Addressee,
  { scene, all: own }: Standing,
): Promise<{ left: readonly NoticeRow[]; made: readonly NewNotice[] }> {
  const { tx, now } = context;
  const { rules } = scene;
  const deliveryId = scene.delivery.id;
  if (address === null && own.length === 0) return { left: own, made: [] };
  const hash = address === null ? null : addressHash(way, address);
  // The contact was mended: what failed goes to the new one.
  const isMoved = (row: NoticeRow) => row.state === "failed" && hash !== null && row.addressHash !== hash;
  for (const { id } of own.filter(isMoved)) await renewNotice(context, id);
  const rows = own.map((row) => (isMoved(row) ? renewed(row, now) : row));
  const { drop, add } = plannedOf(scene, { audience, way, also }, rows);
  for (const id of drop) await dropNotice(tx, id, "overtaken", now);
  const left = rows.map((row) => (drop.includes(row.id) ? dropped(row) : row));
  if (address === null) return { left, made: [] };
  const made = add.map((next) => {
    const dueAt = dueAtOf(next, now, rules.undoMinutes * MINUTE_MS);
    return { ...next, deliveryId, audience, way, dueAt };
  });
  return { left, made };
}

const dropped = (row: NoticeRow): NoticeRow => ({ ...row, state: "dropped", why: "overtaken", saidAt: null });
const renewed = (row: NoticeRow, now: Row["madeAt"]): NoticeRow => ({
  ...row,
  state: "waiting",
  why: null,
  madeAt: now,
  dueAt: now,
  saidAt: null,
  tries: 0,
});
