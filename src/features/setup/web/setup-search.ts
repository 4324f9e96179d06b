import * as z from "zod/mini";
import { SETUP_STEPS } from "../domain/steps.ts";

/** Step that is shown; without one the first that is to do. */
export const SetupSearch = z.object({ step: z._default(z.enum(["", ...SETUP_STEPS]), "") });
export type SetupSearch = z.output<typeof SetupSearch>;
