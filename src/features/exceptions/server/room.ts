import type { Room } from "#server/room.ts";

/** Work that a dispatcher has to settle. */
export const exceptionsRoom = (): Room => ({ name: "exceptions", routes: [], refusals: {} });
