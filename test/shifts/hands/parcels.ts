import { HOWS_OF } from "#features/parcels/domain/left.ts";
import { humanNumber } from "#kernel/human-number.ts";
import { parcelCodes } from "#kernel/parcel-code.ts";
import type { Stop } from "../phone-store.ts";
import type { World } from "../world.ts";

/** Codes of the parcels of each delivery in memory: which delivery they are of, the commands say. */
export const PARCELS = parcelCodes(humanNumber(new Uint8Array([7, 20, 4, 20, 9, 2, 23])), 3);

/** Share of the handovers at which not every parcel changes hands. */
const PART_SHARE = 0.2;

/** Parcels that stay at this stop: some, now and then all; none at most stops. */
export function leftAt({ dice }: World, { kind, parcels = [] }: Stop) {
  const hows = HOWS_OF[kind];
  if (hows.length === 0 || parcels.length < 2 || !dice.chance(PART_SHARE)) return [];
  const stay = parcels.filter(() => dice.chance(0.6));
  return stay.map(({ code }) => ({ code, how: dice.pick(hows), note: null, proofIds: [] }));
}

/** State of a stop after such a handover: a pickup of some is a pickup. */
export const stateAfterPart = ({ kind, parcels = [] }: Stop, left: number): "succeeded" | "failed" =>
  left === 0 || (kind === "collect" && left < parcels.length) ? "succeeded" : "failed";

/** How many parcels a report says that stay. */
export const leftIn = (more: object): number =>
  "left" in more && Array.isArray(more.left) ? more.left.length : 0;
