import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { pushApi } from "../contract/api.ts";
import { PUSH_REFUSALS } from "../contract/refusals.ts";
import { addDevice, listDevices, removeDevice } from "./devices.ts";
import { pushJobs } from "./jobs.ts";
import { renewDevice } from "./renew.ts";
import { choiceOf } from "./send.ts";

/** Notifications on people's own devices. */
export function pushRoom(parts: RoomParts): Room {
  const choice = choiceOf(parts);
  return {
    name: "push",
    routes: [
      on(pushApi.listPushDevices, (_, context) => listDevices(context)),
      on(pushApi.addPushDevice, (input, context) => addDevice(input, context, choice.allowsPrivate)),
      on(pushApi.renewPushDevice, (input, context) => renewDevice(input, context, choice.allowsPrivate)),
      on(pushApi.removePushDevice, removeDevice),
    ],
    jobs: pushJobs({ ...parts, choice }),
    refusals: PUSH_REFUSALS,
  };
}
