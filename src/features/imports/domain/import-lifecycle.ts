import type { Machine } from "#kernel/machine.ts";

export const IMPORT_STATES = [
  "columns",
  "checking",
  "checked",
  "importing",
  "cancelled",
  "done",
  "undoing",
  "undone",
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

type Command =
  | "map"
  | "checked"
  | "confirm"
  | "finished"
  | "cancel-check"
  | "recheck"
  | "cancel-recheck"
  | "cancel"
  | "mend"
  | "undo"
  | "undone";

/** Lifecycle of one imported file. */
export const IMPORT_MACHINE: Machine<ImportState, Command> = {
  name: "import",
  initial: "columns",
  states: IMPORT_STATES,
  terminal: ["undone"],
  soft: [],
  refusal: "imports.wrong-state",
  transitions: [
    {
      name: "map",
      from: ["columns", "checked"],
      to: "checking",
      actors: ["dispatcher"],
      guard: "No row was imported yet.",
    },
    {
      name: "cancel-check",
      from: ["checking"],
      to: "columns",
      actors: ["dispatcher"],
      guard: "Rows that were checked are checked anew.",
    },
    {
      name: "recheck",
      from: ["checked", "cancelled", "done"],
      to: "checking",
      actors: ["dispatcher"],
      guard: "A row has faults; all other rows stay as they are.",
    },
    {
      name: "cancel-recheck",
      from: ["checking"],
      to: "checked",
      actors: ["dispatcher"],
      guard: "Rows that were not checked again keep their faults.",
    },
    { name: "checked", from: ["checking"], to: "checked", actors: ["system"], guard: "No row is unchecked." },
    {
      name: "confirm",
      from: ["checked", "cancelled"],
      to: "importing",
      actors: ["dispatcher"],
      guard: "A row is ready.",
    },
    {
      name: "cancel",
      from: ["importing"],
      to: "cancelled",
      actors: ["dispatcher"],
      guard: "Deliveries that were made stay; rows that are ready can be imported later.",
    },
    { name: "finished", from: ["importing"], to: "done", actors: ["system"], guard: "No row is ready." },
    {
      name: "mend",
      from: ["checked", "cancelled", "done"],
      to: "checked",
      actors: ["dispatcher"],
      guard: "A row is corrected, or checked again.",
    },
    {
      name: "undo",
      from: ["checked", "cancelled", "done"],
      to: "undoing",
      actors: ["dispatcher"],
      guard: "A delivery was made.",
    },
    {
      name: "undone",
      from: ["undoing"],
      to: "undone",
      actors: ["system"],
      guard: "Every delivery that is cancelled without a fee was cancelled.",
    },
  ],
};

/** States in which a job works on the rows. */
export const WORKING: readonly ImportState[] = ["checking", "importing", "undoing"];
export const isWorking = (state: ImportState): boolean => WORKING.includes(state);

export const ROW_STATES = ["new", "ready", "faulty", "known", "imported", "undone", "kept"] as const;
export type RowState = (typeof ROW_STATES)[number];
