export { runsheetRoom } from "./room.ts";
