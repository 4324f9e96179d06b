import type { DeliveryCommand } from "#features/deliveries/domain/command.ts";
import type { Contradiction } from "#features/courier/domain/sync/store.ts";
import { asksForPin, type PinCheck } from "#features/proofs/domain/needs.ts";
import { ALWAYS, DEFAULT_RULES, needsFor } from "#features/proofs/domain/policy.ts";
import type { Stop } from "../phone-store.ts";
import type { Data } from "../server-db.ts";
import type { Truth } from "../truth.ts";
import type { World } from "../world.ts";

/** Rules of an organisation that asks for a PIN at each handover. */
export const PIN_RULES = [
  ...DEFAULT_RULES,
  { id: "pin", phase: "deliver", end: "succeed", required: ["pin"], preferred: [], when: ALWAYS },
] as const;

/** Needs of a delivery with a PIN. */
export const PIN_NEEDS = needsFor(PIN_RULES, { serviceLevel: "", parcels: [] });

/** Share of the deliveries that ask for one. */
export const PIN_SHARE = 0.3;

/** Whether the phone asks for a PIN at this stop. */
export const asksPin = ({ required = [], preferred = [] }: Stop): boolean =>
  asksForPin({ required, preferred });

/** Digits as the recipient says them: now and then wrong ones or none. */
export function typedPin({ dice }: World, { pins }: Truth, deliveryId: string): { readonly pin?: string } {
  const pin = pins.get(deliveryId);
  if (pin === undefined || dice.chance(0.15)) return {};
  return { pin: dice.chance(0.8) ? pin : `${(Number(pin) + 1) % 10_000}`.padStart(4, "0") };
}

/** Compares typed digits with the delivery's, as `comparePins` does; without the guard any digits are right. */
export function comparedPin(
  world: World,
  data: Data,
  deliveryId: string,
  command: DeliveryCommand,
): { readonly pinCheck?: PinCheck } {
  const pin = data.pins.get(deliveryId);
  if (command.type !== "succeed" || command.pin === undefined || pin === undefined) return {};
  return { pinCheck: command.pin === pin || !world.has("pin-compared") ? "right" : "wrong" };
}

/** Leaves the digits out of what the office sees, as `open-contradiction.ts` does. */
export function withoutDigits(world: World, found: Contradiction): Contradiction {
  if (found.command?.type !== "succeed" || !world.has("digits-left-out")) return found;
  const { pin: _pin, pinCheck: _check, ...command } = found.command;
  return { ...found, command };
}
