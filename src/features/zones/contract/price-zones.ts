import * as z from "zod/mini";

const NamedZone = z.nullable(z.strictObject({ code: z.string(), name: z.string() }));

/** Zones of both ends of a trip, as a price keeps them; null outside all of them. */
export const PriceZones = z.strictObject({ version: z.int(), from: NamedZone, to: NamedZone });
