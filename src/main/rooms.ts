import { COMMON_PROBLEMS } from "#contract/problem.ts";
import type { RefusalTable } from "#contract/problem.ts";
import { accountsRoom } from "#features/accounts/server/public.ts";
import { courierRoom } from "#features/courier/server/public.ts";
import { deliveriesRoom } from "#features/deliveries/server/public.ts";
import { dispatchRoom } from "#features/dispatch/server/public.ts";
import { paymentsRoom } from "#features/payments/server/public.ts";
import { placesRoom } from "#features/places/server/public.ts";
import { quotesRoom } from "#features/quotes/server/public.ts";
import { senderRoom } from "#features/sender/server/public.ts";
import { trackingRoom } from "#features/tracking/server/public.ts";
import type { Room, RoomParts } from "#server/room.ts";

/** The server part of every room, in reading order. A new room adds its line here. */
export const ROOMS: readonly ((parts: RoomParts) => Room)[] = [
  accountsRoom,
  placesRoom,
  quotesRoom,
  deliveriesRoom,
  paymentsRoom,
  dispatchRoom,
  courierRoom,
  trackingRoom,
  senderRoom,
];

/** Every code that an answer may carry. */
export const refusalsOf = (rooms: readonly Room[]): RefusalTable =>
  Object.assign({}, COMMON_PROBLEMS, ...rooms.map((room) => room.refusals)) as RefusalTable;
