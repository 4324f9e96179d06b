import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { InstantText, LocalTime, Nothing } from "#contract/schemas.ts";
import { DAY_MS } from "#kernel/instant.ts";
import {
  LEVEL_STEP_MS,
  MAX_DISTANCE_M,
  MAX_LEVEL_SKILLS,
  MAX_LEVELS,
  MAX_PARCELS,
  OFFERED_DAYS,
} from "../domain/limits.ts";
import { LEVEL_PROOFS, LEVEL_VEHICLES, type LevelTerms as Terms } from "../domain/service-levels.ts";
import { LevelNames, ServiceLevel } from "./shapes.ts";

const ms = (least: number) => z.int().check(z.gte(least), z.lte(DAY_MS));
const day = z.int().check(z.gte(0), z.lte(OFFERED_DAYS - 1));
const percent = z.int().check(z.gte(0), z.lte(100));
const weekday = z.int().check(z.gte(1), z.lte(7));

/** Times in milliseconds, in steps of five minutes; days are counted from today. */
export const LevelTerms = z.strictObject({
  code: ServiceLevel,
  isOn: z.boolean(),
  leadMs: z.int().check(z.gte(0), z.lte((OFFERED_DAYS - 1) * DAY_MS)),
  windowMs: ms(LEVEL_STEP_MS),
  stepMs: ms(LEVEL_STEP_MS),
  fromDay: day,
  toDay: day,
  weekdays: z.array(weekday).check(z.maxLength(7)),
  /** Last booking time on the day of booking, by the wall clock of the area; null for none. */
  cutoff: z.nullable(LocalTime),
  maxDistanceM: z.int().check(z.gte(100), z.lte(MAX_DISTANCE_M)),
  maxMassG: z.int().check(z.gte(100), z.lte(1_000_000)),
  maxParcels: z.int().check(z.gte(1), z.lte(MAX_PARCELS)),
  names: LevelNames,
  /** Retired: never sold again. What was booked by it keeps its name and terms. */
  isRetired: z.boolean(),
  /** Vehicles that may carry it; none: every one. */
  vehicles: z.array(z.enum(LEVEL_VEHICLES)).check(z.maxLength(LEVEL_VEHICLES.length)),
  /** Proofs that every handing over needs, beside those of the proof policy. */
  proofs: z.array(z.enum(LEVEL_PROOFS)).check(z.maxLength(LEVEL_PROOFS.length)),
  /** Fees of cancelling: per cent of the base fee, and the least on the way in whole main units of the currency. */
  cancel: z.strictObject({
    onTheWay: percent,
    atPickup: percent,
    least: z.int().check(z.gte(0), z.lte(1_000)),
  }),
  /** Skills that its courier must have, as the couriers' own are called; absent or none: everybody may carry it. */
  skills: z.optional(
    z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(30))).check(z.maxLength(MAX_LEVEL_SKILLS)),
  ),
});
export type LevelTerms = z.output<typeof LevelTerms>;

export const ServiceLevels = z.strictObject({
  /** 0 until they were changed for the first time. */
  version: z.int(),
  /** In the order in which they are shown. */
  levels: z.array(LevelTerms).check(z.maxLength(MAX_LEVELS)),
  changedAt: z.nullable(InstantText),
  changedBy: z.nullable(z.string()),
});
export type ServiceLevels = z.output<typeof ServiceLevels>;

/** The rules return readonly lists, the contract's types are plain ones. */
export const writableLevel = (level: Terms): LevelTerms => ({
  ...level,
  weekdays: [...level.weekdays],
  names: { ...level.names },
  vehicles: [...level.vehicles],
  proofs: [...level.proofs],
  cancel: { ...level.cancel },
  skills: [...(level.skills ?? [])],
});

export const levelsApi = {
  readServiceLevels: endpoint({
    id: "readServiceLevels",
    method: "GET",
    path: "/api/service-levels",
    needs: "price:read",
    summary: "The service levels with their terms, in the order in which they are shown",
    input: Nothing,
    reply: ServiceLevels,
    refusals: [],
  }),
  editServiceLevels: endpoint({
    id: "editServiceLevels",
    method: "PUT",
    path: "/api/service-levels",
    needs: "price:edit",
    audit: "prices.levels-published",
    summary:
      "Replace the levels and their terms: add, rename, reorder or retire them; quotes and deliveries keep those that they were made by",
    input: z.strictObject({
      version: z.int().check(z.gte(0), z.lte(2_147_483_647)),
      levels: ServiceLevels.shape.levels,
    }),
    reply: ServiceLevels,
    refusals: ["levels.changed-meanwhile", "levels.bad-terms"],
  }),
};
