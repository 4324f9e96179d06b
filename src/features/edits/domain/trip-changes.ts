import { canonical } from "#kernel/canonical.ts";
import type { Point } from "#kernel/geo.ts";
import type { DeliveryState } from "#features/deliveries/domain/delivery.ts";
import { type FieldChange, refuseLate } from "#features/deliveries/domain/edits.ts";
import { stateOf } from "#features/deliveries/domain/state.ts";

interface Place {
  readonly label: string;
  readonly detail: string | null;
  readonly point: Point;
}

/** The values of a delivery on which its price depends; its window is changed as everywhere (`decideEdit`). */
interface Trip {
  readonly pickup: Place;
  readonly dropoff: Place;
  readonly parcels: readonly object[];
  readonly serviceLevel: string;
}

/** An address as the history keeps it; with its point where the words stayed and the pin alone moved. */
function placeTexts(from: Place, to: Place): Pick<FieldChange, "from" | "to"> {
  const text = ({ label, detail }: Place): string => [label, detail].filter(Boolean).join(", ");
  const at = ({ point }: Place): string => `${point.lat}, ${point.lon}`;
  if (text(from) !== text(to)) return { from: text(from), to: text(to) };
  return { from: `${text(from)} (${at(from)})`, to: `${text(to)} (${at(to)})` };
}

const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

/**
 * Finds what differs on a trip; values that stay the same are no change.
 *
 * @throws Refusal `deliveries.too-late-to-edit` with facts `part`, `why` and `state`
 */
export function tripChanges(delivery: DeliveryState & Trip, after: Trip): FieldChange[] {
  const state = stateOf(delivery);
  const changed = (part: keyof Trip): boolean => !isSame(delivery[part], after[part]);
  const ends = (["pickup", "dropoff"] as const).flatMap((end) => {
    if (!changed(end)) return [];
    refuseLate(state, end);
    return [{ field: `${end}-address` as const, ...placeTexts(delivery[end], after[end]) }];
  });
  const others: FieldChange[] = [];
  if (changed("parcels")) {
    refuseLate(state, "parcels");
    others.push({ field: "parcels", from: canonical(delivery.parcels), to: canonical(after.parcels) });
  }
  if (changed("serviceLevel")) {
    refuseLate(state, "service");
    others.push({ field: "service", from: delivery.serviceLevel, to: after.serviceLevel });
  }
  return [...ends, ...others];
}
