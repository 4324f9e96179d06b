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
