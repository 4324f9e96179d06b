import { on, type Route } from "#server/http/route.ts";
import { placesApi } from "../contract/api.ts";
import { editArea, editHours, openArea, readArea } from "./edit-area.ts";
import { placeAt } from "./place-at.ts";
import { search } from "./search.ts";

/** The carrier's places serve everybody who books, whatever organisation they belong to. */
export function placesRoutes(orgId: string): Route[] {
  return [
    on(placesApi.searchPlaces, async (input, context) => ({ hits: await search(input, orgId, context) })),
    on(placesApi.placeAt, (input, context) => placeAt(input, orgId, context)),
    on(placesApi.readArea, (_input, context) => readArea(orgId, context)),
    on(placesApi.openArea, openArea),
    on(placesApi.editArea, (input, context) => editArea(input, context)),
    on(placesApi.editHours, (input, context) => editHours(input, context)),
  ];
}
