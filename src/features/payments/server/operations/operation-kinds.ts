import type { Instant } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import type { Tx } from "#server/db/db.ts";
import type { RefundSnapshot } from "../../domain/refund.ts";
import type { IntentSnapshot, PaymentRow } from "../../domain/payment.ts";
import { readOrderRecord } from "#features/deliveries/server/public.ts";
import { payerAddressOf } from "../tries/card-tries.ts";
import type { PaymentDeps } from "../base/payment-deps.ts";
import type { IntentAbout, OpenIntent, Outcome } from "../base/gateway.ts";
import type { Operation } from "../base/operation.ts";
import { loseHold } from "../base/orders.ts";
import { isAtRest, savePayment, emitPaymentEvent } from "../base/save-payment.ts";
import { refundById, saveRefundSums, setRefund } from "../base/refund-row.ts";

/** Snapshot after an operation: of the intent, or for a refund of the refund. */
export type Seen = IntentSnapshot | RefundSnapshot;

export interface Claimed {
  readonly op: Operation;
  readonly payment: PaymentRow;
  readonly orgId: string;
}

/** A clear no, taken in under the payment's row lock. */
interface Refused extends Claimed {
  readonly now: Instant;
  readonly code: string;
}

interface Kind {
  /** It is about an intent that the provider has. */
  readonly needsIntent: boolean;
  /**
   * A late packet of the call could move money beside the same call under a new key. What opens an intent that nobody
   * has paid on moves nothing, and what ends one ends it once.
   */
  readonly movesMoney: boolean;
  send(deps: PaymentDeps, claimed: Claimed, key: string): Promise<Outcome<Seen>>;
  /** Reads whether its effect is at the provider already: the answer that was missed, or that there is none. */
  find(deps: PaymentDeps, claimed: Claimed): Promise<Outcome<Seen> | "nothing" | "unclear">;
  /** Outcome of a refusal after the provider was read: another call may have done it. */
  reread(deps: PaymentDeps, claimed: Claimed, refusal: Rejected): Promise<Outcome<Seen>>;
  /** Whether the payment is where the operation was to bring it. */
  hasEffect(op: Operation, payment: PaymentRow): boolean;
  refused(tx: Tx, refused: Refused): Promise<unknown>;
}
type Rejected = Extract<Outcome<Seen>, { kind: "rejected" }>;

const amountOf = ({ op, payment }: Claimed) => money(op.amountMinor ?? 0, payment.currency);

/** A refusal that came without the intent: only a read decides what it means, now or, without an answer, later. */
async function rereadIntent(
  { provider }: PaymentDeps,
  { payment }: Claimed,
  refusal: Rejected,
): Promise<Outcome<Seen>> {
  if (refusal.value || payment.ref === null) return refusal;
  const read = await provider.getIntent(payment.ref);
  if (read.kind === "ok") return { ...refusal, value: read.value.snapshot };
  return read.kind === "rejected" ? refusal : { kind: "unknown", reason: "refused-unread", stored: true };
}

/** Nothing fits any more: a person looks. */
const markForReview = async (tx: Tx, { payment, now }: Refused): Promise<unknown> =>
  isAtRest(payment.state) ? undefined : savePayment({ tx, now }, payment, { ...payment, mismatch: true });

/** Only the list decides whether a refused refund was given: the no may speak of another one. */
async function rereadRefund(deps: PaymentDeps, claimed: Claimed, refusal: Rejected): Promise<Outcome<Seen>> {
  const found = await KINDS.refund.find(deps, claimed);
  if (found === "unclear") return { kind: "unknown", reason: "refused-unread", stored: true };
  return found === "nothing" ? refusal : found;
}

/**
 * The provider gives nothing back: what was set aside for it is free again. Where no person asked, it stays set aside
 * until one decides how it reaches the payer, and the office is notified.
 */
async function refuseRefund(tx: Tx, { op, payment, orgId, now, code }: Refused): Promise<void> {
  const refund = op.refundId === null ? undefined : await refundById(tx, op.refundId);
  if (refund?.state !== "sending") return;
  const state = refund.askedBy === null ? "failed" : "refused";
  await setRefund(tx, refund.id, now, { state, providerRef: null, code });
  const after = await saveRefundSums(tx, payment, now);
  if (state === "failed") await emitPaymentEvent({ tx, orgId, now }, after, "payment.refund_failed");
}

