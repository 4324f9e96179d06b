import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { streetsApi } from "../contract/api.ts";
import { STREETS_REFUSALS } from "../contract/refusals.ts";
import { changeStreet, endStreetChange } from "./change-street.ts";
import { findStreets, findStretch } from "./find.ts";
import { learnRoadSpeeds } from "./learn-road-speeds.ts";
import { listStreetChanges, readRoads } from "./read-changes.ts";

/** Closed and slow streets, and learned speeds. */
export const streetsRoom = ({ db, clock, log, streets }: RoomParts): Room => ({
  name: "streets",
  routes: [
    on(streetsApi.findStreets, (asked) => Promise.resolve(findStreets(streets, asked))),
    on(streetsApi.findStretch, (asked) => Promise.resolve(findStretch(streets, asked))),
    on(streetsApi.readRoads, (_, context) => readRoads(streets, context)),
    on(streetsApi.listStreetChanges, listStreetChanges),
    on(streetsApi.changeStreet, (asked, context) => changeStreet(streets, asked, context)),
    on(streetsApi.endStreetChange, (asked, context) => endStreetChange(streets, asked, context)),
  ],
  jobs: {
    jobs: { learnRoadSpeeds: () => learnRoadSpeeds({ db, log }, streets, clock()) },
    every: { learnRoadSpeeds: "nightly" },
  },
  refusals: STREETS_REFUSALS,
});
