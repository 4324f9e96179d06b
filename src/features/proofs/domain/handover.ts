import type { DeliveryNeeds, Needs, ProofNeed } from "./needs.ts";
import { DEFAULT_NEEDS } from "./policy.ts";

/**
 * Ways of a handover that a recipient wishes: left at a place, given to a neighbour, a PIN said instead of a signature, or
 * collected by themselves at the hub.
 */
export const HANDOVERS = ["safe_place", "neighbour", "pin", "hub"] as const;

export interface Handover {
  readonly how: (typeof HANDOVERS)[number];
  /** Words for the place, or the neighbour's name; null where none is needed. */
  readonly place: string | null;
}

const SIGNED: readonly ProofNeed[] = ["signature", "photo_or_signature"];

const without = ({ required, preferred }: Needs, ...left: readonly ProofNeed[]): Needs => ({
  required: required.filter((need) => !left.includes(need)),
  preferred: preferred.filter((need) => !left.includes(need)),
});

const HANDED: Readonly<Record<Handover["how"], (needs: Needs) => Needs>> = {
  // The household signs nothing; a photo says where the parcels are.
  safe_place: (needs) => withRequired(without(needs, ...SIGNED, "recipient_name"), "photo"),
  neighbour: (needs) => withRequired(without(needs, ...SIGNED), "photo"),
  pin: (needs) => withRequired(without(needs, ...SIGNED), "pin"),
  hub: (needs) => needs,
};

const withRequired = ({ required, preferred }: Needs, need: ProofNeed): Needs => ({
  required: required.includes(need) ? required : [...required, need],
  preferred: preferred.filter((one) => one !== need),
});

/** Proofs that a delivery needs when its handover is as the recipient wishes. */
export function needsWith(needs: DeliveryNeeds | null, handover: Handover | null): DeliveryNeeds | null {
  if (handover === null) return needs;
  const { deliver, ...rest } = needs ?? DEFAULT_NEEDS;
  return { ...rest, deliver: { ...deliver, succeed: HANDED[handover.how](deliver.succeed) } };
}

/** A wish as the history keeps it; null for none. */
export const handoverText = (handover: Handover | null): string | null =>
  handover && [handover.how, handover.place].filter((part) => part !== null).join(" ");

/** The wish that `handoverText` wrote. */
export function handoverFrom(text: string | null): Handover | null {
  if (text === null) return null;
  const at = text.indexOf(" ");
  const how = HANDOVERS.find((one) => one === (at === -1 ? text : text.slice(0, at)));
  return how ? { how, place: at === -1 ? null : text.slice(at + 1) } : null;
}
