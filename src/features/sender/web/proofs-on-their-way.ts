import type { Delivery } from "#features/deliveries/contract/shapes.ts";

/** A phone sends its pictures after the outcome; until they are here the delivery is read again this often. */
const AGAIN_MS = 5_000;

/** Interval for reading a delivery again while an outcome names pictures that have not arrived; false once all are here. */
export function untilProofsArrive(delivery: Pick<Delivery, "tasks" | "proofs"> | undefined): number | false {
  const here = new Set(delivery?.proofs.map((proof) => proof.id));
  const named = delivery?.tasks.flatMap((task) => task.outcome?.proofIds ?? []) ?? [];
  return named.some((id) => !here.has(id)) && AGAIN_MS;
}
