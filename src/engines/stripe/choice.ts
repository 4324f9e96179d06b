import type { CardOrigins } from "#server/http/security.ts";

/** Account at Stripe that takes the cards. */
export interface StripeChoice {
  readonly kind: "stripe";
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecrets: readonly string[];
  readonly apiBase: string | undefined;
  readonly scriptUrl: string;
  /** Whether wallets stand beside the card form; where nothing is said they do. */
  readonly wallets?: "auto" | "never";
}

/**
 * Origins of Stripe's script, its frames and its calls.
 *
 * @see https://docs.stripe.com/security/guide, "Content Security Policy"
 */
const STRIPES: CardOrigins = {
  script: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frame: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  connect: ["https://api.stripe.com"],
};

/** Origins that a page with Stripe's script needs, or those of the script that is set. */
export function stripeOrigins(scriptUrl: string): CardOrigins {
  const { origin } = new URL(scriptUrl);
  return origin === "https://js.stripe.com"
    ? STRIPES
    : { script: [origin], frame: [origin], connect: [origin] };
}
