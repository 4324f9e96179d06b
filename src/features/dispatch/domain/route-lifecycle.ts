import type { Machine } from "#kernel/machine.ts";

export const ROUTE_STATES = ["draft", "published", "in_progress", "completed", "cancelled"] as const;
export type RouteState = (typeof ROUTE_STATES)[number];
export type RouteCommandName = "publish" | "revise" | "unpublish" | "start" | "complete" | "cancel";

/** One courier's day. */
export const ROUTE_MACHINE = {
  name: "route",
  initial: "draft",
  states: ROUTE_STATES,
  terminal: ["completed", "cancelled"],
  soft: [],
  refusal: "deliveries.wrong-state",
  transitions: [
    {
      name: "publish",
      from: ["draft"],
      to: "published",
      actors: ["dispatcher"],
      guard: "A courier is set; the courier sees it from now on.",
    },
    {
      name: "revise",
      from: ["draft", "published", "in_progress"],
      to: "same",
      actors: ["dispatcher", "system"],
      guard:
        "The edit names the revision that its author saw; the revision grows by one and the courier must acknowledge it.",
    },
    {
      name: "unpublish",
      from: ["published"],
      to: "draft",
      actors: ["dispatcher"],
      guard: "Nothing of it has begun.",
    },
    {
      name: "start",
      from: ["published"],
      to: "in_progress",
      actors: ["courier", "dispatcher", "system"],
      guard: "Its first task has begun.",
    },
    {
      name: "complete",
      from: ["in_progress"],
      to: "completed",
      actors: ["courier", "dispatcher", "system"],
      guard: "No task of it is pending.",
    },
    {
      name: "cancel",
      from: ["draft", "published"],
      to: "cancelled",
      actors: ["dispatcher"],
      guard: "Nothing of it has begun.",
    },
  ],
} as const satisfies Machine<RouteState, RouteCommandName>;
