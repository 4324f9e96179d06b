import { sql } from "kysely";
import type { Address } from "#features/places/contract/api.ts";
import type { Polygon } from "#kernel/geo.ts";
import { roundPoint } from "#kernel/geo.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";

interface PlaceRow {
  readonly label: string;
  readonly street: string | null;
  readonly houseNumber: string | null;
  readonly postcode: string | null;
  readonly city: string | null;
  readonly lon: number;
  readonly lat: number;
}

export interface Shop {
  readonly name: string;
  readonly address: Address;
}

/** Addresses of the demo's people and shops: from the imported map, in a fixed order. */
export interface Addresses {
  readonly homes: readonly Address[];
  readonly shops: readonly Shop[];
}

const columns = sql`label, street, house_number as "houseNumber", postcode, city, lon, lat`;

export async function readAddresses(tx: Tx): Promise<Addresses> {
  const homes = await rows(
    tx,
    sql<PlaceRow>`select ${columns} from places where org_id = app_org() and kind = 'address'
                  order by md5(label || coalesce(postcode, '')), id limit 400`,
  );
  const shops = await rows(
    tx,
    sql<PlaceRow>`select ${columns} from places
                  where org_id = app_org() and kind = 'poi' and street is not null and house_number is not null
                  order by md5(label), id limit 60`,
  );
  return {
    homes: homes.map(toAddress),
    shops: shops.map((row) => ({ name: row.label, address: toAddress(row) })),
  };
}

/** Labels of a few homes, as the search says them; always the same ones. */
export async function sampleLabels(tx: Tx, count: number): Promise<string[]> {
  const found = await rows(
    tx,
    sql<PlaceRow>`select ${columns} from places where org_id = app_org() and kind = 'address'
                  order by md5(label || coalesce(postcode, '')), id limit ${count}`,
  );
  return found.map((row) => toAddress(row).label);
}

const toAddress = ({ label, street, houseNumber, postcode, city, lon, lat }: PlaceRow): Address => ({
  label: [street && houseNumber ? `${street} ${houseNumber}` : label, townLine(postcode, city)]
    .filter((part) => part !== "")
    .join(", "),
  street,
  houseNumber,
  postcode,
  city,
  detail: null,
  point: roundPoint({ lon, lat }),
  precision: "rooftop",
  pinConfirmed: true,
});

/** "00710 Marienbrück", as people write it below the street. */
const townLine = (postcode: string | null, city: string | null): string =>
  [postcode, city].filter((part) => part !== null).join(" ");

/** The hull of all addresses, a little wider: the area that the demo serves. */
export async function servedArea(tx: Tx): Promise<Polygon> {
  const points = await rows(
    tx,
    sql<{
      lon: number;
      lat: number;
    }>`select lon, lat from places where org_id = app_org() and kind = 'address'`,
  );
  return hullOf(points.map(({ lon, lat }): [number, number] => [lon, lat]));
}

type Position = readonly [number, number];

/** How far beyond the outermost house, as a share of its distance from the middle. */
const MARGIN = 0.05;

/** Andrew's monotone chain, then pushed outwards from the middle. @throws Error with fewer than three points */
export function hullOf(points: readonly Position[]): Polygon {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) throw new Error("an area needs three addresses");
  const ring = [...chain(sorted), ...chain(sorted.toReversed())];
  const middle = [mean(ring, 0), mean(ring, 1)] as const;
  const wide = ring.map(([lon, lat]): [number, number] => {
    const out = roundPoint({
      lon: lon + (lon - middle[0]) * MARGIN,
      lat: lat + (lat - middle[1]) * MARGIN,
    });
    return [out.lon, out.lat];
  });
  const [first] = wide;
  return { type: "Polygon", coordinates: [first ? [...wide, first] : wide] };
}

const mean = (ring: readonly Position[], axis: 0 | 1): number =>
  ring.reduce((sum, position) => sum + position[axis], 0) / ring.length;

/** One side of the hull without its last point. */
function chain(sorted: readonly Position[]): Position[] {
  const side: Position[] = [];
  for (const point of sorted) {
    while (side.length >= 2 && turn(side.at(-2), side.at(-1), point) <= 0) side.pop();
    side.push(point);
  }
  return side.slice(0, -1);
}

function turn(a: Position | undefined, b: Position | undefined, c: Position): number {
  if (!a || !b) return 1;
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
