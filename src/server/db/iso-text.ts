import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/** A timestamptz column as the text of an instant: what `toIso` writes, written by the database. */
export const isoText = (column: string): RawBuilder<string> =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** Two such columns as a window. */
export const windowText = (start: string, end: string): RawBuilder<unknown> =>
  sql`json_build_object('start', ${isoText(start)}, 'end', ${isoText(end)})`;
