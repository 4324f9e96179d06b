import { type RawBuilder, sql } from "kysely";
import { fromIso, type Instant, toIso } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { rows } from "#server/db/db.ts";
import type { RoadLine } from "#server/geo/streets.ts";
import type { RoadProfile } from "#server/geo/road-distances.ts";
import type { StreetChange } from "../contract/api.ts";
import { stateOf } from "../domain/change.ts";

export interface ChangeRow {
  readonly id: string;
  readonly name: string | null;
  readonly lines: RoadLine[];
  readonly metres: number;
  readonly profiles: RoadProfile[];
  readonly slower: number | null;
  readonly startsAt: Instant;
  /** The sooner of its end and of the moment at which it was taken out. */
  readonly until: Instant | null;
  readonly note: string;
  readonly createdAt: Instant;
}

/** Changes that a condition and order choose. */
export const changeRows = (tx: Tx, rest: RawBuilder<unknown>): Promise<ChangeRow[]> =>
  rows(
    tx,
    sql<ChangeRow>`
      select id, name, lines, metres, profiles, slower, starts_at as "startsAt",
        least(ends_at, taken_out_at) as until, note, created_at as "createdAt"
      from street_change where org_id = app_org() ${rest}`,
  );

export function shownChange(row: ChangeRow, now: Instant): StreetChange {
  const { id, name, metres, note, slower, startsAt: from, until } = row;
  return {
    id,
    name,
    metres,
    lines: row.lines.map((line) => line.map(([lon, lat]) => [lon, lat])),
    profiles: row.profiles,
    slower: slower === null ? null : Math.round(slower * 100) / 100,
    from: toIso(from),
    until: until === null ? null : toIso(until),
    note,
    state: stateOf({ from, until }, now),
  };
}

export const instantOf = (text: string | null): Instant | null => (text === null ? null : fromIso(text));
