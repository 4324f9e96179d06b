import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { privacyApi } from "../contract/api.ts";
import { PRIVACY_REFUSALS } from "../contract/refusals.ts";
import { listErasures } from "./erasures.ts";
import { forgetOld } from "./forget-old.ts";
import { erasePerson, exportPerson, findPerson } from "./person.ts";
import { editRetention, readRetention } from "./retention-record.ts";

/** Personal data: how long it is kept, and what a person may ask for. */
export const privacyRoom = (parts: RoomParts): Room => ({
  name: "privacy",
  routes: [
    on(privacyApi.readRetention, (_input, context) => readRetention(context)),
    on(privacyApi.editRetention, editRetention),
    on(privacyApi.findPerson, findPerson),
    on(privacyApi.exportPerson, exportPerson),
    on(privacyApi.erasePerson, erasePerson(parts.dataFolder)),
    on(privacyApi.listErasures, listErasures),
  ],
  jobs: {
    jobs: { "privacy.forget-old": () => forgetOld(parts, parts.clock()) },
    every: { "privacy.forget-old": "nightly" },
  },
  refusals: PRIVACY_REFUSALS,
});
