import type { LaterRoom } from "#features/courier/server/public.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { readCustody } from "../contract/commands.ts";
import type { CustodyBody } from "../contract/commands.ts";
import { CUSTODY_REFUSALS } from "../contract/refusals.ts";
import { checkHandovers, heldBy, isAwaited } from "./alone.ts";
import { checkInHand, followInHand, recordEnd } from "./in-hand.ts";
import { recordHandover } from "./record-handover.ts";
import { recordLoad } from "./record-load.ts";

/** Load checks and handovers, as couriers' phones send them. */
export const custodyOfCouriers: Omit<LaterRoom, "messagesFor"> = {
  read: readCustody,
  record: (tx, phone, { id, body: { said }, happenedAt }) => {
    // Safe: `readCustody` made it.
    const body = said as CustodyBody;
    if (body.type === "load_checked") return recordLoad(tx, phone, { body, happenedAt });
    if (body.type === "parcel_ended") return recordEnd(tx, phone, { body, happenedAt });
    return recordHandover(tx, phone, { id, body, happenedAt });
  },
  isAwaited,
  heldBy,
  follow: followInHand,
};

/** Parcels in couriers' hands: what a load check found, and handovers between two of them. */
export const custodyRoom = ({ db, clock }: RoomParts): Room => ({
  name: "custody",
  routes: [],
  jobs: {
    jobs: {
      checkHandovers: () => checkHandovers(db, clock()),
      checkInHand: () => checkInHand(db, clock()),
    },
    every: { checkHandovers: 1, checkInHand: 10 },
  },
  refusals: CUSTODY_REFUSALS,
});
