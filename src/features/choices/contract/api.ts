import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, InstantText, Money, Note, Nothing, Window } from "#contract/schemas.ts";
import { Handover } from "#features/deliveries/contract/shapes.ts";
import { CHOICE_KINDS, PLACE_LENGTH } from "../domain/choice.ts";
import { WHY_NOT } from "../domain/decide-choice.ts";
import { FATES } from "../domain/fate.ts";

/** Words for a place, or a neighbour's name. */
const Place = z
  .string()
  .check(z.trim(), z.minLength(PLACE_LENGTH.min), z.maxLength(PLACE_LENGTH.max), z.regex(/^[^\p{Cc}]+$/u));

export const Choice = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("window"), window: Window }),
  z.strictObject({ kind: z.literal("not_in") }),
  z.strictObject({ kind: z.literal("hub") }),
  z.strictObject({ kind: z.literal("return") }),
  z.strictObject({ kind: z.literal("safe_place"), place: Place }),
  z.strictObject({ kind: z.literal("neighbour"), place: Place }),
  z.strictObject({ kind: z.literal("pin") }),
  z.strictObject({ kind: z.literal("note"), note: Note }),
]);
export type Choice = z.output<typeof Choice>;

export const Choices = z.strictObject({
  /** Sent with a choice: it is refused where the delivery changed since. */
  version: z.int(),
  timezone: z.string(),
  /** As it is now. */
  window: Window,
  note: z.string(),
  handover: z.nullable(Handover),
  /** Everything that there is to choose; `why` says why something is not possible now. */
  options: z.array(
    z.strictObject({ kind: z.enum(CHOICE_KINDS), why: z.nullable(z.enum(WHY_NOT)), cost: Money }),
  ),
  /** Windows with room. */
  windows: z.array(Window),
  /** The same hours on the next working day. */
  nextDay: z.nullable(Window),
  /** Address at which parcels are collected; null where there is none. */
  hub: z.nullable(z.string()),
  /** Choices that were made, newest first. */
  made: z.array(
    z.strictObject({
      id: Id,
      choice: Choice,
      chosenAt: InstantText,
      fate: z.enum(FATES),
      at: z.nullable(InstantText),
      mayTakeBack: z.boolean(),
    }),
  ),
});
export type Choices = z.output<typeof Choices>;

const LINK_REFUSALS = ["tracking.unknown-link", "choices.view-only"];

/** The token travels in the `x-tracking-token` header; only a link that acts is answered. */
export const choicesApi = {
  readChoices: endpoint({
    id: "readChoices",
    method: "GET",
    path: "/api/tracking/choices",
    needs: "anyone",
    summary: "What the recipient can choose now, what each choice costs and what became of those made",
    input: Nothing,
    reply: Choices,
    refusals: LINK_REFUSALS,
    limitPerMinute: 60,
  }),
  choose: endpoint({
    id: "choose",
    method: "POST",
    path: "/api/tracking/choices",
    needs: "anyone",
    summary: "Carry out a choice of the recipient",
    input: z.strictObject({ version: z.int(), choice: Choice }),
    reply: Choices,
    refusals: [
      ...LINK_REFUSALS,
      "deliveries.changed-meanwhile",
      "deliveries.too-late-to-edit",
      "deliveries.window-past",
      "deliveries.window-wrong",
      "deliveries.wrong-state",
      "deliveries.no-attempts-left",
      "choices.not-possible",
      "choices.too-many",
      "slots.full",
      "slots.closed",
    ],
    keyedByContent: true,
    limitPerMinute: 20,
  }),
  takeBack: endpoint({
    id: "takeBack",
    method: "POST",
    path: "/api/tracking/choices/:id/take-back",
    needs: "anyone",
    summary: "Take a choice back until the courier is at the door",
    input: z.strictObject({ id: Id }),
    reply: Choices,
    refusals: [
      ...LINK_REFUSALS,
      "deliveries.too-late-to-edit",
      "deliveries.wrong-state",
      "choices.over",
      "slots.full",
      "slots.closed",
    ],
    keyedByContent: true,
    limitPerMinute: 20,
  }),
};
