import type { Instant } from "#kernel/instant.ts";
import type { Money } from "#kernel/money.ts";
import type { DisputeSnapshot } from "../../domain/dispute.ts";
import type { RefundSnapshot } from "../../domain/refund.ts";
import type { IntentSnapshot } from "../../domain/payment.ts";

/**
 * Outcome of a call to the provider. `unknown` is the honest answer to silence, a cut connection or a 5xx: it may
 * have happened. Only a read decides.
 */
export type Outcome<T> =
  | { readonly kind: "ok"; readonly value: T }
  | { readonly kind: "declined"; readonly code: string; readonly value: T }
  | { readonly kind: "rejected"; readonly code: string; readonly value?: T }
  /** `stored`: the provider answered with an error of its own that it will repeat for this key for ever. */
  | { readonly kind: "unknown"; readonly reason: string; readonly stored: boolean }
  | { readonly kind: "throttled"; readonly retryAfterMs: number }
  /** `lacksRight`: our key is good for other calls, and may not do this one. */
  | { readonly kind: "misconfigured"; readonly code: string; readonly lacksRight?: true };

/** The intent with the secret that lets one browser confirm it. The secret is never stored or logged by us. */
export interface OpenIntent {
  readonly snapshot: IntentSnapshot;
  readonly clientSecret: string;
}

export interface ClientConfig {
  readonly scriptUrl: string;
  readonly global: string;
  readonly publicKey: string;
}

/** Facts of an order for the provider's own pages and its fraud checks. */
export interface IntentAbout {
  readonly orderNumber: string;
  readonly recipient: { readonly name: string; readonly phone: string };
  readonly address: {
    readonly line: string;
    readonly postcode: string | null;
    readonly city: string | null;
  };
  /** The payer's network address; absent for an off-session payment. */
  readonly payerAddress?: string | undefined;
}

export interface NewIntent {
  readonly key: string;
  readonly paymentId: string;
  readonly amount: Money;
  readonly about?: IntentAbout | undefined;
}

export interface Capture {
  readonly key: string;
  readonly ref: string;
  readonly amount: Money;
}

export interface RefundOrder {
  readonly key: string;
  readonly ref: string;
  /** Written on the refund: by it, and by nothing else, is the refund known again. */
  readonly opId: string;
  readonly amount: Money;
}

/** A hint of the provider that something happened. What it says is never believed: it only makes us ask. */
export interface News {
  readonly eventId: string;
  readonly type: string;
  /** The intent that it is about, where it is about one. */
  readonly ref: string | undefined;
}

export interface ListPage<T> {
  readonly items: readonly T[];
  /** Behind what the next page begins; nothing at the list's end. */
  readonly next: string | undefined;
}

export interface ListWindow {
  readonly since: Instant;
  /** The `next` of the page before. Rejected where the provider has forgotten it. */
  readonly after?: string | undefined;
}

export interface PastNews extends News {
  readonly at: Instant;
}

/** Lists of the provider's whole account, including other installs' objects. */
export interface ProviderLists {
  /** Account of the lists: another account's begin anew. */
  readonly account: string;
  /** Past events of the types that we follow, without those that another install marked. */
  readonly events: (window: ListWindow) => Promise<Outcome<ListPage<PastNews>>>;
}

export interface WalletDomain {
  readonly name: string;
  readonly isOn: boolean;
  /** By the wallet's name: offered there, or not. */
  readonly wallets: Readonly<Record<string, boolean>>;
}

/** Wallets that stand beside the card form where the provider's account, the address and the device have them. */
export interface Wallets {
  /** The provider's record of a wallet domain; null where it has none. */
  domain(name: string): Promise<Outcome<WalletDomain | null>>;
}

export interface Health {
  /** null where the key may not ask. */
  readonly account: string | null;
  /** Whether money is real there. */
  readonly isLive: boolean;
}

/**
 * The provider that holds the money. Calls never throw for an expected answer, and never run inside a transaction
 * of ours.
 */
export interface PaymentProvider {
  readonly id: "sandbox" | "stripe";
  clientConfig(): ClientConfig;
  /** The provider's own page for our staff about an intent; null where there is none. */
  dashboardUrl(ref: string): string | null;
  /** Opens an intent to hold the amount; never confirms it. */
  openIntent(order: NewIntent): Promise<Outcome<OpenIntent>>;
  getIntent(ref: string): Promise<Outcome<OpenIntent>>;
  /** Every intent opened for this payment: the read that must come before a second `openIntent`. */
  findIntents(paymentId: string): Promise<Outcome<readonly OpenIntent[]>>;
  /** Takes the amount and releases the rest of the hold. */
  capture(order: Capture): Promise<Outcome<IntentSnapshot>>;
  /** Releases the hold, or ends an intent that holds nothing yet. */
  cancel(order: { readonly key: string; readonly ref: string }): Promise<Outcome<IntentSnapshot>>;
  refund(order: RefundOrder): Promise<Outcome<RefundSnapshot>>;
  /** Every refund of an intent, oldest first: the read that must come before a second `refund`. */
  listRefunds(ref: string): Promise<Outcome<readonly RefundSnapshot[]>>;
  /** Every dispute about an intent, oldest first. */
  listDisputes(ref: string): Promise<Outcome<readonly DisputeSnapshot[]>>;
  readonly lists: ProviderLists;
  readonly wallets?: Wallets;
  /** Whether our key is taken, and by whose account. Changes nothing there. */
  health(): Promise<Outcome<Health>>;
  /** Reads a webhook; nothing where its signature does not hold. */
  readNews(
    body: Buffer,
    header: (name: string) => string | undefined,
    now: Instant,
  ): Promise<News | undefined>;
}
