import type { Window } from "#kernel/window.ts";
import type { Rest } from "./shift.ts";
import type { Capacity, Profile } from "./vehicle.ts";

export interface WorkVehicle {
  /** Null for a courier without a vehicle of the company: the class alone is known. */
  readonly name: string | null;
  readonly class: string;
  readonly profile: Profile;
  readonly capacity: Capacity;
}

/** Planned work of a shift, with the vehicle of it. */
export interface PlannedWork {
  readonly window: Window;
  readonly rests: readonly Rest[];
  readonly vehicle: WorkVehicle;
}

/** Planned work of a courier on one day. */
export interface WorkDay {
  readonly courierId: string;
  /** Shifts that touch the day, in order: one of the night before may reach into it. */
  readonly shifts: readonly PlannedWork[];
  /** The usual one. */
  readonly vehicle: WorkVehicle;
  readonly skills: readonly string[];
}
