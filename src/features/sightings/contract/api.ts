import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Cursor, Id, InstantText, PageSize, page } from "#contract/schemas.ts";

/** A time in which the courier's place could be seen. */
export const Sighting = z.strictObject({
  id: Id,
  /** `dispatch` on the board; `link` by the holders of a delivery's tracking link: its recipient and its sender. */
  by: z.enum(["dispatch", "link"]),
  /** Of the delivery whose link it is; null for dispatch. */
  number: z.nullable(z.string()),
  start: InstantText,
  /** Null while it lasts. */
  end: z.nullable(InstantText),
});
export type Sighting = z.output<typeof Sighting>;

export const sightingsApi = {
  listSightings: endpoint({
    id: "listSightings",
    method: "GET",
    path: "/api/courier/sightings",
    needs: "sighting:read",
    summary:
      "When the calling courier's own place could be seen and by whom, the newest first; of the last 60 days",
    input: z.strictObject({ cursor: z.optional(Cursor), limit: PageSize }),
    reply: page(Sighting),
    refusals: ["sightings.no-courier"],
  }),
};
