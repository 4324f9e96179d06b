import * as z from "zod/mini";
import { liveEvent } from "#contract/event.ts";

/** An import went on: pages that show it read it anew. */
export const importChanged = liveEvent("import.changed", z.looseObject({ importId: z.string() }));
