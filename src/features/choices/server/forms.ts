import type * as z from "zod/mini";
import { faultsOf } from "#contract/field-fault.ts";
import { BadInput } from "#server/http/problems.ts";
import type { FormAct } from "#features/tracking/server/public.ts";
import type { RoomParts } from "#server/room.ts";
import { choicesApi } from "../contract/api.ts";
import { choose } from "./choose.ts";
import { takeBack } from "./take-back.ts";

type Values = Readonly<Record<string, string>>;

/** The choice that a form says: its fields have the names of the choice's own. */
function choiceIn({ kind, window = "", place, note }: Values): object {
  if (kind === "window") {
    const [start = "", end = ""] = window.split("/");
    return { kind, window: { start, end } };
  }
  if (kind === "note") return { kind, note };
  return place === undefined ? { kind } : { kind, place };
}

/** @throws BadInput with the form's own field names */
function parsed<S extends z.ZodMiniObject>(schema: S, input: object): z.output<S> {
  const { data, error } = schema.safeParse(input);
  if (data !== undefined) return data;
  throw new BadInput(
    faultsOf(error?.issues ?? [], input).map(({ path, code }) => ({
      path: path.split(".")[1] ?? path,
      code,
    })),
  );
}

/** Forms of choices by the name of their act, for the page of a recipient without a script. */
export const choiceForms = ({
  workGuard,
}: Pick<RoomParts, "workGuard">): Readonly<Record<string, FormAct>> => ({
  choose: async (values, context) => {
    const asked = { version: Number(values["version"]), choice: choiceIn(values) };
    await choose(parsed(choicesApi.choose.input, asked), context);
    return { done: "chosen" };
  },
  "take-back": async ({ id = "" }, context) => {
    await takeBack(workGuard, parsed(choicesApi.takeBack.input, { id }).id, context);
    return { done: "taken-back" };
  },
});
