import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { hubApi } from "../contract/api.ts";
import { HUB_REFUSALS } from "../contract/refusals.ts";
import { checkKept } from "./check-kept.ts";
import { handOut, readHandOut } from "./hand-out.ts";
import { listHubParcels } from "./list-parcels.ts";
import { editHub, readHub } from "./setting.ts";

/** The desk of the hub. */
export const hubRoom = (parts: Pick<RoomParts, "db" | "clock">): Room => ({
  name: "hub",
  routes: [
    on(hubApi.readHub, (_input, context) => readHub(context)),
    on(hubApi.editHub, editHub),
    on(hubApi.listHubParcels, listHubParcels),
    on(hubApi.readHandOut, readHandOut),
    on(hubApi.handOut, handOut),
  ],
  jobs: { jobs: { "hub.check-kept": () => checkKept(parts) }, every: { "hub.check-kept": 10 } },
  refusals: HUB_REFUSALS,
});
