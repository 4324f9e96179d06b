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

/** The sandbox bank's card form comes from this server, in a frame. */
const SANDBOX_ORIGINS: CardOrigins = { script: [], frame: ["'self'"], connect: [] };

/** Origins that the page needs for the card form; none where no cards are taken. */
export function cardOrigins(choice: PaymentChoice): CardOrigins | undefined {
  if (choice === "none") return undefined;
  return choice === "sandbox" ? SANDBOX_ORIGINS : stripeOrigins(choice.scriptUrl);
}
