import { checkEntries } from "#features/custody/web/load/check-entries.ts";
import type { LoadChecked } from "#features/custody/contract/commands.ts";
import { accepted, type Verdict } from "#features/courier/domain/sync/verdict.ts";
import type { Phone } from "../phone.ts";
import type { Data } from "../server-db.ts";
import type { Truth } from "../truth.ts";
import type { World } from "../world.ts";
import { recorded } from "./recorded.ts";

/** Codes of parcels that nobody of this shift has: more than one command carries. */
const FOREIGN = Array.from({ length: 45 }, (_, nth) => `WB-7M4M-92QD-${nth + 1}`);

/** Compares the load with the day: now and then parcels are missing or somebody else's, sometimes very many. */
export async function checkLoad(
  parts: { readonly world: World; readonly truth: Truth },
  phone: Phone,
): Promise<void> {
  const { dice } = parts.world;
  const stops = phone
    .stops()
    .filter((stop) => stop.kind !== "collect" && stop.state === "assigned" && dice.chance(0.2))
    .map((stop) => ({ ...stop, blocked: false, custody: "courier", parcels: [{ code: "1" }] }));
  const share = dice.chance(0.3) ? 0.9 : 0.02;
  const foreign = FOREIGN.filter(() => dice.chance(share));
  await recorded(parts, phone, checkEntries("2026-11-23", stops, [], foreign));
}

// Safe: `checkEntries` wrote it.
export const readLoad = (body: string): LoadChecked => JSON.parse(body) as LoadChecked;

/** Whether a load check, or its part, says something of a task or a code. */
export const speaksOf = ({ after, until }: LoadChecked, place: string): boolean =>
  (after === undefined || place > after) && (until === undefined || place <= until);

/** Tasks with missing parcels, and codes, that a load check names. */
export const placesOf = ({ missing, foreign }: LoadChecked): readonly string[] => [
  ...missing.map(({ taskId }) => taskId),
  ...foreign,
];

/** Findings of load checks that the office sees: of each place what the courier's last check says. */
export function recordLoad(world: World, data: Data, user: string, body: LoadChecked): Verdict {
  const prefix = `load:${user}:`;
  for (const key of data.loads.keys())
    if (key.startsWith(prefix) && (speaksOf(body, key.slice(prefix.length)) || !world.has("part-of-check")))
      data.loads.delete(key);
  for (const place of placesOf(body)) data.loads.set(`${prefix}${place}`, user);
  return { ...accepted, facts: { missing: body.missing.length, foreign: body.foreign.length } };
}
