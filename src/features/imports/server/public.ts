export { importsRoom } from "./room.ts";
