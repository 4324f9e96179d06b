export { editsRoom } from "./room.ts";
export { undoDisposal } from "./disposal.ts";
export { undoLeave } from "./leave.ts";
