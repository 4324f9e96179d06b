import { money, share } from "#kernel/money.ts";

/**
 * Where money of a card payment stands. Debits are positive. `holds` and `held-for-senders` note what cards hold for us
 * and cancel each other out; `provider` is what the provider took for us and has not yet paid out.
 */
export const ACCOUNTS = ["holds", "held-for-senders", "provider", "revenue", "tax", "refunds"] as const;
export type Account = (typeof ACCOUNTS)[number];

/** Minor units of the payment's currency. */
export type Balances = Readonly<Record<Account, number>>;

/** What of a payment decides where its money stands. Amounts in minor units, tax included. */
export interface Standing {
  readonly amountMinor: number;
  /** The tax within `amountMinor`, frozen when the payment was written. */
  readonly taxMinor: number;
  readonly currency: string;
  readonly authorizedMinor: number;
  readonly capturedMinor: number;
  readonly refundedMinor: number;
  /** The hold is gone: released, or its time was over. */
  readonly isReleased: boolean;
}

export interface Line {
  readonly account: Account;
  readonly minor: number;
}

/** The tax within a part of the price, by the share of the whole. */
const taxWithin = (part: number, { taxMinor, amountMinor, currency }: Standing): number =>
  share(money(part, currency), taxMinor, amountMinor).minor;

/** Where the money of a payment stands. The accounts always sum to zero. */
export function balancesOf(payment: Standing): Balances {
  const { authorizedMinor, capturedMinor, refundedMinor, isReleased } = payment;
  const held = capturedMinor === 0 && !isReleased ? authorizedMinor : 0;
  const tax = taxWithin(capturedMinor, payment);
  const taxBack = taxWithin(refundedMinor, payment);
  return {
    holds: held,
    "held-for-senders": held === 0 ? 0 : -held,
    provider: capturedMinor - refundedMinor,
    revenue: tax - capturedMinor,
    tax: taxBack - tax,
    refunds: refundedMinor - taxBack,
  };
}

/** What a change of a payment moves between accounts; empty where no money moved. Sums to zero. */
export function postings(before: Standing, after: Standing): Line[] {
  const [was, is] = [balancesOf(before), balancesOf(after)];
  return ACCOUNTS.flatMap((account) => {
    const minor = is[account] - was[account];
    return minor === 0 ? [] : [{ account, minor }];
  });
}
