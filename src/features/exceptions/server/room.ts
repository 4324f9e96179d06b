import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { exceptionsApi } from "../contract/api.ts";
import { EXCEPTIONS_REFUSALS } from "../contract/refusals.ts";
import type { LaterActs } from "./acts.ts";
import { readWhole } from "./exception-rows.ts";
import { noteException, takeException } from "./handle-exception.ts";
import { exceptionsJobs } from "./jobs.ts";
import { countExceptions, listExceptions } from "./list-exceptions.ts";
import { reopenException, resolveException } from "./resolve-exception.ts";

/** Work that a dispatcher has to settle. */
export const exceptionsRoom = ({ workGuard: guard, ...parts }: RoomParts, laterActs: LaterActs): Room => ({
  name: "exceptions",
  routes: [
    on(exceptionsApi.listExceptions, listExceptions),
    on(exceptionsApi.countExceptions, (_, context) => countExceptions(context)),
    on(exceptionsApi.readException, ({ id }, context) =>
      context.db.read(context.actor, (tx) => readWhole(tx, context.now, id)),
    ),
    on(exceptionsApi.takeException, takeException),
    on(exceptionsApi.noteException, noteException),
    on(exceptionsApi.resolveException, (input, context) =>
      resolveException(input, context, { guard, laterActs }),
    ),
    on(exceptionsApi.reopenException, (input, context) =>
      reopenException(input, context, { guard, laterActs }),
    ),
  ],
  jobs: exceptionsJobs(parts),
  refusals: EXCEPTIONS_REFUSALS,
});
