/** Exports of exceptions for later rooms and `main`. */
export { closeException, openException, openKeys } from "./open-exception.ts";
export type { NewException } from "./open-exception.ts";
export { exceptionsRoom } from "./room.ts";
