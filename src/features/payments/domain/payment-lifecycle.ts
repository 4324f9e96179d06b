import type { Machine } from "#kernel/machine.ts";

export const PAYMENT_STATES = [
  "created",
  "action_required",
  "failed",
  "authorized",
  "captured",
  "voided",
  "failed_final",
  "expired",
  "charged_back",
  "review",
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];
export type PaymentCommandName =
  | "require_action"
  | "authorize"
  | "decline"
  | "retry"
  | "give_up"
  | "capture"
  | "void"
  | "auth_expired"
  | "chargeback"
  | "doubt";

/** The one payment of an order. What it is follows from what the provider was seen to say, never from the browser. */
export const PAYMENT_MACHINE = {
  name: "payment",
  initial: "created",
  states: PAYMENT_STATES,
  terminal: ["captured", "voided", "failed_final", "expired", "charged_back"],
  soft: ["captured", "voided", "failed_final"],
  refusal: "deliveries.wrong-state",
  transitions: [
    {
      name: "require_action",
      from: ["created", "failed"],
      to: "action_required",
      actors: ["provider"],
      guard: "The card's bank asks its holder to confirm.",
    },
    {
      name: "authorize",
      from: ["created", "action_required", "failed"],
      to: "authorized",
      actors: ["provider"],
      guard: "The provider holds the whole amount in the right currency for this payment.",
    },
    {
      name: "decline",
      from: ["created", "action_required", "failed"],
      to: "failed",
      actors: ["provider"],
      guard: "The card was declined; another try is free.",
    },
    {
      name: "retry",
      from: ["failed"],
      to: "created",
      actors: ["sender"],
      guard: "Fewer than 5 tries were declined; the intent stays the same.",
    },
    {
      name: "give_up",
      from: ["failed"],
      to: "failed_final",
      actors: ["system", "sender"],
      guard: "The last of 5 tries was declined.",
    },
    {
      name: "capture",
      from: ["authorized"],
      to: "captured",
      actors: ["system"],
      guard: "At most what is held, once; the rest of the hold is released.",
    },
    {
      name: "void",
      from: ["created", "action_required", "failed", "authorized"],
      to: "voided",
      actors: ["system"],
      guard: "Nothing is owed; the hold is released.",
    },
    {
      name: "auth_expired",
      from: ["authorized"],
      to: "expired",
      actors: ["provider"],
      guard: "The hold ended before it was taken.",
    },
    {
      name: "chargeback",
      from: ["captured"],
      to: "charged_back",
      actors: ["provider"],
      guard: "The card holder's bank took the money back.",
    },
    {
      name: "doubt",
      from: ["created", "action_required", "failed", "authorized", "captured", "voided", "failed_final"],
      to: "review",
      actors: ["system"],
      guard:
        "Amount, currency, payment or intent differ from ours, or the provider contradicts itself; an operator looks.",
    },
  ],
} as const satisfies Machine<PaymentState, PaymentCommandName>;
