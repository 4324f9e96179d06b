import { money } from "#kernel/money.ts";
import type { Tx } from "#server/db/db.ts";
import { failpoint } from "#server/failpoint.ts";
import { readOrderRecord } from "#features/deliveries/server/public.ts";
import type { IntentSnapshot } from "../../domain/snapshot.ts";
import { absorb } from "../absorb.ts";
import type { HostedPage, OpenIntent, Outcome } from "../gateway.ts";
import { finish, isWaiting, lockOperation } from "../operation.ts";
import type { Operation } from "../operation.ts";
import { lockPayment, savePayment } from "../payment-row.ts";
import type { PaymentRow } from "../payment-row.ts";
import { closeUnclear, mayRenew, mustReadFirst, wait } from "../retry.ts";
import type { Desk } from "../run-operation.ts";

/** What became of a turn: a page stands, an intent or a page is ended, or it was paid on and stays. */
type Turned =
  | { readonly kind: "page"; readonly ref: string }
  | { readonly kind: "ended"; readonly tries: number }
  | { readonly kind: "paid"; readonly snapshot: IntentSnapshot };

interface Claimed {
  readonly op: Operation;
  readonly payment: PaymentRow;
}

const NO_PAGES = { kind: "rejected", code: "no-pages" } as const;

/**
 * Carries out an operation that begins a page or ends a turn, once it is marked as sent.
 *
 * @param again begins anew, after the operation was given a new key
 */
export async function runTurn(
  desk: Desk,
  orgId: string,
  claimed: Claimed,
  again: () => Promise<void>,
): Promise<void> {
  const { op } = claimed;
  if (mustReadFirst(op, desk.clock())) {
    const found = await look(desk, claimed);
    if (found === "unclear") return wait(desk, orgId, op);
    if (found) return conclude(desk, orgId, op, { kind: "ok", value: found });
    return (await mayRenew(desk, orgId, op)) ? again() : undefined;
  }
  failpoint(`${op.kind}:sent`);
  const answer = await send(desk, orgId, claimed);
  failpoint(`${op.kind}:answered`);
  await conclude(desk, orgId, op, answer);
}

const isOfPage = ({ op, payment }: Claimed): boolean => op.about === payment.pageRef;

function send(desk: Desk, orgId: string, claimed: Claimed): Promise<Outcome<Turned>> {
  if (claimed.op.kind === "page") return openPage(desk, orgId, claimed);
  return isOfPage(claimed) ? endPage(desk, claimed) : endIntent(desk, claimed.op);
}

/** A page that will not end was paid on, or had ended before: what it is decides. */
async function endPage(desk: Desk, { op, payment }: Claimed): Promise<Outcome<Turned>> {
  const ref = op.about ?? "";
  const ended = (await desk.provider.pages?.end({ key: op.idemKey, ref })) ?? NO_PAGES;
  if (ended.kind !== "ok" && ended.kind !== "rejected") return without(ended);
  const page = ended.kind === "ok" ? ended : await desk.provider.pages?.get(ref);
  if (page?.kind !== "ok") return SILENT;
  return (await turnedOf(desk, payment, page.value)) ?? SILENT;
}

const SILENT = { kind: "unknown", reason: "unread", stored: false } as const;

async function openPage(desk: Desk, orgId: string, { op, payment }: Claimed): Promise<Outcome<Turned>> {
  const order = await desk.db.as({ orgId }, (tx) => readOrderRecord(tx, orgId, payment.orderId));
  const opened = await desk.provider.pages?.open({
    key: op.idemKey,
    paymentId: payment.id,
    amount: money(payment.amountMinor, payment.currency),
    description: order?.number ?? "",
    returnUrl: op.about ?? "",
  });
  if (opened?.kind !== "ok") return without(opened ?? NO_PAGES);
  return { kind: "ok", value: { kind: "page", ref: opened.value.ref } };
}

async function endIntent(desk: Desk, op: Operation): Promise<Outcome<Turned>> {
  const ref = op.about ?? "";
  const ended = await desk.provider.cancel({ key: op.idemKey, ref });
  if (ended.kind === "ok" && ended.value.status === "canceled")
    return { kind: "ok", value: { kind: "ended", tries: ended.value.declines } };
  if (ended.kind !== "ok" && ended.kind !== "rejected") return without(ended);
  const read = await desk.provider.getIntent(ref);
  if (read.kind !== "ok") return SILENT;
  return endOf(read.value) ?? { kind: "rejected", code: "not-ended" };
}

/** An intent that is over: ended with nothing, or paid for good. */
function endOf({ snapshot }: OpenIntent): Outcome<Turned> | undefined {
  if (snapshot.status === "canceled")
    return { kind: "ok", value: { kind: "ended", tries: snapshot.declines } };
  return snapshot.status === "succeeded" ? { kind: "ok", value: { kind: "paid", snapshot } } : undefined;
}

