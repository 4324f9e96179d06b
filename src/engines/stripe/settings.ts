import { choice, list, text, webAddress } from "#server/config/kinds.ts";
import { optional, required } from "#server/config/setting.ts";

/** Settings of an own account at Stripe. */
export const STRIPE_SETTINGS = {
  stripeSecretKey: optional({
    kind: text("a secret or restricted key of Stripe", /^(sk|rk)_(test|live)_[A-Za-z0-9_]{8,250}$/),
    secret: true,
    about:
      "Key of your Stripe account for the server; a restricted one is enough. docs/payments.md says which.",
    example: "rk_live_0123456789abcdef",
  }),
  stripePublishableKey: optional({
    kind: text("a publishable key of Stripe", /^pk_(test|live)_[A-Za-z0-9_]{8,250}$/),
    browser: true,
    about: "Key of the same account for browsers.",
    example: "pk_live_0123456789abcdef",
  }),
  stripeWebhookSecret: required({
    kind: list(text("a webhook secret of Stripe", /^whsec_[\x21-\x2b\x2d-\x7e]{8,250}$/)),
    default: [],
    secret: true,
    about:
      "Signing secret of the webhook at `/webhooks/payments/stripe`; the old and the new one while you change it. None: payments are asked after every minute instead.",
    example: "whsec_0123456789abcdef",
  }),
  stripeApiBase: optional({
    kind: webAddress,
    about: "Where calls to Stripe go instead of Stripe: for tests against a server of your own.",
    example: "http://localhost:12111",
  }),
  stripeScriptUrl: required({
    kind: webAddress,
    default: "https://js.stripe.com/endive/stripe.js",
    browser: true,
    about: "Address of Stripe's script, with the version that this Waybill was made for.",
    example: "https://js.stripe.com/endive/stripe.js",
  }),
  stripeWallets: required({
    kind: choice(["auto", "never"]),
    default: "auto",
    about:
      "Whether Apple Pay, Google Pay and Link stand beside the card form: where your account, the registered address and the device have them, or never.",
    example: "never",
  }),
};
