import type { Tags } from "#server/geo/osm.ts";
import type { Block, BlockKind } from "./blocks.ts";
import type { Dice } from "./dice.ts";
import type { Draft } from "./draft.ts";
import { TOWN_NAME } from "./names.ts";
import { add, at, centroid, mix, scale, smooth, sub, type Vec } from "./plane.ts";
import { blob } from "./scenery.ts";

/** Tags of land kept for one purpose; the list is used up in order. */
const SITE_TAGS: Readonly<Partial<Record<BlockKind, readonly Tags[]>>> = {
  square: [{ place: "square", "area:highway": "pedestrian", name: "Marktplatz" }],
  park: [
    { leisure: "park", name: "Stadtpark" },
    { leisure: "park", name: "Rosengarten" },
  ],
  hospital: [{ amenity: "hospital", name: `Klinikum ${TOWN_NAME}` }],
  university: [{ amenity: "university", name: `Universität ${TOWN_NAME}` }],
  cemetery: [{ landuse: "cemetery", name: "Waldfriedhof" }],
  sports: [{ leisure: "sports_centre", name: "Sportpark Ost" }],
  allotments: [{ landuse: "allotments", name: "Gartenverein Sonnenschein" }],
  school: [
    { amenity: "school", name: "Gymnasium am Wall" },
    { amenity: "school", name: "Osterschule" },
    { amenity: "school", name: "Grundschule Süd" },
  ],
  station: [{ landuse: "railway" }],
};

export function drawSites(draft: Draft, blocks: readonly Block[], dice: Dice): void {
  const used = new Map<BlockKind, number>();
  const bySize = blocks.toSorted((a, b) => b.ring.length - a.ring.length);
  for (const block of bySize) {
    if (block.kind === "industrial") draft.ring(inset(block.ring), { landuse: "industrial" });
    const tags = SITE_TAGS[block.kind]?.[used.get(block.kind) ?? 0];
    if (!tags) continue;
    used.set(block.kind, (used.get(block.kind) ?? 0) + 1);
    draft.ring(inset(block.ring), tags);
    drawInside(draft, block, dice);
  }
}

function drawInside(draft: Draft, block: Block, dice: Dice): void {
  const middle = centroid(block.ring);
  if (block.kind === "park" || block.kind === "cemetery") drawPaths(draft, block, dice);
  if (block.kind === "park")
    draft.ring(blob(add(middle, [30, -20]), 60, 38, dice), { natural: "water", water: "pond" });
  if (block.kind === "sports") draft.ring(pitch(middle, 52, 34), { leisure: "pitch", sport: "soccer" });
  if (block.kind === "square") draft.spot(middle, { amenity: "marketplace", name: "Wochenmarkt" });
  if (block.kind === "station") draft.spot(middle, { railway: "station", name: `${TOWN_NAME} Hauptbahnhof` });
}

/** Paths from the border through the middle. */
function drawPaths(draft: Draft, block: Block, dice: Dice): void {
  const middle = centroid(block.ring);
  const count = block.ring.length;
  for (let k = 0; k < 3; k++) {
    const start = at(block.ring, Math.floor((k * count) / 6));
    const end = at(block.ring, Math.floor((k * count) / 6 + count / 2));
    const bend = (a: Vec) => add(mix(a, middle, 0.55), [dice.between(-40, 40), dice.between(-40, 40)]);
    draft.line(smooth([start, bend(start), middle, bend(end), end], 20), { highway: "footway" });
  }
}

function pitch(middle: Vec, x: number, y: number): Vec[] {
  return [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ].map(([dx = 0, dy = 0]) => add(middle, [dx, dy]));
}

/** The land behind the pavement: every vertex 6 m towards the middle. */
function inset(ring: readonly Vec[]): Vec[] {
  const middle = centroid(ring);
  return ring.map((p) => {
    const way = sub(middle, p);
    return add(p, scale(way, 6 / (Math.hypot(way[0], way[1]) || 1)));
  });
}
