import { on } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import { deskHandoverApi } from "../contract/api.ts";
import { handOver, readHandOver } from "./hand-over.ts";

/** Handovers from courier to courier that the office orders. */
export const deskHandoverRoom = (): Room => ({
  name: "desk-handover",
  routes: [on(deskHandoverApi.readHandOver, readHandOver), on(deskHandoverApi.handOver, handOver)],
  refusals: {},
});
