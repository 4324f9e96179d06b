import type { Machine } from "#kernel/machine.ts";

export const TASK_KINDS = ["collect", "deliver", "return"] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

export const TASK_STATES = [
  "open",
  "assigned",
  "en_route",
  "arrived",
  "succeeded",
  "failed",
  "cancelled",
] as const;
export type TaskState = (typeof TASK_STATES)[number];

export const TASK_COMMANDS = [
  "assign",
  "unassign",
  "decline",
  "start",
  "arrive",
  "succeed",
  "fail",
  "cancel",
  "correct",
  "hand_out",
  "reopen",
] as const;
export type TaskCommandName = (typeof TASK_COMMANDS)[number];

/** One try of one piece of work: collect, deliver or return. A failed try stays failed; the next try is a new task. */
export const TASK_MACHINE = {
  name: "task",
  initial: "open",
  states: TASK_STATES,
  terminal: ["succeeded", "failed", "cancelled"],
  soft: ["succeeded", "failed", "cancelled"],
  refusal: "deliveries.wrong-state",
  transitions: [
    {
      name: "assign",
      from: ["open"],
      to: "assigned",
      actors: ["dispatcher", "system"],
      guard: "The delivery is not closed; too little room in the vehicle warns and does not block.",
    },
    {
      name: "unassign",
      from: ["assigned", "en_route"],
      to: "open",
      actors: ["dispatcher", "system"],
      guard: "The courier has not arrived yet.",
    },
    {
      name: "decline",
      from: ["assigned"],
      to: "open",
      actors: ["courier"],
      guard: "It is the courier's own task and the organisation lets couriers decline.",
    },
    {
      name: "start",
      from: ["assigned"],
      to: "en_route",
      actors: ["courier", "dispatcher"],
      guard: "To deliver or return, the parcels are with the courier.",
    },
    {
      name: "arrive",
      from: ["assigned", "en_route"],
      to: "arrived",
      actors: ["courier", "dispatcher"],
      guard: "As for start; a skipped start is filled in with the same time.",
    },
    {
      name: "succeed",
      from: ["assigned", "en_route", "arrived"],
      to: "succeeded",
      actors: ["courier", "dispatcher"],
      guard:
        "The required proofs are there, or it was recorded offline; skipped steps are filled in with the same time.",
    },
    {
      name: "hand_out",
      from: ["open"],
      to: "succeeded",
      actors: ["dispatcher"],
      guard:
        "The parcels are at the hub, nothing changed since they were looked up, and the proofs are there.",
    },
    {
      name: "fail",
      from: ["assigned", "en_route", "arrived"],
      to: "failed",
      actors: ["courier", "dispatcher"],
      guard: "A reason of this kind of task is given, with the proofs that it demands.",
    },
    {
      name: "cancel",
      from: ["open", "assigned", "en_route", "arrived"],
      to: "cancelled",
      actors: ["sender", "dispatcher", "system"],
      guard:
        "The delivery is cancelled, sent back, lost or disposed of, or a correction made this task needless.",
    },
    {
      name: "reopen",
      from: ["cancelled"],
      to: "assigned",
      actors: ["dispatcher"],
      guard: "Its delivery was cancelled while a courier carried it out; it goes to that courier.",
    },
    {
      name: "correct",
      from: ["succeeded"],
      to: "failed",
      actors: ["courier", "dispatcher"],
      guard:
        "A courier within 10 minutes, a dispatcher any time with a note or for a courier's report; no later task has begun; before collection is undone no return is pending and the parcels are with the courier.",
    },
    {
      name: "correct",
      from: ["failed"],
      to: "succeeded",
      actors: ["courier", "dispatcher"],
      guard:
        "As above, by a dispatcher also while a later task of the same courier is under way; to say delivered or returned the parcels must be with the courier; a pending next try is cancelled.",
    },
  ],
} as const satisfies Machine<TaskState, TaskCommandName>;
