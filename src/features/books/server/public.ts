/** Server part of books that `main` uses. */
export { booksRoom } from "./room.ts";
export { cardGauges } from "./findings/watch-declines.ts";
