import { placesApi } from "#features/places/contract/api.ts";
import { recurringApi } from "#features/recurring/contract/api.ts";
import { addDays } from "#kernel/local-time.ts";
import { standingRule } from "../people/standing-order.ts";
import { callWire } from "../processes/product.ts";
import { tokenOf } from "../sign-in/sign-in.ts";

const made = new Map<string, Promise<string>>();

/** A standing order of a running product that is due each day from tomorrow on, once for all tests. @returns its id */
export function standingOrder(url: string): Promise<string> {
  const known = made.get(url) ?? begin(url);
  made.set(url, known);
  return known;
}

async function begin(url: string): Promise<string> {
  const [pickup, dropoff] = await Promise.all(
    ["Brückenstraße 3", "Brückenstraße 9"].map((q) => placeOf(url, q)),
  );
  if (!pickup || !dropoff) throw new Error("the demo town has no such house");
  const from = addDays(new Date().toISOString().slice(0, 10), 1);
  const rule = standingRule({ pickup, dropoff, from, weekdays: [1, 2, 3, 4, 5, 6, 7], time: "12:00" });
  return (await callWire(url, recurringApi.addRule, { rule }, { token: tokenOf(url, "bo") })).id;
}

async function placeOf(url: string, q: string) {
  const { hits } = await callWire(url, placesApi.searchPlaces, { q }, {});
  const [hit] = hits;
  return hit && { ...hit.address, pinConfirmed: true };
}
