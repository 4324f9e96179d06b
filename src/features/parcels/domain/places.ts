import { type LeftHow, type Parcelled, codesAt, deliveredInPart } from "./left.ts";
import type { ParcelState } from "./lifecycle.ts";

/** A delivery as far as the place of its parcels depends on it. */
interface Held extends Parcelled {
  readonly custody: "sender" | "courier" | "hub" | "recipient" | "sender_again";
  readonly closedAs: "cancelled" | "lost" | "disposed" | null;
}

/** A parcel's state, and the reason of the last time that it was left. */
interface Placed {
  readonly code: string;
  readonly state: ParcelState;
  readonly how: LeftHow | null;
}

const WITH: Readonly<Record<Held["custody"], ParcelState>> = {
  sender: "announced",
  courier: "on_board",
  hub: "at_hub",
  recipient: "delivered",
  sender_again: "returned",
};

/** State of the parcels that no try settled before the others. */
const restOf = ({ custody, closedAs }: Held): ParcelState =>
  closedAs === null || closedAs === "cancelled" ? WITH[custody] : closedAs;

/** State of each parcel, from the tries and the custody of its delivery: what the history of its events comes to. */
export function placesOf(delivery: Held): Placed[] {
  const { parcelCodes = [], tasks } = delivery;
  const collect = tasks.findLast(({ kind, state }) => kind === "collect" && state === "succeeded");
  const stayed = collect?.outcome?.left ?? [];
  const given = deliveredInPart(delivery);
  const lefts = tasks.flatMap((task) =>
    (task.outcome?.left ?? []).filter(({ code }) => codesAt(delivery, task).includes(code)),
  );
  return parcelCodes.map((code) => {
    const how = lefts.findLast((one) => one.code === code)?.how ?? null;
    if (stayed.some((one) => one.code === code)) return { code, state: "not_sent", how };
    const state = given.includes(code) ? "delivered" : restOf(delivery);
    return { code, state, how: state === "delivered" ? null : how };
  });
}
