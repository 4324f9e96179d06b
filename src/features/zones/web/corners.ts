import { type Point, roundPoint } from "#kernel/geo.ts";
import type { Zone as SentZone } from "../contract/api.ts";
import type { Zone } from "../domain/zone.ts";

/** Corners of the outline, the first one not said twice. */
export const cornersOf = ({ polygon }: Pick<Zone, "polygon">): Point[] =>
  (polygon.coordinates[0] ?? []).slice(0, -1).map(([lon, lat]) => ({ lon, lat }));

/** The closed ring of these corners. */
export function polygonOf(corners: readonly Point[]): Zone["polygon"] {
  const ring = corners.map(({ lon, lat }): [number, number] => [lon, lat]);
  const [first] = ring;
  return { type: "Polygon", coordinates: [first ? [...ring, [...first]] : ring] };
}

/** The same zones in lists of their own, as calls and drafts take them. */
export const writable = (zones: readonly Zone[]): SentZone[] =>
  zones.map(({ polygon, ...zone }) => ({
    ...zone,
    polygon: {
      type: polygon.type,
      coordinates: polygon.coordinates.map((ring) => ring.map(([lon, lat]) => [lon, lat])),
    },
  }));

/** A corner halfway to the next one. */
export function withCornerAfter(corners: readonly Point[], at: number): Point[] {
  const [a, b] = [corners[at], corners[(at + 1) % corners.length]];
  if (!a || !b) return [...corners];
  return corners.toSpliced(at + 1, 0, roundPoint({ lon: (a.lon + b.lon) / 2, lat: (a.lat + b.lat) / 2 }));
}

/** Decimal degrees as typed; undefined where it is no number up to `most`. */
export function degrees(text: string, most: number): number | undefined {
  const plain = text.trim().replace(",", ".").replace("−", "-");
  const n = /^-?\d{1,3}(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
  return Math.abs(n) <= most ? Math.round(n * 1e6) / 1e6 : undefined;
}
