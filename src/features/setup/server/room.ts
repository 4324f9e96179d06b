import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { setupApi } from "../contract/api.ts";
import { SETUP_REFUSALS } from "../contract/refusals.ts";
import { editOrganisation } from "./organisation.ts";
import { passStep } from "./pass-step.ts";
import { readReady, sendTestMail } from "./ready.ts";
import { readSetupIn } from "./read-setup.ts";

/** The first set-up of an installation. */
export const setupRoom = (parts: RoomParts): Room => ({
  name: "setup",
  routes: [
    on(setupApi.readSetup, (_input, { actor, db }) => db.read(actor, (tx) => readSetupIn(tx))),
    on(setupApi.editOrganisation, editOrganisation),
    on(setupApi.passStep, passStep),
    on(setupApi.readReady, (_input, context) => readReady(parts, context)),
    on(setupApi.sendTestMail, (_input, context) => sendTestMail(parts, context)),
  ],
  refusals: SETUP_REFUSALS,
});
