/** Door of operations for `main`. */
export { operationsRoom } from "./room.ts";
