import * as z from "zod/mini";
import { DESK_GROUPS, deskKinds, WHY_NOT_UNDONE } from "#contract/desk-commands.ts";
import { endpoint } from "#contract/endpoint.ts";
import { liveEvent } from "#contract/event.ts";
import { Cursor, Id, InstantText, LocalDate, page, PageSize } from "#contract/schemas.ts";

const Kind = z.enum(deskKinds());

/** Change of the same thing since, by whom; `kind` is null where it was no command of the desk. */
const Since = z.strictObject({
  by: z.nullable(z.string()),
  at: InstantText,
  number: z.nullable(z.string()),
  kind: z.nullable(Kind),
});

export const DeskCommand = z.strictObject({
  id: Id,
  at: InstantText,
  by: z.strictObject({ id: z.nullable(Id), name: z.nullable(z.string()) }),
  kind: Kind,
  /** The first three of the deliveries that it changed, and how many there are. */
  deliveries: z.array(z.strictObject({ id: Id, number: z.string() })),
  count: z.int(),
  /** The courier who got work; null where there is none. */
  courier: z.nullable(z.string()),
  toDate: z.nullable(LocalDate),
  /** The kind of the command that it undid. */
  undid: z.nullable(Kind),
  undo: z.discriminatedUnion("state", [
    z.strictObject({ state: z.literal("possible") }),
    z.strictObject({ state: z.literal("done"), by: z.nullable(z.string()), at: InstantText }),
    z.strictObject({ state: z.literal("moved-on"), since: Since }),
    z.strictObject({ state: z.literal("day-over") }),
    z.strictObject({ state: z.literal("none"), why: z.enum(WHY_NOT_UNDONE) }),
  ]),
});
export type DeskCommand = z.output<typeof DeskCommand>;

/** A command of the desk was carried out, by whom; staff alone hear of it. */
export const deskNoted = liveEvent(
  "desk.noted",
  z.strictObject({ commandId: Id, kind: Kind, by: z.nullable(z.string()), undoable: z.boolean() }),
);

export const historyApi = {
  listHistory: endpoint({
    id: "listHistory",
    method: "GET",
    path: "/api/history",
    needs: "route:plan",
    summary:
      "Commands of the desk on a day, the newest first, each with its undo or why there is none; page by cursor",
    input: z.strictObject({
      /** Today where nothing is said. */
      date: z.optional(LocalDate),
      personId: z.optional(Id),
      /** The caller's own only. */
      mine: z.optional(z.literal("1")),
      group: z.optional(z.enum(DESK_GROUPS)),
      cursor: z.optional(Cursor),
      limit: PageSize,
    }),
    reply: z.strictObject({ ...page(DeskCommand).shape, date: LocalDate, timezone: z.string() }),
    refusals: [],
  }),
  undoCommand: endpoint({
    id: "undoCommand",
    method: "POST",
    path: "/api/history/:id/undo",
    needs: "route:plan",
    summary: "Undo a command of today, whole, unless the world moved on",
    input: z.strictObject({ id: Id }),
    reply: z.strictObject({ id: Id, kind: Kind }),
    refusals: [
      "history.not-found",
      "history.undone",
      "history.not-possible",
      "history.day-over",
      "history.moved-on",
      "dispatch.conflict",
      "dispatch.courier-unknown",
      "dispatch.order-of-stops",
      "dispatch.pin-over",
      "dispatch.pin-open",
      "planning.not-published",
      "planning.begun",
      "planning.pinned",
      "deliveries.wrong-state",
      "deliveries.money-unsafe",
      "deliveries.too-late-to-edit",
      "exceptions.closed",
      "messages.too-late",
      "offers.taken",
      "offers.expired",
      "offers.withdrawn",
      "offers.assigned",
      "offers.changed",
      "offers.over",
    ],
    keyedByContent: true,
  }),
};
