import type { DeliveryCommand } from "#features/deliveries/domain/command.ts";
import type { Contradiction } from "#features/courier/domain/sync/store.ts";
import { asksForPin, type PinCheck } from "#features/proofs/domain/needs.ts";
import { ALWAYS, DEFAULT_RULES, needsFor } from "#features/proofs/domain/policy.ts";
import { PIN_TRIES } from "#features/proofs/domain/pin.ts";
import type { Answer } from "#kernel/outbox/ports.ts";
import type { Phone } from "../phone.ts";
import type { Stop } from "../phone-store.ts";
import type { Data } from "../server-db.ts";
import type { Truth } from "../truth.ts";
import type { World } from "../world.ts";
import { isTheirs } from "./server-proofs.ts";

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
function typedPin({ dice }: World, { pins }: Truth, deliveryId: string): { readonly pin?: string } {
  const pin = pins.get(deliveryId);
  if (pin === undefined || dice.chance(0.15)) return {};
  return { pin: dice.chance(0.8) ? pin : otherThan(pin) };
}

/** Answer to digits that are compared online; `unknown` without one in time. */
export type PinAnswer = "right" | "wrong" | "locked" | "unknown";

/** As long as `checkTypedPin` waits. */
const WAIT_MS = 4_000;

/** Waits for the answer as the form does; without one the digits pass. */
export async function checkedOnline(world: World, asked: Promise<Answer<null>>): Promise<PinAnswer> {
  const answer = await Promise.race([asked, world.wait(WAIT_MS)]);
  if (answer?.kind === "ok") return "right";
  if (answer?.kind !== "refused") return "unknown";
  if (answer.code === "proofs.pin-wrong") return "wrong";
  return answer.code === "proofs.pin-locked" ? "locked" : "unknown";
}

/** Tries of a courier who asks again, and of one who guesses. */
const ASKED = 3;
const GUESSED = 8;

/**
 * Digits that go with the outcome: compared while there is a network, asked for again where they are wrong, and left out
 * in the end. Now and then somebody guesses.
 */
export async function saidPin(
  { world, truth }: Pick<PinParts, "world" | "truth">,
  phone: Pick<Phone, "checkPin">,
  deliveryId: string,
): Promise<{ readonly pin?: string }> {
  const isGuess = world.dice.chance(0.05);
  for (let tries = isGuess ? GUESSED : ASKED; tries > 0; tries -= 1) {
    const said = isGuess
      ? { pin: otherThan(truth.pins.get(deliveryId) ?? "") }
      : typedPin(world, truth, deliveryId);
    if (said.pin === undefined) return {};
    const found = await phone.checkPin(deliveryId, said.pin);
    const isRight = said.pin === truth.pins.get(deliveryId);
    if (found === (isRight ? "wrong" : "right"))
      world.broke(22, `digits were taken for ${found} that are not`);
    if (found === "right" || found === "unknown") return said;
  }
  return {};
}

const otherThan = (pin: string): string => `${(Number(pin) + 1) % 10_000}`.padStart(4, "0");

interface PinParts {
  readonly world: World;
  readonly truth: Truth;
  readonly data: Data;
}

/** Compares digits online and counts wrong ones, as `checkPin` of the product does. @returns why they are not taken */
export function tryPin(
  { world, truth, data }: PinParts,
  user: string,
  { deliveryId, pin }: { readonly deliveryId: string; readonly pin: string },
): string | undefined {
  const tasks = data.deliveries.get(deliveryId)?.tasks ?? [];
  if (!tasks.some((task) => isTheirs(task, user))) return "deliveries.not-found";
  const right = data.pins.get(deliveryId);
  if (right === undefined) return "proofs.no-pin";
  const wrong = data.wrongPins.get(deliveryId) ?? 0;
  if (wrong >= PIN_TRIES && world.has("tries-counted")) return "proofs.pin-locked";
  if (pin === right) return undefined;
  data.wrongPins.set(deliveryId, wrong + 1);
  if (wrong + 1 === PIN_TRIES && world.has("tries-counted")) return "proofs.pin-locked";
  noteWrong(world, truth, deliveryId);
  return "proofs.pin-wrong";
}

/** Counts an answer that digits are wrong; the one after the last names the lock (22). */
export function noteWrong(world: World, truth: Truth, deliveryId: string): void {
  const told = (truth.wrongPins.get(deliveryId) ?? 0) + 1;
  truth.wrongPins.set(deliveryId, told);
  if (told >= PIN_TRIES) world.broke(22, "digits were compared online without end");
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
