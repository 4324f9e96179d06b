import { on } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import { runsheetApi } from "../contract/api.ts";
import { RUNSHEET_REFUSALS } from "../contract/refusals.ts";
import { readRunSheet } from "./read-run-sheet.ts";

/** A courier's day as a table to print. */
export const runsheetRoom = (): Room => ({
  name: "runsheet",
  routes: [on(runsheetApi.readRunSheet, readRunSheet)],
  refusals: RUNSHEET_REFUSALS,
});
