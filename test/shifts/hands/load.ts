import type { Entry } from "#kernel/outbox/outbox.ts";
import type { Phone } from "../phone.ts";
import type { Truth } from "../truth.ts";
import type { World } from "../world.ts";
import { recorded } from "./recorded.ts";

/** Codes of parcels that nobody of this shift has. */
const FOREIGN = ["WB-7K4M-92QX-1", "WB-7K4M-92QX-2"];

/** Compares the load with the day: now and then a parcel is missing or somebody else's. */
export async function checkLoad(
  parts: { readonly world: World; readonly truth: Truth },
  phone: Phone,
): Promise<void> {
  const { dice } = parts.world;
  const missing = phone
    .stops()
    .filter((stop) => stop.kind !== "collect" && stop.state === "assigned" && dice.chance(0.2))
    .map(({ deliveryId, taskId }) => ({ deliveryId, taskId, codes: ["1"] }));
  const foreign = FOREIGN.filter(() => dice.chance(0.2));
  const body = { date: "2026-11-23", missing, foreign };
  const entry: Entry = { type: "load_checked", v: 1, body, deliveryId: null, taskId: null, label: "load" };
  await recorded(parts, phone, [entry]);
}

/** Places that a load check names: tasks with missing parcels, and codes. */
export function placesOf(body: string): ReadonlySet<string> {
  // Safe: `checkLoad` wrote it.
  const { missing, foreign } = JSON.parse(body) as {
    missing: readonly { taskId: string }[];
    foreign: readonly string[];
  };
  return new Set([...missing.map(({ taskId }) => taskId), ...foreign]);
}
