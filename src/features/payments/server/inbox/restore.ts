import { sql } from "kysely";
import { isUuid } from "#kernel/id.ts";
import { DAY_MS, HOUR_MS, toIso, type Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { mergeSnapshot } from "../merge/merge-snapshot.ts";
import { pullKnown } from "../merge/read-and-merge.ts";
import { endOrReport } from "../operations/end-intent.ts";
import type { ProviderLists } from "../base/gateway.ts";
import { isWaiting, openKey, operationOf } from "../base/operation.ts";
import { lockPayment, paymentOfRef, paymentsWhere } from "../base/payment-row.ts";
import type { PaymentRow } from "../../domain/payment.ts";
import type { PaymentDeps } from "../base/payment-deps.ts";
import { gateOf, reopenAfterRestore } from "../gate/gate-row.ts";

/** Events are listed a little late, and clocks differ. */
const OVERLAP_MS = HOUR_MS;
/** Stripe lists events of thirty days. */
const LISTED_MS = 29 * DAY_MS;
/** A card holder may dispute for some months. */
const OLDEST_MS = 180 * DAY_MS;

/**
 * After a backup was restored: merges all later events of the provider, and only then do calls go out again. An
 * intent whose payment is known is adopted. One of a payment that was lost is cancelled where it holds nothing,
 * and is for a person where it holds or captured money.
 * @throws Refusal `payments.provider-silent`: the gate stays shut, and the next check begins anew
 */
export async function compareIfRestored(deps: PaymentDeps, orgId: string): Promise<void> {
  const { id: provider, lists } = deps.provider;
  const gate = await deps.db.as({ orgId }, (tx) => gateOf(tx, provider, deps.clock()));
  if (gate.frozenAt === null || gate.frozenFrom === null || gate.stoppedAt !== null) return;
  deps.log.warn(
    { orgId, provider },
    "a backup was restored: nothing goes out until both books were compared",
  );
  const since = gate.frozenFrom - OVERLAP_MS;
  for (const ref of await changedSince(lists, since)) await takeIn(deps, orgId, ref);
  const isListed = since > deps.clock() - LISTED_MS;
  for (const payment of await toPull(deps, orgId, isListed)) await pullKnown(deps, orgId, payment);
  await deps.db.as({ orgId }, (tx) => reopenAfterRestore(tx, provider, deps.clock()));
  deps.log.warn({ orgId, provider }, "both books were compared, calls go out to the payment provider again");
}

async function changedSince(lists: ProviderLists, since: Instant): Promise<ReadonlySet<string>> {
  const refs = new Set<string>();
  let after: string | undefined;
  do {
    const page = await lists.events({ since, after });
    if (page.kind !== "ok") throw new Refusal("payments.provider-silent");
    for (const { ref } of page.value.items) if (ref !== undefined) refs.add(ref);
    after = page.value.next;
  } while (after !== undefined);
  return refs;
}

async function takeIn(deps: PaymentDeps, orgId: string, ref: string): Promise<void> {
  const known = await deps.db.as({ orgId }, (tx) => paymentOfRef(tx, deps.provider.id, ref));
  const payment = known ?? (await adoptIntent(deps, orgId, ref));
  if (payment) await pullKnown(deps, orgId, payment);
}

/**
 * An intent unknown to the ledger: its payment's, where that is known and has none.
 *
 * @param leavesOpening where its payment is being opened: that call finds the intent
 * @throws Refusal `payments.provider-silent`
 */
export async function adoptIntent(
  deps: PaymentDeps,
  orgId: string,
  ref: string,
  leavesOpening = false,
): Promise<PaymentRow | undefined> {
  const read = await deps.provider.getIntent(ref);
  if (read.kind === "rejected") return undefined;
  if (read.kind !== "ok") throw new Refusal("payments.provider-silent");
  const { snapshot } = read.value;
  // Another install's, or nobody's.
  if (!isUuid(snapshot.paymentId)) return undefined;
  const adopted = await deps.db.as({ orgId }, async (tx) => {
    const payment = await lockPayment(tx, snapshot.paymentId);
    // Became its own since it was looked for.
    if (payment?.ref === ref) return payment;
    if (!payment || payment.ref !== null) return undefined;
    const opening = leavesOpening ? await operationOf(tx, openKey(payment.id)) : undefined;
    if (opening && isWaiting(opening)) return "opening";
    return mergeSnapshot({ tx, orgId, now: deps.clock() }, payment, snapshot);
  });
  if (adopted === "opening") return undefined;
  if (!adopted) await endOrReport(deps, orgId, snapshot, null);
  return adopted;
}

/** Payments on their way; where the provider's list does not reach back, also those whose money may have gone back. */
const toPull = (deps: PaymentDeps, orgId: string, isListed: boolean): Promise<PaymentRow[]> =>
  deps.db.as({ orgId }, (tx) =>
    paymentsWhere(
      tx,
      sql`p.provider = ${deps.provider.id} and p.provider_ref is not null
          and (p.settled_at is null or (not ${isListed} and p.captured_minor > 0
                                        and p.created_at > ${toIso(deps.clock() - OLDEST_MS)}))
          order by p.created_at`,
    ),
  );
