import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import {
  Id,
  LocalDate,
  LocalTime,
  Nothing,
  Point,
  Polygon,
  queryNumber,
  TEXT_LIMITS,
} from "#contract/schemas.ts";

export const Precision = z.enum(["rooftop", "street", "area", "manual"]);

/** An address as written by a person, with the point that they confirmed on the map. */
export const Address = z.strictObject({
  label: z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_LIMITS.line)),
  street: z.nullable(z.string().check(z.maxLength(TEXT_LIMITS.line))),
  houseNumber: z.nullable(z.string().check(z.maxLength(20))),
  postcode: z.nullable(z.string().check(z.maxLength(12))),
  city: z.nullable(z.string().check(z.maxLength(TEXT_LIMITS.name))),
  /** Floor, bell, entrance: what the courier needs at the door. */
  detail: z.nullable(z.string().check(z.maxLength(TEXT_LIMITS.line))),
  point: Point,
  precision: Precision,
  pinConfirmed: z.boolean(),
});
export type Address = z.output<typeof Address>;

export const PlaceHit = z.strictObject({
  id: z.string(),
  kind: z.enum(["address", "street", "poi", "plus-code"]),
  address: Address,
  distanceM: z.nullable(z.int()),
});
export type PlaceHit = z.output<typeof PlaceHit>;

export const OpeningRule = z.strictObject({
  /** 1 = Monday … 7 = Sunday */
  weekday: z.int().check(z.gte(1), z.lte(7)),
  opens: LocalTime,
  closes: LocalTime,
});
export const OpeningException = z.strictObject({
  date: LocalDate,
  closed: z.boolean(),
  opens: z.nullable(LocalTime),
  closes: z.nullable(LocalTime),
  note: z.string().check(z.maxLength(120)),
});
export const OpeningHours = z.strictObject({
  weekly: z.array(OpeningRule).check(z.maxLength(42)),
  exceptions: z.array(OpeningException).check(z.maxLength(400)),
});
export type OpeningHours = z.output<typeof OpeningHours>;

export const ServiceArea = z.strictObject({
  id: Id,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_LIMITS.name)),
  timezone: z.string(),
  currency: z.string(),
  polygon: Polygon,
  hours: OpeningHours,
  maxDistanceM: z.int().check(z.gte(100), z.lte(500_000)),
  maxMassG: z.int().check(z.gte(100), z.lte(1_000_000)),
  version: z.int(),
});
export type ServiceArea = z.output<typeof ServiceArea>;

const near = { lon: z.optional(queryNumber(-180, 180)), lat: z.optional(queryNumber(-90, 90)) };

export const placesApi = {
  searchPlaces: endpoint({
    id: "searchPlaces",
    method: "GET",
    path: "/api/places",
    needs: "anyone",
    summary: "Addresses, streets, points of interest and Plus Codes for what was typed, best first",
    input: z.strictObject({
      q: z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_LIMITS.search)),
      ...near,
    }),
    reply: z.strictObject({ hits: z.array(PlaceHit) }),
    refusals: [],
    limitPerMinute: 240,
  }),
  placeAt: endpoint({
    id: "placeAt",
    method: "GET",
    path: "/api/places/at",
    needs: "anyone",
    summary: "The nearest address to a pin",
    input: z.strictObject({ lon: queryNumber(-180, 180), lat: queryNumber(-90, 90) }),
    reply: z.strictObject({ hit: z.nullable(PlaceHit), plusCode: z.string(), inArea: z.boolean() }),
    refusals: [],
    limitPerMinute: 240,
  }),
  readArea: endpoint({
    id: "readArea",
    method: "GET",
    path: "/api/area",
    needs: "anyone",
    summary: "Where and when we deliver",
    input: Nothing,
    reply: ServiceArea,
    refusals: ["http.not-found"],
  }),
  openArea: endpoint({
    id: "openArea",
    method: "POST",
    path: "/api/area",
    needs: "area:edit",
    audit: "area.opened",
    summary:
      "Set up the service area of an organisation that has none; it is closed until opening hours are set",
    input: z.strictObject({
      name: ServiceArea.shape.name,
      polygon: Polygon,
      maxDistanceM: ServiceArea.shape.maxDistanceM,
      maxMassG: ServiceArea.shape.maxMassG,
    }),
    reply: ServiceArea,
    refusals: ["places.area-exists", "places.bad-polygon"],
  }),
  editArea: endpoint({
    id: "editArea",
    method: "PUT",
    path: "/api/area",
    needs: "area:edit",
    audit: "area.changed",
    summary: "Change the service area and its reach",
    input: z.strictObject({
      version: z.int(),
      name: ServiceArea.shape.name,
      polygon: Polygon,
      maxDistanceM: ServiceArea.shape.maxDistanceM,
      maxMassG: ServiceArea.shape.maxMassG,
    }),
    reply: ServiceArea,
    refusals: ["http.not-found", "places.changed-meanwhile", "places.bad-polygon"],
  }),
  editHours: endpoint({
    id: "editHours",
    method: "PUT",
    path: "/api/area/hours",
    needs: "area:edit",
    audit: "area.hours-changed",
    summary: "Change opening hours and dated exceptions",
    input: z.strictObject({ version: z.int(), hours: OpeningHours }),
    reply: ServiceArea,
    refusals: ["http.not-found", "places.changed-meanwhile", "places.bad-hours"],
  }),
};
