import * as z from "zod/mini";

export const StreetsSearch = z.object({ group: z._default(z.enum(["open", "over"]), "open") });
export type StreetsSearch = z.output<typeof StreetsSearch>;
