import type { CardOrigins } from "../http/security.ts";
import type { Settings } from "./settings.ts";

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

/** Taker of cards. The words alone need nothing more. */
export type PaymentChoice = "sandbox" | "none" | StripeChoice;

/** @param settings settled, so that they do not contradict each other */
export function paymentChoice(settings: Settings): PaymentChoice {
  if (settings.payment !== "stripe") return settings.payment;
  return {
    kind: "stripe",
    secretKey: settings.stripeSecretKey ?? "",
    publishableKey: settings.stripePublishableKey ?? "",
    webhookSecrets: settings.stripeWebhookSecret,
    apiBase: settings.stripeApiBase,
    scriptUrl: settings.stripeScriptUrl,
    wallets: settings.stripeWallets,
  };
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

/** Origins that the page needs for the card form; none where it is our own. */
export function cardOrigins(choice: PaymentChoice): CardOrigins | undefined {
  if (typeof choice === "string") return undefined;
  const { origin } = new URL(choice.scriptUrl);
  return origin === "https://js.stripe.com"
    ? STRIPES
    : { script: [origin], frame: [origin], connect: [origin] };
}
