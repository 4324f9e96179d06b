export { forgetRows } from "./forget-rows.ts";
export { importsRoom } from "./room.ts";
