import { money, share } from "#kernel/money.ts";
import type { PaymentRow } from "./payment.ts";

/**
 * Accounts of the ledger. Debits are positive. `holds` and `held-for-senders` note what cards hold for us and
 * cancel each other out; `receivable` is what senders owe for holds that were lost; `provider` is what the
 * provider took for us, and what it paid out of that; `bank` what we paid from our own account because a card did
 * not accept a refund; `disputes` what card holders' banks keep until they decide, `losses` what they keep for
 * good, `writeoffs` what we wrote off of what was owed, `fees` what the provider charged. Without a card
 * `receivable` is what is due and not paid (negative: paid before it was due), `received` what couriers and the
 * office took.
 */
export const ACCOUNTS = [
  "holds",
  "held-for-senders",
  "provider",
  "revenue",
  "tax",
  "refunds",
  "bank",
  "disputes",
  "losses",
  "writeoffs",
  "fees",
  "receivable",
  "received",
] as const;
export type Account = (typeof ACCOUNTS)[number];

/** Minor units of the payment's currency. */
export type Balances = Readonly<Record<Account, number>>;

/** Fields of a payment that decide its balances. Amounts in minor units, tax included. */
export type Standing = Pick<
  PaymentRow,
  | ("amountMinor" | "taxMinor" | "currency" | "authorizedMinor" | "capturedMinor" | "refundedMinor")
  | ("refundedByBankMinor" | "disputedMinor" | "lostMinor" | "disputeFeeMinor" | "dueMinor")
  | ("owedMinor" | "writtenOffMinor" | "canceledSeen" | "state" | "way" | "purpose")
>;

export interface Line {
  readonly account: Account;
  readonly minor: number;
}

/** The tax within a part of the price, by the share of the whole. */
const taxWithin = (part: number, { taxMinor, amountMinor, currency }: Standing): number =>
  share(money(part, currency), taxMinor, amountMinor).minor;

/** Computes the balances of a payment. The accounts always sum to zero. */
export function balancesOf(payment: Standing): Balances {
  return payment.way === null ? cardBalances(payment) : directBalances(payment);
}

const NOTHING = Object.fromEntries(ACCOUNTS.map((account) => [account, 0])) as Balances;

/** Earned when it is due, not when it is paid. */
function directBalances(payment: Standing): Balances {
  const { dueMinor, capturedMinor } = payment;
  const tax = taxWithin(dueMinor, payment);
  return {
    ...NOTHING,
    receivable: dueMinor - capturedMinor,
    received: capturedMinor,
    revenue: tax - dueMinor,
    tax: tax === 0 ? 0 : -tax,
  };
}

function cardBalances(payment: Standing): Balances {
  const { authorizedMinor, capturedMinor, refundedMinor } = payment;
  const { refundedByBankMinor: byBank, disputedMinor, lostMinor, disputeFeeMinor } = payment;
  const isReleased = payment.canceledSeen || payment.state === "expired";
  const held = capturedMinor === 0 && !isReleased ? authorizedMinor : 0;
  const { owedMinor, writtenOffMinor } = payment;
  const isRecovery = payment.purpose === "recovery";
  const earned = owedMinor + (isRecovery ? 0 : capturedMinor);
  const tax = taxWithin(earned, payment);
  const taxBack = taxWithin(refundedMinor, payment);
  return {
    ...NOTHING,
    holds: held,
    "held-for-senders": held === 0 ? 0 : -held,
    receivable: owedMinor - writtenOffMinor - (isRecovery ? capturedMinor : 0),
    provider: capturedMinor - refundedMinor + byBank - disputedMinor - lostMinor - disputeFeeMinor,
    revenue: tax - earned,
    tax: taxBack - tax,
    refunds: refundedMinor - taxBack,
    bank: byBank === 0 ? 0 : -byBank,
    disputes: disputedMinor,
    losses: lostMinor,
    writeoffs: writtenOffMinor,
    fees: disputeFeeMinor,
  };
}

/** Computes the ledger lines of a change of a payment; empty where no money moved. Sums to zero. */
export function postings(before: Standing, after: Standing): Line[] {
  const [was, is] = [balancesOf(before), balancesOf(after)];
  return ACCOUNTS.flatMap((account) => {
    const minor = is[account] - was[account];
    return minor === 0 ? [] : [{ account, minor }];
  });
}
