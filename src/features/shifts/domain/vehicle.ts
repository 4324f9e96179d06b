/** Roads that a vehicle uses. */
export type Profile = "car" | "bicycle" | "foot";

/** Load that fits into a vehicle at once. */
export interface Capacity {
  readonly parcels: number;
  readonly massG: number;
  readonly volumeMl: number;
}

interface Class {
  readonly profile: Profile;
  /** A guess for vehicles of which nobody said more. */
  readonly usual: Capacity;
}

const BIKE: Class = { profile: "bicycle", usual: { parcels: 8, massG: 25_000, volumeMl: 120_000 } };

const CLASSES: Readonly<Record<string, Class>> = {
  foot: { profile: "foot", usual: { parcels: 4, massG: 15_000, volumeMl: 60_000 } },
  bike: BIKE,
  cargo_bike: { profile: "bicycle", usual: { parcels: 40, massG: 100_000, volumeMl: 400_000 } },
  moped: { profile: "car", usual: { parcels: 10, massG: 40_000, volumeMl: 150_000 } },
  car: { profile: "car", usual: { parcels: 60, massG: 250_000, volumeMl: 900_000 } },
  van: { profile: "car", usual: { parcels: 250, massG: 900_000, volumeMl: 6_000_000 } },
};

export const profileOf = (vehicle: string): Profile => (CLASSES[vehicle] ?? BIKE).profile;

/** Load that a vehicle of this class usually carries. */
export const usualCapacity = (vehicle: string): Capacity => (CLASSES[vehicle] ?? BIKE).usual;

/** A guess of the room that a parcel takes, in millilitres. */
const VOLUME_ML: Readonly<Record<string, number>> = {
  envelope: 500,
  small: 8_000,
  medium: 40_000,
  large: 120_000,
};

export const volumeOf = (size: string): number => VOLUME_ML[size] ?? 0;
