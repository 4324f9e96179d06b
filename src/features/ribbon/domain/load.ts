import type { Instant } from "#kernel/instant.ts";

/** Load that a vehicle carries at once, or that lies in it. */
export interface Load {
  readonly parcels: number;
  readonly massG: number;
}

/** A stop that takes a delivery's parcels on board, or gives them away. */
export interface LoadStop extends Load {
  readonly deliveryId: string;
  readonly takes: boolean;
  readonly at: Instant;
}

/** Share of what fits from a moment on; 1 is full. */
export interface LoadStep {
  readonly at: Instant;
  readonly share: number;
}

/**
 * Load from now on: what is on board already, because a stop ahead gives it away and none takes it, and what comes and goes. The
 * scarcer of room for parcels and mass counts; volume does not stand on the board.
 */
export function loadSteps(now: Instant, stops: readonly LoadStop[], room: Load): LoadStep[] {
  const sorted = stops.toSorted((a, b) => a.at - b.at);
  const taken = new Set(sorted.filter(({ takes }) => takes).map(({ deliveryId }) => deliveryId));
  let [parcels, massG] = [0, 0];
  const add = (one: Load, sign: 1 | -1) => {
    parcels += sign * one.parcels;
    massG += sign * one.massG;
  };
  const share = (): number => Math.max(parcels / room.parcels, massG / room.massG, 0);
  for (const stop of sorted) if (!stop.takes && !taken.has(stop.deliveryId)) add(stop, 1);
  const steps = [{ at: now, share: share() }];
  const onBoard = new Set(
    sorted.filter(({ deliveryId }) => !taken.has(deliveryId)).map((one) => one.deliveryId),
  );
  for (const stop of sorted) {
    // A prediction may have a drop before its pickup: nothing is given away that is not on board.
    if (stop.takes) onBoard.add(stop.deliveryId);
    else if (!onBoard.delete(stop.deliveryId)) continue;
    add(stop, stop.takes ? 1 : -1);
    steps.push({ at: Math.max(now, stop.at), share: share() });
  }
  return steps;
}

export const peakOf = (steps: readonly LoadStep[]): number => Math.max(0, ...steps.map(({ share }) => share));
