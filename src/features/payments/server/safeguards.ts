/**
 * What keeps money from going out twice or getting lost. Each is on, always: nothing that an operator sets reaches
 * them; only the simulation takes one away, to show that it is needed.
 */
export const SAFEGUARDS = [
  /** The same operation is sent under the same key. */
  "stable-key",
  /** A read that found nothing comes before a new key. */
  "read-before-new-key",
  /** A new key waits for late packets. */
  "grace",
  /** A hint told twice makes us ask once. */
  "inbox-dedupe",
  /** What nobody told of is looked for. */
  "reconciliation",
  /** The same wish to give money back is one refund. */
  "refund-request-id",
  /** What is to be given back is set aside first. */
  "refund-reservation",
] as const;
export type Safeguard = (typeof SAFEGUARDS)[number];
export type Safeguards = Readonly<Record<Safeguard, boolean>>;

export const isOn = (
  { safeguards }: { readonly safeguards?: Partial<Safeguards> },
  name: Safeguard,
): boolean => safeguards?.[name] !== false;
