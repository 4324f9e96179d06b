import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import {
  Cursor,
  Id,
  InstantText,
  Note,
  page,
  PageSize,
  Point,
  queryNumber,
  TEXT_LIMITS,
} from "#contract/schemas.ts";

export const PROFILES = ["car", "bicycle", "foot"] as const;
export const ROAD_CLASSES = ["fast", "main", "side"] as const;
/** Positions of all lines together: a street through a whole city has fewer. */
const LIMITS = { lines: 600, positions: 400 } as const;

const Position = z.tuple([Point.shape.lon, Point.shape.lat]);
const Line = z.array(Position).check(z.minLength(2), z.maxLength(LIMITS.positions));
const Lines = z.array(Line).check(z.minLength(1), z.maxLength(LIMITS.lines));

const StreetName = z.nullable(z.string().check(z.minLength(1), z.maxLength(TEXT_LIMITS.line)));

/** A street or a stretch of one on the map. */
export const Street = z.strictObject({ name: StreetName, metres: z.int(), at: Point, lines: z.array(Line) });
export type Street = z.output<typeof Street>;

const Profiles = z.array(z.enum(PROFILES)).check(z.minLength(1), z.maxLength(PROFILES.length));

export const StreetChangeFields = z.strictObject({
  name: StreetName,
  lines: Lines,
  profiles: Profiles,
  /** Times as long as usual; null closes it. */
  slower: z.nullable(z.number().check(z.gte(1.1), z.lte(10))),
  /** Null: at once. */
  from: z.nullable(InstantText),
  /** Null: until somebody takes it out. */
  until: z.nullable(InstantText),
  note: Note,
});
export type StreetChangeFields = z.output<typeof StreetChangeFields>;

export const StreetChange = z.strictObject({
  id: Id,
  name: StreetName,
  metres: z.int(),
  lines: z.array(Line),
  profiles: z.array(z.enum(PROFILES)),
  slower: z.nullable(z.number()),
  from: InstantText,
  until: z.nullable(InstantText),
  note: z.string(),
  state: z.enum(["later", "now", "over"]),
});
export type StreetChange = z.output<typeof StreetChange>;

const LearnedSpeed = z.strictObject({
  profile: z.enum(PROFILES),
  class: z.enum(ROAD_CLASSES),
  /** Times as long as by the map. */
  factor: z.number(),
  legs: z.int(),
});

const Roads = z.strictObject({
  source: z.enum(["own", "osrm", "valhalla", "estimated"]),
  version: z.nullable(z.string()),
  changing: z.boolean(),
  learned: z.array(LearnedSpeed),
});

export const streetsApi = {
  findStreets: endpoint({
    id: "findStreets",
    method: "GET",
    path: "/api/streets",
    needs: "street:change",
    summary: "Streets of the map whose name holds a text",
    input: z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(TEXT_LIMITS.search)) }),
    reply: z.strictObject({ streets: z.array(Street) }),
    refusals: [],
  }),
  findStretch: endpoint({
    id: "findStretch",
    method: "GET",
    path: "/api/streets/stretch",
    needs: "street:change",
    summary: "The blocks of a road between two places",
    input: z.strictObject({
      fromLon: queryNumber(-180, 180),
      fromLat: queryNumber(-90, 90),
      toLon: queryNumber(-180, 180),
      toLat: queryNumber(-90, 90),
    }),
    reply: Street,
    refusals: ["streets.no-road", "streets.too-long"],
  }),
  readRoads: endpoint({
    id: "readRoads",
    method: "GET",
    path: "/api/streets/roads",
    needs: "street:change",
    summary: "Roads that answer now, and the speeds that were learned",
    input: z.strictObject({}),
    reply: Roads,
    refusals: [],
  }),
  listStreetChanges: endpoint({
    id: "listStreetChanges",
    method: "GET",
    path: "/api/streets/changes",
    needs: "street:change",
    summary: "Closed and slow streets, the newest first",
    input: z.strictObject({
      /** `open`: now and later. */
      group: z._default(z.enum(["open", "over"]), "open"),
      cursor: z.optional(Cursor),
      limit: PageSize,
    }),
    reply: page(StreetChange),
    refusals: [],
  }),
  changeStreet: endpoint({
    id: "changeStreet",
    method: "POST",
    path: "/api/streets/changes",
    needs: "street:change",
    summary: "Close a street, or make it slow, for a while",
    input: StreetChangeFields,
    reply: StreetChange,
    refusals: ["streets.no-road", "streets.bad-times"],
  }),
  endStreetChange: endpoint({
    id: "endStreetChange",
    method: "POST",
    path: "/api/streets/changes/:id/end",
    needs: "street:change",
    summary: "Take a closed or slow street out now",
    input: z.strictObject({ id: Id }),
    reply: StreetChange,
    refusals: ["streets.not-found", "streets.over"],
  }),
} as const;
