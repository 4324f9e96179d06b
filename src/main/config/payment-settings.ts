import { SANDBOX_SETTINGS } from "#engines/sandbox-bank/api/settings.ts";
import { STRIPE_SETTINGS } from "#engines/stripe/settings.ts";
import { PAY_WAYS } from "#features/payments/domain/due.ts";
import { amounts, choice, list } from "#server/config/kinds.ts";
import { required } from "#server/config/setting.ts";

/** Settings of payments, with those of the engines that take cards. */
export const PAYMENT_SETTINGS = {
  payment: required({
    kind: choice(["sandbox", "stripe", "none"]),
    default: "sandbox",
    browser: true,
    about:
      "Provider of card payments: the sandbox bank on this machine (no money moves), Stripe with your own account, or nobody (pay the courier). Settle open payments before you change it.",
    example: "stripe",
  }),
  payWays: required({
    kind: list(choice(PAY_WAYS)),
    default: ["cash-collection", "cash-delivery"],
    browser: true,
    about:
      "How people may pay where nobody takes cards: cash to the courier at collection or delivery, or by an invoice that the office writes. Read with --payment none alone.",
    example: "cash-collection,invoice",
  }),
  ...SANDBOX_SETTINGS,
  ...STRIPE_SETTINGS,
  refundLimits: required({
    kind: amounts,
    default: {},
    unit: "minor units",
    about:
      "Most that one person may refund of one payment alone, by currency; above it a second person must agree. A currency that is not named: 100 of its units.",
    example: "EUR=5000,JPY=8000",
  }),
};
