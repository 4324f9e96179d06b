export { editsRoom } from "./room.ts";
export { undoDisposal } from "./disposal.ts";
export { leaveNextTry, undoLeave } from "./leave.ts";
