import type { Board, BoardStop } from "#features/dispatch/contract/board.ts";

/** A courier of a board with these stops ahead, on duty and of no known place. */
export const boardCourier = (id: string, stops: BoardStop[]): Board["couriers"][number] => ({
  id,
  name: id,
  vehicle: "bike",
  onDuty: true,
  position: null,
  route: { id: null, revision: 0, ackRevision: 0, times: null, stops },
});
