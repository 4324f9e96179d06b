/** Exports of this room's screens for later rooms. */
export { OpenExceptions } from "./open-exceptions.tsx";
