import { type Facts, Refusal } from "#kernel/refusal.ts";

/** Vehicle with which a courier has a delivery already. */
export interface Carrier {
  readonly class: string;
  readonly capacity: { readonly massG: number; readonly parcels: number };
}

/** A delivery as far as a vehicle must be able to carry it. */
interface Carried {
  /** Vehicles that its service level allows; none: every one. */
  readonly vehicles: readonly string[];
  readonly massG: number;
  readonly count: number;
}

/**
 * Refuses what the vehicle of the courier who has the delivery cannot carry, on the field that was changed.
 *
 * @throws Refusal `edits.wrong-vehicle`, `edits.vehicle-full`
 */
export function checkCarrier(
  { class: kind, capacity }: Carrier,
  { vehicles, massG, count }: Carried,
  changed: { readonly service: boolean; readonly parcels: boolean },
): void {
  if (changed.service && vehicles.length > 0 && !vehicles.includes(kind))
    throw new Refusal("edits.wrong-vehicle", { field: "serviceLevel" });
  const isFull = massG > capacity.massG || count > capacity.parcels;
  const facts: Facts = { field: "parcels", maxMassG: capacity.massG, maxParcels: capacity.parcels };
  if (changed.parcels && isFull) throw new Refusal("edits.vehicle-full", facts);
}
