import type { Room, RoomParts } from "#server/room.ts";
import type { CardsTaken } from "#features/quotes/server/public.ts";
import { bookingMailJobs } from "./booking-mail.ts";

/** The sender's room: it has no calls of its own, and confirms bookings by mail. */
export const senderRoom = (parts: RoomParts & CardsTaken): Room => ({
  name: "sender",
  routes: [],
  jobs: bookingMailJobs(parts),
  refusals: {},
});
