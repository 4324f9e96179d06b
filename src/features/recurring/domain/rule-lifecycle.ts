import type { Machine } from "#kernel/machine.ts";

export const RULE_STATES = ["active", "paused", "ended"] as const;
export type RuleState = (typeof RULE_STATES)[number];

type Command = "edit" | "pause" | "resume" | "end" | "change-day" | "run-out";

/** Lifecycle of a standing order. */
export const RULE_MACHINE: Machine<RuleState, Command> = {
  name: "standing order",
  initial: "active",
  states: RULE_STATES,
  terminal: ["ended"],
  soft: [],
  refusal: "recurring.wrong-state",
  transitions: [
    {
      name: "edit",
      from: ["active", "paused"],
      to: "same",
      actors: ["dispatcher"],
      guard: "Deliveries that are made stay as they are.",
    },
    {
      name: "pause",
      from: ["active"],
      to: "paused",
      actors: ["dispatcher"],
      guard: "No delivery is made meanwhile.",
    },
    {
      name: "resume",
      from: ["paused"],
      to: "active",
      actors: ["dispatcher"],
      guard: "Days of the pause are left out.",
    },
    {
      name: "change-day",
      from: ["active", "paused"],
      to: "same",
      actors: ["dispatcher"],
      guard: "The day is not made yet.",
    },
    {
      name: "end",
      from: ["active", "paused"],
      to: "ended",
      actors: ["dispatcher"],
      guard: "Deliveries that are made stay as they are.",
    },
    {
      name: "run-out",
      from: ["active"],
      to: "ended",
      actors: ["system"],
      guard: "The last day is over and settled.",
    },
  ],
};
