import { sql } from "kysely";
import { HOUR_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { isUuid } from "#kernel/id.ts";
import { Refusal } from "#kernel/refusal.ts";
import { absorb } from "../absorb.ts";
import { askEach } from "../findings/ask-again.ts";
import { closeMended, noteFinding } from "../findings/finding-row.ts";
import { isOnPage, meetIntent } from "../findings/orphans.ts";
import { turnOf } from "../hosted/turn.ts";
import type { Made, MadeKind, Outcome, PaymentProvider, ProviderLists } from "../gateway.ts";
import { isWaiting, openKey, operationOf } from "../operation.ts";
import { paymentsWhere } from "../payment-lists.ts";
import { lockPayment } from "../payment-row.ts";
import { clear } from "../pull-after.ts";
import type { Desk } from "../run-operation.ts";
import { knownRefs, madeByUs, openAboutMade } from "./made-row.ts";
import type { OurMade } from "./made-row.ts";

const WINDOW_MS = 48 * HOUR_MS;
/** What is younger may not be in our books, or not in the provider's lists, yet. */
const YOUNG_MS = HOUR_MS;
/** A page of the provider's own, on which somebody may still pay, lives no longer. */
const UNPAID_MS = 25 * HOUR_MS;
/** 10,000 of a kind in two days, of whomever: beyond, the pass says that it did not get through. */
const MAX_PAGES = 100;
const KINDS = ["intent", "refund", "dispute"] as const;

/**
 * Compares what was made at the provider in the last two days with our books, both ways. What only the provider knows
 * is taken over, or ended where it holds nothing; what only we know is a finding. What another install or another
 * software made there is left alone.
 *
 * @throws Refusal `payments.provider-silent`
 */
export async function compareMade(desk: Desk, orgId: string): Promise<void> {
  const { id: provider, lists } = desk.provider;
  if (!lists) return;
  const now = desk.clock();
  const theirs = new Map<MadeKind, readonly Made[]>();
  for (const kind of KINDS) theirs.set(kind, await allMade(lists, kind, now - WINDOW_MS));
  for (const one of await unknownIntents(desk, orgId, theirs.get("intent") ?? [], now))
    await meetUnknown(desk, orgId, one, now);
  await askUnknown(desk, orgId, theirs);
  const ours = await desk.db.as({ orgId }, (tx) =>
    madeByUs(tx, provider, now - WINDOW_MS + YOUNG_MS, now - YOUNG_MS),
  );
  for (const one of ours) {
    const isListed = theirs.get(one.kind)?.some(({ ref }) => ref === one.ref) ?? false;
    if (!isListed && !(await isThere(desk.provider, one))) await noteMissing(desk, orgId, one);
  }
  await closeWhatIsRight(desk, orgId);
}

/** What was missing and is there by now, and what was nobody's and is ended or ours by now, is no finding any more. */
async function closeWhatIsRight(desk: Desk, orgId: string): Promise<void> {
  const { provider } = desk;
  for (const one of await desk.db.as({ orgId }, (tx) => openAboutMade(tx))) {
    const isRight =
      one.finding === "missing"
        ? await isThere(provider, one)
        : one.isOurs || (await isEnded(provider, one.ref));
    if (isRight) await desk.db.as({ orgId }, (tx) => closeMended(tx, desk.clock(), one.finding, one.ref));
  }
}

const isEnded = async (provider: PaymentProvider, ref: string): Promise<boolean> =>
  isIn(await provider.getIntent(ref), ({ snapshot }) => snapshot.status === "canceled");

async function allMade(lists: ProviderLists, kind: MadeKind, since: Instant): Promise<readonly Made[]> {
  const found: Made[] = [];
  let after: string | undefined;
  for (let n = 0; n < MAX_PAGES; n += 1) {
    const page = clear(await lists.made(kind, { since, after }));
    found.push(...page.items);
    after = page.next;
    if (after === undefined) return found;
  }
  throw new Refusal("payments.provider-silent");
}

/** Intents with our mark that our books do not hold, the oldest first: it was the one meant. */
async function unknownIntents(
  desk: Desk,
  orgId: string,
  theirs: readonly Made[],
  now: Instant,
): Promise<readonly Made[]> {
  const marked = theirs.filter(({ paymentId, at }) => paymentId !== null && at < now - YOUNG_MS);
  const refs = marked.map(({ ref }) => ref);
  const known = await desk.db.as({ orgId }, (tx) => knownRefs(tx, desk.provider.id, "intent", refs));
  return marked.filter(({ ref }) => !known.has(ref)).toReversed();
}

/** Becomes its payment's own where that has none; else it is one too many. */
async function meetUnknown(desk: Desk, orgId: string, made: Made, now: Instant): Promise<void> {
  const { snapshot } = clear(await desk.provider.getIntent(made.ref));
  const paymentId = made.paymentId ?? "";
  const standing = await desk.db.as({ orgId }, async (tx) => {
    const payment = isUuid(paymentId) ? await lockPayment(tx, paymentId) : undefined;
    if (!payment) return "none";
    if (payment.ref !== null || payment.leftRefs.includes(made.ref)) return "another";
    const opening = await operationOf(tx, openKey(paymentId, turnOf(payment)));
    // Whoever opens it looks for it by itself.
    if ((opening && isWaiting(opening)) || (await isOnPage(tx, payment))) return "opening";
    await absorb(tx, orgId, now, payment, snapshot);
    await noteFinding(tx, now, {
      kind: "corrected",
      about: made.ref,
      paymentId,
      facts: { from: payment.state, adopted: made.ref },
      isFixed: true,
    });
    return "adopted";
  });
  if (standing === "opening" || standing === "adopted" || snapshot.status === "canceled") return;
  const hasMoney = snapshot.heldMinor > 0 || snapshot.capturedMinor > 0;
  if (!hasMoney && made.at > now - UNPAID_MS) return;
  await meetIntent(desk, orgId, { ...snapshot, paymentId: standing === "none" ? null : paymentId });
}

/** Refunds and disputes of our payments that nobody told us of: the payment is read, and our books follow. */
async function askUnknown(
  desk: Desk,
  orgId: string,
  theirs: ReadonlyMap<MadeKind, readonly Made[]>,
): Promise<void> {
  const intents = new Set<string>();
  for (const kind of ["refund", "dispute"] as const) {
    const made = theirs.get(kind) ?? [];
    const refs = made.map(({ ref }) => ref);
    const known = await desk.db.as({ orgId }, (tx) => knownRefs(tx, desk.provider.id, kind, refs));
    for (const { ref, intentRef } of made) if (!known.has(ref)) intents.add(intentRef);
  }
  const unasked = await desk.db.as({ orgId }, (tx) =>
    paymentsWhere(
      tx,
      sql`and p.provider = ${desk.provider.id} and p.provider_ref = any(${[...intents]}::text[])`,
    ),
  );
  await askEach(desk, orgId, unasked);
}

/** Whether the provider knows it after all when it is asked for that one alone. */
async function isThere(
  provider: PaymentProvider,
  { kind, ref, intentRef }: Omit<OurMade, "paymentId">,
): Promise<boolean> {
  if (kind === "intent") return isIn(await provider.getIntent(ref), () => true);
  const told =
    kind === "refund" ? await provider.listRefunds(intentRef) : await provider.listDisputes(intentRef);
  return isIn<readonly { readonly ref: string }[]>(told, (all) => all.some((one) => one.ref === ref));
}

function isIn<T>(outcome: Outcome<T>, has: (value: T) => boolean): boolean {
  if (outcome.kind === "ok") return has(outcome.value);
  if (outcome.kind === "rejected") return false;
  throw new Refusal("payments.provider-silent");
}

const noteMissing = (desk: Desk, orgId: string, { kind, ref, paymentId }: OurMade): Promise<void> =>
  desk.db.as({ orgId }, (tx) =>
    noteFinding(tx, desk.clock(), {
      kind: "missing",
      about: ref,
      paymentId,
      facts: { kind },
      isFixed: false,
    }),
  );
