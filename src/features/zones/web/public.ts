/** Exports of this room's screens for later rooms. */
export { useZones } from "./use-zones.ts";
