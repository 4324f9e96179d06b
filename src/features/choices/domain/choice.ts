import type { FieldChange } from "#features/deliveries/domain/edits.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Window } from "#kernel/window.ts";

export const CHOICE_KINDS = [
  "window",
  "not_in",
  "hub",
  "return",
  "safe_place",
  "neighbour",
  "pin",
  "note",
] as const;
export type ChoiceKind = (typeof CHOICE_KINDS)[number];

/** A recipient's choice; `not_in`: the next working day at the same hours. */
export type Choice =
  | { readonly kind: "window"; readonly window: Window }
  | { readonly kind: "not_in" | "hub" | "return" | "pin" }
  | { readonly kind: "safe_place" | "neighbour"; readonly place: string }
  | { readonly kind: "note"; readonly note: string };

/** Choices of one topic replace each other. */
export const TOPIC_OF: Readonly<Record<ChoiceKind, "time" | "door" | "note">> = {
  window: "time",
  not_in: "time",
  hub: "time",
  return: "time",
  safe_place: "door",
  neighbour: "door",
  pin: "door",
  note: "note",
};

/** Whether a later choice takes the place of an earlier one: of its topic, or for the door where nobody comes to it any more. */
export const replaces = (later: ChoiceKind, earlier: ChoiceKind): boolean =>
  TOPIC_OF[later] === TOPIC_OF[earlier] || (later === "hub" && TOPIC_OF[earlier] === "door");

/** Commands of a delivery by which choices are carried out. */
export type StepName = "retry" | "send_back" | "unassign";

/** A choice that was carried out. */
export interface MadeChoice {
  readonly id: string;
  readonly choice: Choice;
  /** Task on which it depends. */
  readonly taskId: string | null;
  readonly changes: readonly FieldChange[];
  readonly steps: readonly StepName[];
  readonly lost: { readonly courierId: string; readonly taskIds: readonly string[] } | null;
  readonly chosenAt: Instant;
  readonly takenBackAt: Instant | null;
  /** Later choice that took its place. */
  readonly replacedBy: string | null;
}

/** Most choices by one link's delivery in an hour. */
export const CHOICES_PER_HOUR = 20;

/** Characters of a place, or of a neighbour's name. */
export const PLACE_LENGTH = { min: 2, max: 80 } as const;
