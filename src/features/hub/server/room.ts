import { on } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import { hubApi } from "../contract/api.ts";
import { HUB_REFUSALS } from "../contract/refusals.ts";
import { handOut, readHandOut } from "./hand-out.ts";
import { listHubParcels } from "./list-parcels.ts";
import { editHub, readHub } from "./setting.ts";

/** The desk of the hub. */
export const hubRoom = (): Room => ({
  name: "hub",
  routes: [
    on(hubApi.readHub, (_input, context) => readHub(context)),
    on(hubApi.editHub, editHub),
    on(hubApi.listHubParcels, listHubParcels),
    on(hubApi.readHandOut, readHandOut),
    on(hubApi.handOut, handOut),
  ],
  refusals: HUB_REFUSALS,
});
