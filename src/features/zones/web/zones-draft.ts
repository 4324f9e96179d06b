import * as z from "zod/mini";
import { useVersionedDraft, type VersionedDraft } from "#web/drafts/use-versioned-draft.ts";
import { Polygon } from "#contract/schemas.ts";
import { type Zones, Zone as ZoneSchema } from "../contract/api.ts";
import { merged } from "../domain/merge.ts";
import type { Zone } from "../domain/zone.ts";

/** Zones as drawn so far: with fewer corners, and before they have a name. */
const DrawnZone = z.strictObject({
  ...ZoneSchema.shape,
  name: z.string(),
  polygon: z.strictObject({
    ...Polygon.shape,
    coordinates: z.array(z.array(z.tuple([z.number(), z.number()]))),
  }),
});
export type Draft = VersionedDraft<Zone>;

/** The zones on the screen: those in force, or what was changed in this tab, also after a reload. */
export const useZonesDraft = ({ version, zones }: Zones): Draft =>
  useVersionedDraft<Zone>({ version, items: zones }, { name: "zones.zones", item: DrawnZone, merge: merged });
