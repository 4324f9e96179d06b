import type { Instant } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import type { Log } from "#server/http/app.ts";
import type { PaymentProvider } from "./gateway.ts";
import { isGone } from "#server/db/out-of-reach.ts";

export interface PaymentDeps {
  readonly db: Db;
  readonly clock: () => Instant;
  readonly log: Log;
  readonly provider: PaymentProvider;
  /** Names this install in every key at the provider. */
  readonly instance: string;
  /** Multiplies the limits of declined cards; where it is absent there are none. */
  readonly limitFactor?: number | undefined;
  /** Given by the simulation alone. */
  readonly safeguards?: Partial<Safeguards>;
  /** Limit of one person's refunds of a payment without a second approval, by currency, in minor units. */
  readonly refundLimits?: Readonly<Record<string, number>> | undefined;
}

/**
 * Safeguards against money that is sent twice or lost. Each is on, always: nothing that an operator sets reaches
 * them; only the simulation takes one away, to show that it is needed.
 */
export const SAFEGUARDS = [
  /** The same operation is sent under the same key. */
  "stable-key",
  /** A read that found nothing comes before a new key. */
  "read-before-new-key",
  /** A new key waits for late packets. */
  "grace",
  /** A webhook sent twice causes one read. */
  "inbox-dedupe",
  /** Changes without a webhook are searched for. */
  "reconciliation",
  /** A repeated request for a refund is one refund. */
  "refund-request-id",
  /** A refund is reserved before it is sent. */
  "refund-reservation",
] as const;
export type Safeguard = (typeof SAFEGUARDS)[number];
export type Safeguards = Readonly<Record<Safeguard, boolean>>;

export const isOn = (
  { safeguards }: { readonly safeguards?: Partial<Safeguards> },
  name: Safeguard,
): boolean => safeguards?.[name] !== false;

/**
 * Runs one piece of work by itself: a failure is logged and met again next time; without the database there is
 * nothing to go on with.
 */
export async function isolateFailure(
  { log }: Pick<PaymentDeps, "log">,
  what: object,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isGone(error)) throw error;
    log.error({ ...what, error }, "a payment could not be swept");
  }
}
