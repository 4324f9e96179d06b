export { consequencesRoom } from "./room.ts";
