export { noteCommand } from "./note.ts";
export { historyRoom } from "./room.ts";
