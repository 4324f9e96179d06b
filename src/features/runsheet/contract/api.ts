import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, InstantText, LocalDate, Money, Window } from "#contract/schemas.ts";
import { TaskKind, TaskState } from "#features/deliveries/contract/shapes.ts";

export const SheetStop = z.strictObject({
  taskId: Id,
  deliveryId: Id,
  number: z.string(),
  kind: TaskKind,
  state: TaskState,
  place: z.string(),
  /** Floor, bell, entrance. */
  detail: z.nullable(z.string()),
  name: z.string(),
  phone: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Parcels that change hands there. */
  parcels: z.int(),
  massG: z.int(),
  promised: Window,
  /** Null where nothing is predicted, and where the stop is over. */
  expectedAt: z.nullable(InstantText),
  endedAt: z.nullable(InstantText),
  /** Null where no cash is taken. */
  cash: z.nullable(z.strictObject({ amount: Money, isReceived: z.boolean() })),
});
export type SheetStop = z.output<typeof SheetStop>;

export const RunSheet = z.strictObject({
  courier: z.strictObject({ id: Id, name: z.string() }),
  date: LocalDate,
  timezone: z.string(),
  readAt: InstantText,
  stops: z.array(SheetStop),
});
export type RunSheet = z.output<typeof RunSheet>;

export const runsheetApi = {
  readRunSheet: endpoint({
    id: "readRunSheet",
    method: "GET",
    path: "/api/board/routes/:id",
    needs: "route:plan",
    summary:
      "One courier's day as a table to print: every stop in order with place, person, promise and cash",
    input: z.strictObject({ id: Id, date: z.optional(LocalDate) }),
    reply: RunSheet,
    refusals: ["runsheet.not-found"],
  }),
};
