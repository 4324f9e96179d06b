export { booksRoom } from "./room.ts";
export { booksFollower } from "./findings/follow-payments.ts";
export { cardGauges } from "./findings/watch-declines.ts";
