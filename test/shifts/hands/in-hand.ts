import { stillInHand } from "#features/courier/domain/in-hand.ts";
import { endEntry } from "#features/custody/web/held/end-entry.ts";
import type { Phone } from "../phone.ts";
import type { InHandShown } from "../phone-store.ts";
import type { Truth } from "../truth.ts";
import type { World } from "../world.ts";
import { recorded } from "./recorded.ts";

interface Parts {
  readonly world: World;
  readonly truth: Truth;
}

/** Parcels of cancelled deliveries as the phone shows them to its person. */
const shownOn = (phone: Phone): readonly InHandShown[] => {
  const { day, ops } = phone.disk().kept;
  return stillInHand(day?.day?.inHand, ops);
};

/**
 * Brings parcels somewhere and records it, from a page that was left open once more. Now and then a phone that was tampered
 * with does so for another courier.
 */
export async function bringBack(parts: Parts, phone: Phone, phones: readonly Phone[]): Promise<void> {
  const { world } = parts;
  const { dice } = world;
  const theirs = dice.chance(0.3) ? phones.filter(({ user }) => user !== phone.user).flatMap(shownOn) : [];
  const from = theirs.length > 0 ? theirs : shownOn(phone);
  if (from.length === 0) return;
  const one = dice.pick(from);
  const asked = one.bringTo ?? dice.pick(["sender", "hub"]);
  const to = dice.chance(0.6) ? asked : asked === "hub" ? "sender" : "hub";
  const takenBy = dice.chance(0.5) ? "Sara" : "";
  const { deliveryId, taskId } = one;
  const ended = endEntry({ deliveryId, taskId, number: "" }, to, takenBy);
  if (!(await recorded(parts, phone, [ended]))) return;
  world.say(`${phone.name}: ${phone.user} brought parcels to the ${to}`);
  if (shownOn(phone).some((shown) => shown.deliveryId === deliveryId))
    world.broke(13, "parcels that were brought back are still shown");
  if (dice.chance(0.4)) await recorded(parts, phone, [ended]);
  world.after(9_000, () => void phone.drain());
}
