/** Exports of times for later rooms and `main`. */
export { arrivalForRecipient } from "./arrival-for-recipient.ts";
export { timesRoom } from "./room.ts";
