/** Exports of this room's screens for later rooms. */
export { checkTypedPin } from "./check-typed-pin.ts";
