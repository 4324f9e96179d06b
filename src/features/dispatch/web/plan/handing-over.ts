import type { Board, BoardDelivery } from "../../contract/board.ts";

/** Parcels in one courier's hands that go to another one's. */
export interface Handing {
  readonly from: string;
  readonly deliveries: readonly BoardDelivery[];
  readonly parcels: number;
}

/** Couriers who hold parcels of these deliveries and must hand them over to the new one, in the board's order. */
export function handingOver(
  { deliveries, couriers }: Board,
  ids: readonly string[],
  courierId: string,
): Handing[] {
  const held = deliveries.filter(
    ({ id, heldBy }) => heldBy !== undefined && heldBy !== courierId && ids.includes(id),
  );
  return couriers.flatMap(({ id, name }) => {
    const theirs = held.filter(({ heldBy }) => heldBy === id);
    const parcels = theirs.reduce((sum, one) => sum + one.parcels, 0);
    return theirs.length > 0 ? [{ from: name, deliveries: theirs, parcels }] : [];
  });
}
