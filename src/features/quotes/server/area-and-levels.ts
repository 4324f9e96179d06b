import { sql } from "kysely";
import type { ServiceArea } from "#features/places/contract/api.ts";
import { areaJson } from "#features/places/server/public.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { LevelTerms } from "../contract/levels.ts";
import { UNCHANGED, levelsJson } from "./levels/levels-record.ts";
import type { Terms } from "./terms.ts";

/** The service area, where one is set up, and the service levels, by one statement. */
export async function areaAndLevels(
  tx: Tx,
): Promise<{ readonly area: ServiceArea | null; readonly levels: readonly LevelTerms[] }> {
  const terms = await first(
    tx,
    sql<Pick<Terms, "area" | "levels">>`select ${areaJson()} as area, ${levelsJson()} as levels`,
  );
  return { area: terms?.area ?? null, levels: (terms?.levels ?? UNCHANGED).levels };
}