/** What a page is by now; nothing while it is open. */
async function turnedOf(
  desk: Desk,
  payment: PaymentRow,
  page: HostedPage,
): Promise<Outcome<Turned> | undefined> {
  if (page.state === "expired") return { kind: "ok", value: { kind: "ended", tries: 0 } };
  if (page.state === "open" || page.intentRef === null) return undefined;
  const paid = await desk.provider.getIntent(payment.ref ?? page.intentRef);
  return paid.kind === "ok" ? { kind: "ok", value: { kind: "paid", snapshot: paid.value.snapshot } } : SILENT;
}

/** The read that comes before a new key. `unclear`: nobody answers it. */
async function look(desk: Desk, claimed: Claimed): Promise<Turned | undefined | "unclear"> {
  const { op, payment } = claimed;
  if (op.kind === "page") {
    const listed = await desk.provider.pages?.find(payment.id);
    if (listed?.kind !== "ok") return "unclear";
    const standing = listed.value.find(
      ({ ref, state }) => state !== "expired" && !payment.leftRefs.includes(ref),
    );
    return standing && { kind: "page", ref: standing.ref };
  }
  const ref = op.about ?? "";
  if (!isOfPage(claimed)) {
    const read = await desk.provider.getIntent(ref);
    return read.kind === "ok" ? clear(endOf(read.value)) : "unclear";
  }
  const page = await desk.provider.pages?.get(ref);
  return page?.kind === "ok" ? clear(await turnedOf(desk, payment, page.value)) : "unclear";
}

const clear = (outcome: Outcome<Turned> | undefined): Turned | undefined | "unclear" =>
  outcome === undefined || outcome.kind === "ok" ? outcome?.value : "unclear";

/** An outcome without a value. */
const without = (outcome: Exclude<Outcome<unknown>, { kind: "ok" }>): Outcome<never> =>
  outcome.kind === "declined" || outcome.kind === "rejected"
    ? { kind: "rejected", code: outcome.code }
    : outcome;

/** Takes the answer in: payment and operation in one transaction. */
async function conclude(
  desk: Desk,
  orgId: string,
  { id, paymentId, kind }: Operation,
  answer: Outcome<Turned>,
) {
  if (answer.kind === "misconfigured")
    desk.log.error({ code: answer.code, op: id }, "the payment provider refuses our key");
  await desk.db.as({ orgId }, async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    const op = await lockOperation(tx, id);
    if (payment && op && isWaiting(op)) await close(desk, tx, orgId, { op, payment }, asNo(op, answer));
    failpoint(`${kind}:concluding`);
  });
}

async function close(
  desk: Desk,
  tx: Tx,
  orgId: string,
  { op, payment }: Claimed,
  answer: Outcome<Turned>,
): Promise<void> {
  const now = desk.clock();
  switch (answer.kind) {
    case "ok":
      if (answer.value.kind === "paid")
        await absorb(tx, orgId, now, stayed(op, payment), answer.value.snapshot);
      else await savePayment(tx, payment, turned(op, payment, answer.value), now);
      return finish(tx, op, now, "done", { kind: answer.value.kind });
    case "declined":
    case "rejected":
      await savePayment(tx, payment, stayed(op, payment), now);
      return finish(tx, op, now, "failed", { kind: "rejected", code: answer.code });
    case "unknown":
    case "throttled":
    case "misconfigured":
      return closeUnclear(tx, op, now, answer);
  }
}

/** No page stands where the first call for it was refused for want of a right: the card form goes on. */
const asNo = (op: Operation, answer: Outcome<Turned>): Outcome<Turned> =>
  op.kind === "page" && op.sends === 1 && answer.kind === "misconfigured" && answer.lacksRight === true
    ? { kind: "rejected", code: answer.code }
    : answer;

/** What was to be left and cannot be: what it says counts again. */
const stayed = (op: Operation, payment: PaymentRow): PaymentRow => ({
  ...payment,
  leftRefs: payment.leftRefs.filter((ref) => ref !== op.about),
});

/** The payment after a turn began or ended. */
function turned(op: Operation, payment: PaymentRow, value: Exclude<Turned, { kind: "paid" }>): PaymentRow {
  if (value.kind === "page") return { ...payment, pageRef: value.ref };
  const about = op.about ?? "";
  if (payment.pageRef === about)
    return { ...payment, pageRef: null, leftRefs: [...stayed(op, payment).leftRefs, about] };
  // A provider may not say of an ended intent how often a card was declined on it: we asked before.
  const leftTries = Math.max(payment.declines, payment.leftTries + value.tries);
  return {
    ...payment,
    ref: null,
    leftTries,
    declines: Math.max(payment.declines, leftTries),
    // The bank's window that was asked for is gone with its intent.
    actionAt: -1,
  };
}
