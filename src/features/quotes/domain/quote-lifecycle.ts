import type { Machine } from "#kernel/machine.ts";

export const QUOTE_STATES = ["open", "accepted", "expired", "superseded", "withdrawn"] as const;
export type QuoteState = (typeof QUOTE_STATES)[number];
export type QuoteCommandName = "accept" | "expire" | "supersede" | "withdraw";

/** A price that holds for a while and can be bought once. */
export const QUOTE_MACHINE = {
  name: "quote",
  initial: "open",
  states: QUOTE_STATES,
  terminal: ["accepted", "expired", "superseded", "withdrawn"],
  soft: [],
  refusal: "quotes.already-accepted",
  transitions: [
    {
      name: "accept",
      from: ["open"],
      to: "accepted",
      actors: ["sender"],
      guard: "It has not expired, the request is the quoted one, and nobody accepted it before.",
    },
    { name: "expire", from: ["open"], to: "expired", actors: ["system"], guard: "Its 15 minutes are over." },
    {
      name: "supersede",
      from: ["open"],
      to: "superseded",
      actors: ["sender"],
      guard: "The same request was priced again.",
    },
    {
      name: "withdraw",
      from: ["open"],
      to: "withdrawn",
      actors: ["dispatcher"],
      guard: "The area is closed or its price list was withdrawn.",
    },
  ],
} as const satisfies Machine<QuoteState, QuoteCommandName>;
