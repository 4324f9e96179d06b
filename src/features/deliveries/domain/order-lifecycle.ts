import type { Machine } from "#kernel/machine.ts";

export const ORDER_STATES = [
  "pending_payment",
  "confirmed",
  "in_progress",
  "completed",
  "cancelled",
  "expired",
] as const;
export type OrderState = (typeof ORDER_STATES)[number];
export type OrderCommandName = "confirm" | "expire" | "abandon" | "begin" | "cancel" | "complete" | "reopen";

/** Lifecycle of an order: the sale and its payment; its delivery has a lifecycle of its own. */
export const ORDER_MACHINE = {
  name: "order",
  initial: "pending_payment",
  states: ORDER_STATES,
  terminal: ["completed", "cancelled", "expired"],
  soft: ["completed", "cancelled"],
  refusal: "deliveries.wrong-state",
  transitions: [
    {
      name: "confirm",
      from: ["pending_payment"],
      to: "confirmed",
      actors: ["system", "provider"],
      guard: "The payment provider says that the amount is authorised; the browser's word is not enough.",
    },
    {
      name: "expire",
      from: ["pending_payment"],
      to: "expired",
      actors: ["system"],
      guard: "No payment was authorised within 15 minutes; the payment is voided.",
    },
    {
      name: "abandon",
      from: ["pending_payment"],
      to: "cancelled",
      actors: ["sender"],
      guard: "Nothing is paid yet; the payment is voided.",
    },
    {
      name: "begin",
      from: ["confirmed"],
      to: "in_progress",
      actors: ["system"],
      guard: "A courier has started towards the pickup.",
    },
    {
      name: "cancel",
      from: ["confirmed", "in_progress"],
      to: "cancelled",
      actors: ["sender", "dispatcher"],
      guard: "The delivery can still be cancelled; the fee is computed and the rest is not charged.",
    },
    {
      name: "complete",
      from: ["confirmed", "in_progress"],
      to: "completed",
      actors: ["system"],
      guard: "The delivery came to an end.",
    },
    {
      name: "reopen",
      from: ["completed", "cancelled"],
      to: "in_progress",
      actors: ["system"],
      guard:
        "A correction undid the end, what was lost was found, or what was cancelled was carried out all the same.",
    },
  ],
} as const satisfies Machine<OrderState, OrderCommandName>;
