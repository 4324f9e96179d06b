/** Exports of push for other rooms and `main`. */
export { pushRoom } from "./room.ts";
export { isFollowed, wouldTell } from "./day.ts";
export { openPush } from "./send.ts";
