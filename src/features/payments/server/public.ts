/** What later rooms, `main` and the demo may use of payments. */
export { paymentsRoom } from "./room.ts";
