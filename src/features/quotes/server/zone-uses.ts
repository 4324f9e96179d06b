import type { UsesOfZones, ZoneUses } from "#features/zones/server/public.ts";
import type { PriceList } from "../contract/api.ts";
import { zonesOfRule } from "../domain/trip-zones.ts";
import { lockPriceList, readPriceList } from "./price-list-record.ts";

/** Tells the room of the zones which rules of the newest price list ask for them. */
export const zoneUses: UsesOfZones = {
  read: async (tx) => usesOf(await readPriceList(tx)),
  hold: async (tx) => usesOf(await lockPriceList(tx)),
};

function usesOf(list: PriceList | undefined): ZoneUses {
  const uses = new Map<string, string[]>();
  for (const rule of list?.rules ?? [])
    for (const code of new Set(zonesOfRule(rule))) uses.set(code, [...(uses.get(code) ?? []), rule.title]);
  return uses;
}
