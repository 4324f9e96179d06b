import { createHash } from "node:crypto";
import type { SharedProof } from "#features/courier/domain/sync/store.ts";
import { PROOFS_PER_TASK } from "#features/deliveries/contract/api.ts";
import type { Task } from "#features/deliveries/domain/delivery.ts";
import type { Part } from "#kernel/outbox/ports.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Data, StoredShot } from "../server-db.ts";
import type { World } from "../world.ts";

export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A courier who sends a picture, and where it lands. */
export interface Prover {
  readonly world: World;
  readonly data: Data;
  readonly user: string;
}

export const isWhole = ({ bytes, total }: StoredShot): boolean => bytes.length === total;

/** Whether a courier has or had the task. */
export const isTheirs = ({ courierId, pastCourierIds }: Task, user: string): boolean =>
  courierId === user || pastCourierIds.includes(user);

/** As `mayProve`: only who has or had the task, and so many pictures a task. @throws Refusal */
function mustProve(
  { world, data, user }: Prover,
  { id, deliveryId, taskId }: { readonly id: string; readonly deliveryId: string; readonly taskId: string },
): void {
  if (!world.has("prover-asked")) return;
  const tasks = data.deliveries.get(deliveryId)?.tasks ?? [];
  const task = tasks.find((one) => one.id === taskId);
  if (!task || !tasks.some((one) => isTheirs(one, user)))
    throw new Refusal("deliveries.not-found", { id: deliveryId });
  if (!isTheirs(task, user)) throw new Refusal("deliveries.not-yours", { taskId });
  let others = 0;
  for (const [key, shot] of data.shots) if (shot.taskId === taskId && key !== id) others += 1;
  if (others >= PROOFS_PER_TASK) throw new Refusal("deliveries.too-many-proofs", { limit: PROOFS_PER_TASK });
}

/**
 * Takes a part of a picture as `take-part.ts` does: asked when it begins and when it is whole.
 *
 * @returns the bytes that are here then
 * @throws Refusal
 */
export function takePart(prover: Prover, { file, offset, bytes }: Part): number {
  const { world, data, user } = prover;
  const { id, deliveryId, taskId, sha256, bytes: total } = file;
  const before = begun(data, file);
  if (before && isWhole(before)) return total;
  const next = continued(before?.bytes ?? new Uint8Array(), offset, bytes);
  if (!before || next.length === total) mustProve(prover, { id, deliveryId, taskId });
  if (next.length === total && hashOf(next) !== sha256 && world.has("photo-binding")) {
    data.shots.delete(id);
    throw new Refusal("courier.proof-broken", { proofId: id });
  }
  data.shots.set(id, { taskId, sha256, total, bytes: next, user });
  return next.length;
}

/** Bytes of this picture that came before. @throws Refusal where the id names another one */
function begun({ shots }: Data, { id, taskId, sha256 }: Part["file"]): StoredShot | undefined {
  const before = shots.get(id);
  if (before && (before.taskId !== taskId || before.sha256 !== sha256))
    throw new Refusal("http.idempotency-mismatch", { proofId: id });
  return before;
}

/** The bytes that are here, and this part where it continues them. */
const continued = (here: Uint8Array, offset: number, part: Uint8Array): Uint8Array =>
  offset === here.length && part.length > 0 ? joined(here, part) : here;

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}

/** Whether another stop of the same door has no such picture yet and may have it. */
export function isLacking(prover: Prover, { id, deliveryId, taskId }: SharedProof): boolean {
  const shot = prover.data.shots.get(id);
  if (shot && isWhole(shot)) return false;
  try {
    mustProve(prover, { id, deliveryId, taskId });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Names the bytes of one picture for another stop of the same door, once they are all here and the stop is theirs. */
export function shareShot(prover: Prover, shared: SharedProof): void {
  const { id, of, deliveryId, taskId } = shared;
  const { data, user } = prover;
  const [shot, before] = [data.shots.get(of), data.shots.get(id)];
  if (!shot || !isWhole(shot) || shot.user !== user || (before && isWhole(before))) return;
  try {
    mustProve(prover, { id, deliveryId, taskId });
  } catch (error) {
    if (error instanceof Refusal) return;
    throw error;
  }
  data.shots.set(id, { ...shot, taskId });
}
