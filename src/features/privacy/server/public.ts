/** Door of privacy for `main`. */
export { privacyRoom } from "./room.ts";
