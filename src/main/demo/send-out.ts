import { randomUUID } from "node:crypto";
import { courierApi } from "#features/courier/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf, unassignedOf } from "#features/dispatch/contract/board.ts";
import type { BoardDelivery } from "#features/dispatch/contract/board.ts";
import { toIso } from "#kernel/instant.ts";
import { diceOf } from "#engines/town/dice.ts";
import { readAddresses } from "./addresses.ts";
import { bookingsOf } from "./bookings.ts";
import { apiCallerOf } from "./api-caller.ts";
import { sandboxCard } from "./card.ts";
import type { Cast } from "./cast.ts";
import { demoActionsOf } from "./demo-actions.ts";
import type { DemoActions } from "./demo-actions.ts";
import type { LiveDayParts } from "./live-day-parts.ts";

/**
 * Sends the demo's `nth` courier out to a recipient, with a parcel that a neighbour books now. Where no cards are taken
 * without money, the parcel is one that waits for a courier.
 *
 * @returns the delivery; undefined where nothing waits
 * @throws Refusal where the plan was edited meanwhile: the next try takes the parcel that this one booked
 */
export type SendOut = (cast: Cast, nth: number) => Promise<string | undefined>;

export function sendOutOf(parts: LiveDayParts): SendOut {
  const { db, orgId, rooms, clock } = parts;
  const api = apiCallerOf(rooms, db, clock);
  const card = sandboxCard(rooms, api, db, clock);
  let booked: string | undefined;

  /** The parcel of an earlier try while it waits, else a new one. */
  const parcelOf = async (
    cast: Cast,
    actions: DemoActions,
    waiting: readonly BoardDelivery[],
  ): Promise<string | undefined> => {
    if (!card.works) return waiting[0]?.id;
    if (waiting.some(({ id }) => id === booked)) return booked;
    const addresses = await db.as({ orgId }, (tx) => readAddresses(tx));
    const dice = diceOf(clock() % 4_294_967_296);
    booked = await bookingsOf({ api, actions, cast: () => cast, addresses, dice }).book();
    return booked;
  };
  return async (cast, nth) => {
    const courier = cast.couriers[nth];
    if (!courier) return undefined;
    const actions = demoActionsOf({ db, orgId, api, cast, clock, card });
    const board = boardOf(await api.call({ actor: cast.bo }, dispatchApi.readBoard, {}));
    const waiting = unassignedOf(board).filter(({ state }) => state === "created");
    const deliveryId = await parcelOf(cast, actions, waiting);
    if (deliveryId === undefined) return undefined;
    if (!board.couriers.some(({ id, onDuty }) => id === courier.courierId && onDuty))
      await api.call({ actor: courier.actor }, courierApi.keepShift, {
        commandId: randomUUID(),
        occurredAt: toIso(clock()),
        onDuty: true,
      });
    await actions.assign([deliveryId], nth, board.date);
    await actions.perform(deliveryId, nth, "collect", { type: "start" });
    await actions.perform(deliveryId, nth, "collect", { type: "arrive" });
    await actions.perform(deliveryId, nth, "collect", { type: "succeed", recipientName: null, proofs: [] });
    return deliveryId;
  };
}
