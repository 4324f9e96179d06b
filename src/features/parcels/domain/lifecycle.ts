import type { Machine } from "#kernel/machine.ts";

export const PARCEL_STATES = [
  "announced",
  "on_board",
  "at_hub",
  "delivered",
  "returned",
  "disposed",
  "lost",
  "not_sent",
] as const;
export type ParcelState = (typeof PARCEL_STATES)[number];

export const PARCEL_MOVES = [
  "collect",
  "miss",
  "to_hub",
  "load",
  "deliver",
  "give_back",
  "lose",
  "find",
  "dispose",
  "undo",
  "undo_at_hub",
] as const;
export type ParcelMove = (typeof PARCEL_MOVES)[number];

/** One parcel: who has it now, and how that ended. `not_sent` is left with the sender while others were collected. */
export const PARCEL_MACHINE = {
  name: "parcel",
  initial: "announced",
  states: PARCEL_STATES,
  terminal: ["delivered", "returned", "disposed", "lost", "not_sent"],
  soft: ["delivered", "returned", "lost", "not_sent"],
  refusal: "deliveries.wrong-state",
  transitions: [
    {
      name: "collect",
      from: ["announced"],
      to: "on_board",
      actors: ["courier", "dispatcher"],
      guard: "It was neither missing nor damaged at the pickup.",
    },
    {
      name: "miss",
      from: ["announced"],
      to: "not_sent",
      actors: ["courier", "dispatcher"],
      guard: "It was missing or damaged, and others of its delivery were collected.",
    },
    {
      name: "to_hub",
      from: ["on_board"],
      to: "at_hub",
      actors: ["courier", "dispatcher"],
      guard: "It goes with all parcels of its delivery that are still with us.",
    },
    {
      name: "load",
      from: ["at_hub"],
      to: "on_board",
      actors: ["courier", "dispatcher"],
      guard: "It goes with all parcels of its delivery that are at the hub.",
    },
    {
      name: "deliver",
      from: ["on_board", "at_hub"],
      to: "delivered",
      actors: ["courier", "dispatcher"],
      guard: "It was neither refused nor damaged at the door, or it was handed out at the hub.",
    },
    {
      name: "give_back",
      from: ["on_board"],
      to: "returned",
      actors: ["courier", "dispatcher"],
      guard: "The sender took back every parcel that was still with us.",
    },
    {
      name: "lose",
      from: ["on_board", "at_hub"],
      to: "lost",
      actors: ["dispatcher"],
      guard: "It was with us; a parcel that was delivered stays so.",
    },
    { name: "find", from: ["lost"], to: "at_hub", actors: ["dispatcher"], guard: "It lies at the hub." },
    {
      name: "dispose",
      from: ["on_board", "at_hub"],
      to: "disposed",
      actors: ["courier", "dispatcher"],
      guard: "The sender agreed to it.",
    },
    {
      name: "undo",
      from: ["on_board", "not_sent"],
      to: "announced",
      actors: ["courier", "dispatcher"],
      guard: "The pickup was corrected: nothing was collected.",
    },
    {
      name: "undo",
      from: ["delivered", "returned"],
      to: "on_board",
      actors: ["courier", "dispatcher"],
      guard: "The handover was corrected: it did not happen.",
    },
    {
      name: "undo_at_hub",
      from: ["delivered"],
      to: "at_hub",
      actors: ["dispatcher"],
      guard: "The handing out at the hub was corrected: it did not happen.",
    },
  ],
} as const satisfies Machine<ParcelState, ParcelMove>;
