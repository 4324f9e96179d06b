import { on } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import { findApi } from "../contract/api.ts";
import { find } from "./find.ts";

/** Anything of the office by a few letters. */
export const findRoom = (): Room => ({ name: "find", routes: [on(findApi.find, find)], refusals: {} });
