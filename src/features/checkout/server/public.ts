/** Server part of checkout that `main` uses. */
export { checkoutRoom } from "./room.ts";
