import { MINUTE_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { PaymentDeps } from "../base/payment-deps.ts";

const KEY_MS = 15 * MINUTE_MS;

/** Cancels an intent without a payment, unless it has ended. @throws Refusal `payments.provider-silent` */
export async function endIntent(deps: PaymentDeps, ref: string): Promise<void> {
  // A stored error would answer the same key for a day; ending twice is ending once.
  const turn = Math.floor(deps.clock() / KEY_MS);
  const ended = await deps.provider.cancel({ key: `${deps.instance}:orphan:${ref}:${turn}`, ref });
  if (ended.kind === "ok") return;
  const seen = ended.kind === "rejected" ? await deps.provider.getIntent(ref) : undefined;
  if (seen?.kind !== "ok" || seen.value.snapshot.status !== "canceled")
    throw new Refusal("payments.provider-silent");
}
