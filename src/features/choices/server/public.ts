/** Door of choices for `main`. */
export { openChoices } from "./about.ts";
export { choicesRoom } from "./room.ts";
