import { type StripeChoice, stripeOrigins } from "#engines/stripe/choice.ts";
import type { CardOrigins } from "#server/http/security.ts";
import type { Settings } from "./settings.ts";

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

/** Origins that the page needs for the card form; none where it is our own. */
export const cardOrigins = (choice: PaymentChoice): CardOrigins | undefined =>
  typeof choice === "string" ? undefined : stripeOrigins(choice.scriptUrl);
