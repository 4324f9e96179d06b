import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { choicesApi } from "../contract/api.ts";
import { CHOICES_REFUSALS } from "../contract/refusals.ts";
import { choose, readChoices } from "./choose.ts";
import { takeBack } from "./take-back.ts";

/** The room of what recipients decide by their own link. */
export const choicesRoom = ({ workGuard }: RoomParts): Room => ({
  name: "choices",
  routes: [
    on(choicesApi.readChoices, (_input, context) => readChoices(context)),
    on(choicesApi.choose, choose),
    on(choicesApi.takeBack, ({ id }, context) => takeBack(workGuard, id, context)),
  ],
  refusals: CHOICES_REFUSALS,
});