/** The ways of the one protocol: how each kind of operation is sent, found again and refused. */
export const KINDS: Readonly<Record<Operation["kind"], Kind>> = {
  open: {
    needsIntent: false,
    movesMoney: false,
    async send({ db, provider }, { op, payment, orgId }, key) {
      const amount = money(payment.amountMinor, payment.currency);
      const about = await db.as({ orgId }, (tx) => aboutOf(tx, { op, payment }));
      return snapshotOnly(await provider.openIntent({ key, paymentId: payment.id, amount, about }));
    },
    async find({ provider }, { payment }) {
      const found = await provider.findIntents(payment.id);
      if (found.kind !== "ok") return "unclear";
      const [first] = found.value;
      return first ? { kind: "ok", value: first.snapshot } : "nothing";
    },
    reread: rereadIntent,
    hasEffect: () => false,
    refused: markForReview,
  },
  capture: {
    needsIntent: true,
    movesMoney: true,
    send: ({ provider }, claimed, key) =>
      provider.capture({ key, ref: claimed.payment.ref ?? "", amount: amountOf(claimed) }),
    async find(deps, claimed) {
      const value = await endedIntent(deps, claimed);
      if (typeof value === "string" || value.capturedMinor === claimed.op.amountMinor)
        return typeof value === "string" ? value : { kind: "ok", value };
      // Gone, or taken otherwise.
      return {
        kind: "rejected",
        code: value.status === "canceled" ? "hold_gone" : "already_captured",
        value,
      };
    },
    reread: rereadIntent,
    hasEffect: ({ amountMinor }, { capturedMinor }) => capturedMinor === amountMinor,
    refused: (tx, refused) =>
      refused.payment.canceledSeen
        ? loseHold({ tx, now: refused.now }, refused.payment, refused.payment)
        : markForReview(tx, refused),
  },
  cancel: {
    needsIntent: true,
    movesMoney: false,
    send: ({ provider }, { payment }, key) => provider.cancel({ key, ref: payment.ref ?? "" }),
    async find(deps, claimed) {
      const value = await endedIntent(deps, claimed);
      return typeof value === "string" ? value : { kind: "ok", value };
    },
    reread: rereadIntent,
    hasEffect: (_, { state }) => isAtRest(state),
    refused: markForReview,
  },
  refund: {
    needsIntent: true,
    movesMoney: true,
    send: ({ provider }, claimed, key) =>
      provider.refund({
        key,
        ref: claimed.payment.ref ?? "",
        opId: claimed.op.id,
        amount: amountOf(claimed),
      }),
    async find({ provider }, { op, payment }) {
      const listed = await provider.listRefunds(payment.ref ?? "");
      if (listed.kind !== "ok") return "unclear";
      const value = listed.value.find(({ opId }) => opId === op.id);
      return value ? { kind: "ok", value } : "nothing";
    },
    reread: rereadRefund,
    hasEffect: () => false,
    refused: refuseRefund,
  },
};

/** The intent, where it has come to an end. */
async function endedIntent(
  { provider }: PaymentDeps,
  { payment }: Claimed,
): Promise<IntentSnapshot | "nothing" | "unclear"> {
  const read = await provider.getIntent(payment.ref ?? "");
  if (read.kind !== "ok") return "unclear";
  const { snapshot } = read.value;
  return snapshot.status === "canceled" || snapshot.status === "succeeded" ? snapshot : "nothing";
}

function snapshotOnly(outcome: Outcome<OpenIntent>): Outcome<IntentSnapshot> {
  if (!("value" in outcome) || outcome.value === undefined) return outcome as Outcome<IntentSnapshot>;
  return { ...outcome, value: outcome.value.snapshot };
}

interface Opening {
  readonly op: Pick<Operation, "payerAddress">;
  readonly payment: Pick<PaymentRow, "orderId">;
}

/** Facts of a payment's order for the provider. They do not change: the same are sent under the same key. */
export async function aboutOf(
  tx: Tx,
  { op, payment: { orderId } }: Opening,
): Promise<IntentAbout | undefined> {
  const order = await readOrderRecord(tx, orderId);
  if (!order) return undefined;
  const { label, postcode, city } = order.request.dropoff;
  return {
    orderNumber: order.number,
    recipient: { name: order.recipient.name, phone: order.recipient.phone },
    address: { line: label, postcode, city },
    ...(op.payerAddress !== null && { payerAddress: op.payerAddress }),
  };
}

/** The payer's address at the first sending of a key, whoever opens the payment between that and a repeat. */
export const toldAddress = async (tx: Tx, op: Operation): Promise<string | null> =>
  op.kind === "open" && op.firstSentAt === null
    ? ((await payerAddressOf(tx, op.paymentId)) ?? null)
    : op.payerAddress;
