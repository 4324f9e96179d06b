import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { InstantText, Nothing, Polygon } from "#contract/schemas.ts";
import { ZONE_COLOURS } from "../domain/zone.ts";
import { ZONE_LIMITS } from "../domain/zone-faults.ts";

export const ZoneCode = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/));
export const ZoneName = z.string().check(z.trim(), z.minLength(1), z.maxLength(ZONE_LIMITS.name));

/** A part of the town that price rules may name. Of two that overlap the first in the order counts. */
export const Zone = z.strictObject({
  code: ZoneCode,
  name: ZoneName,
  colour: z.enum(ZONE_COLOURS),
  polygon: Polygon,
});
export type Zone = z.output<typeof Zone>;

export const Zones = z.strictObject({
  /** 0 before the first are saved. */
  version: z.int(),
  changedAt: z.nullable(InstantText),
  changedBy: z.nullable(z.string()),
  zones: z.array(Zone),
  /** Rules of the published price list that name a zone. */
  uses: z.array(z.strictObject({ code: ZoneCode, rules: z.array(z.string()) })),
});
export type Zones = z.output<typeof Zones>;

export const zonesApi = {
  readZones: endpoint({
    id: "readZones",
    method: "GET",
    path: "/api/zones",
    needs: "price:read",
    summary: "The price zones in their order, and the rules that name them",
    input: Nothing,
    reply: Zones,
    refusals: [],
  }),
  editZones: endpoint({
    id: "editZones",
    method: "PUT",
    path: "/api/zones",
    needs: "area:edit",
    audit: "area.zones-changed",
    summary: "Save the price zones as their next version; new quotes are priced by them",
    input: z.strictObject({ version: z.int(), zones: z.array(Zone).check(z.maxLength(ZONE_LIMITS.zones)) }),
    reply: Zones,
    refusals: ["zones.changed-meanwhile", "zones.in-use", "zones.bad-zones"],
  }),
};
