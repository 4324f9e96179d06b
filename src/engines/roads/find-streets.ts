import { intAt } from "#kernel/typed.ts";
import type { FoundStreet, RoadLine } from "#server/geo/streets.ts";
import { E7 } from "./network.ts";
import type { RoadGraphs } from "./roads.ts";

/** Parts of a street that lie no farther apart than this are one street, in degrees of latitude: 300 m. */
const TOGETHER = 0.0027;

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The shape of a segment in degrees. */
export function lineOfSegment({ shapes: { shapeFirst, lon, lat } }: RoadGraphs, segment: number): RoadLine {
  const line: [number, number][] = [];
  for (let at = intAt(shapeFirst, segment); at < intAt(shapeFirst, segment + 1); at++)
    line.push([intAt(lon, at) / E7, intAt(lat, at) / E7]);
  return line;
}

/** Streets whose name holds a text, those that begin with it first. Streets of one name in two quarters are two. */
export function findStreets(graphs: RoadGraphs, text: string, limit: number): FoundStreet[] {
  const wanted = plain(text.trim());
  if (wanted === "") return [];
  const { names } = graphs.streets;
  const hits = names.flatMap((name, number) => {
    const at = plain(name).indexOf(wanted);
    return at < 0 ? [] : [{ name, number, rank: at === 0 ? 0 : plain(name)[at - 1] === " " ? 1 : 2 }];
  });
  const best = hits
    .toSorted((a, b) => a.rank - b.rank || a.name.length - b.name.length || a.name.localeCompare(b.name))
    .slice(0, limit);
  const segmentsOf = new Map<number, number[]>(best.map(({ number }) => [number, []]));
  graphs.streets.nameOf.forEach((number, segment) => segmentsOf.get(number)?.push(segment));
  return best
    .flatMap(({ name, number }) =>
      partsOf(graphs, segmentsOf.get(number) ?? []).map((segments) => streetOf(graphs, name, segments)),
    )
    .slice(0, limit);
}

export function streetOf(graphs: RoadGraphs, name: string | null, segments: readonly number[]): FoundStreet {
  const lines = segments.map((segment) => lineOfSegment(graphs, segment));
  const dm = segments.reduce((sum, segment) => sum + intAt(graphs.profiles.car.length, segment), 0);
  const middle = lines[lines.length >> 1] ?? [];
  const [lon, lat] = middle[middle.length >> 1] ?? [0, 0];
  return { name, metres: Math.round(dm / 10), at: { lon, lat }, lines };
}

/** Segments in groups that hang together. */
function partsOf(graphs: RoadGraphs, segments: readonly number[]): number[][] {
  const { shapeFirst, lon, lat } = graphs.shapes;
  const groups: { segments: number[]; ends: [number, number][] }[] = [];
  for (const segment of segments) {
    const ends = [intAt(shapeFirst, segment), intAt(shapeFirst, segment + 1) - 1].map(
      (at): [number, number] => [intAt(lon, at) / E7, intAt(lat, at) / E7],
    );
    const isNear = ([x, y]: [number, number]): boolean =>
      ends.some(([a, b]) => Math.abs(a - x) < TOGETHER && Math.abs(b - y) < TOGETHER);
    const near = groups.filter((group) => group.ends.some(isNear));
    const merged = { segments: near.flatMap((g) => g.segments), ends: near.flatMap((g) => g.ends) };
    merged.segments.push(segment);
    merged.ends.push(...ends);
    for (const group of near) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups.map((group) => group.segments);
}
