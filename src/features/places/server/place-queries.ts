import { sql } from "kysely";
import type { Point } from "#kernel/geo.ts";
import { rows, type Tx } from "#server/db/db.ts";

export interface PlaceRow {
  readonly id: number;
  readonly kind: "address" | "street" | "poi";
  readonly label: string;
  readonly street: string | null;
  readonly houseNumber: string | null;
  readonly postcode: string | null;
  readonly city: string | null;
  readonly lon: number;
  readonly lat: number;
  readonly precision: "rooftop" | "street";
}

const COLUMNS = sql`id, kind, label, street, house_number as "houseNumber", postcode, city, lon, lat, precision`;

/** Names compared with the words; more than are shown, since house numbers decide between them. */
const NAMES = 24;

/** Streets and points of interest whose names look most like the words (folded). */
export function namesLike(tx: Tx, words: string): Promise<(PlaceRow & { readonly closeness: number })[]> {
  return rows(
    tx,
    sql<PlaceRow & { closeness: number }>`
      select ${COLUMNS}, word_similarity(${words}, doc)::float8 + starts_with(doc, ${words})::int * 0.15 as closeness
      from place where org_id = app_org() and kind <> 'address'
      order by closeness desc, length(label), id limit ${NAMES}`,
  );
}

/** Houses of these streets: those whose number begins with what was typed, or the first few. */
export function housesOn(tx: Tx, streets: readonly string[], number: string | null): Promise<PlaceRow[]> {
  const wanted = number === null ? sql`true` : sql`lower(house_number) like ${`${number}%`}`;
  return rows(
    tx,
    sql<PlaceRow>`
      select ${COLUMNS} from (
        select *, row_number() over (partition by street order by length(house_number), house_number) as nth
        from place
        where org_id = app_org() and kind = 'address' and street = any(${[...streets]}::text[]) and ${wanted}
      ) house where nth <= 8`,
  );
}

const METRES_PER_DEGREE = 111_195;

/** The place nearest to a point within some metres. A street counts only when no house is half as far, a shop last. */
export async function nearestPlace(
  tx: Tx,
  { lon, lat }: Point,
  withinM: number,
): Promise<PlaceRow | undefined> {
  const shrink = Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const [dLat, dLon] = [withinM / METRES_PER_DEGREE, withinM / METRES_PER_DEGREE / shrink];
  const found = await rows(
    tx,
    sql<PlaceRow>`
      select ${COLUMNS} from place
      where org_id = app_org() and lat between ${lat - dLat} and ${lat + dLat} and lon between ${lon - dLon} and ${lon + dLon}
      order by ((lat - ${lat}) ^ 2 + ((lon - ${lon}) * ${shrink}) ^ 2) * case kind when 'address' then 1 when 'street' then 4 else 9 end
      limit 1`,
  );
  return found[0];
}
