import * as z from "zod/mini";
import { liveEvent } from "#contract/event.ts";
import { Id } from "#contract/schemas.ts";
import { EXCEPTION_KINDS } from "../domain/kinds.ts";

/** `exception.opened`, `exception.changed` (taken, noted) and `exception.resolved`, for staff only. */
export const exceptionHappened = liveEvent(
  "exception.*",
  z.looseObject({ exceptionId: Id, kind: z.enum(EXCEPTION_KINDS) }),
);
