import type { DeliveryStateName } from "#features/deliveries/domain/state.ts";

/** States in which work waits and nobody stands at a door. */
const POSTPONABLE: ReadonlySet<DeliveryStateName> = new Set([
  "created",
  "assigned",
  "en_route_to_pickup",
  "collected",
  "at_hub",
  "out_for_delivery",
]);

export const mayPostpone = (state: DeliveryStateName): boolean => POSTPONABLE.has(state);
