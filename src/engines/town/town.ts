import type { Polygon } from "#kernel/geo.ts";
import type { OsmData, Tags } from "#server/geo/osm.ts";
import { blocks as divide, type Block } from "./blocks.ts";
import { diceOf, type Dice } from "./dice.ts";
import { draft as startDraft, toEarth, type Draft } from "./draft.ts";
import { buildingsOf } from "./lots.ts";
import { BRIDGES, EXITS, MAIN_STREETS, namesOf, TOWN_NAME } from "./names.ts";
import { numbered, type House } from "./numbers.ts";
import { at, centroid, distance, type Vec } from "./plane.ts";
import { tradesOf } from "./pois.ts";
import { drawScenery } from "./scenery.ts";
import { drawSites } from "./sites.ts";
import { CENTRE, MAP_HALF, skeleton } from "./skeleton.ts";
import { joinThrough, withJunctions, type Street, type Streets } from "./streets.ts";

/** The seed of the town that ships. */
export const TOWN_SEED = 7;
export { TOWN_NAME };

export interface Town {
  readonly name: string;
  /** The built-up area: the land inside the ring road. */
  readonly area: Polygon;
  readonly data: OsmData;
}

/** Builds the demo town: the same seed gives the same town, down to the last house number. */
export function town(seed: number = TOWN_SEED): Town {
  const dice = diceOf(seed);
  const plan = skeleton(dice);
  const { streets } = plan;
  const cells = divide(streets, plan.cells, dice);
  const renamed = joinThrough(streets, ["residential", "living_street", "tertiary"]);
  const land = cells.map((block): Block => ({
    ...block,
    edges: block.edges.map((id) => renamed.get(id) ?? id),
  }));
  const names = nameStreets(streets, land, dice);
  const houses = numbered(
    land.flatMap((block) => buildingsOf(block, streets, dice)),
    streets,
    dice,
  );

  const draft = startDraft();
  drawScenery(draft, plan, dice);
  drawSites(draft, land, dice);
  for (const street of streets.values()) drawStreet(draft, street, streets, names.get(street.id) ?? "");
  plan.exits.forEach(({ line }, i) => draft.line(line, { highway: "secondary", name: at(EXITS, i) }));
  drawHouses(draft, houses, names, dice);
  drawQuarters(draft);
  const outline = plan.town.filter((_, i) => i % 4 === 0).map((p) => toPair(p));
  return {
    name: TOWN_NAME,
    area: { type: "Polygon", coordinates: [[...outline, at(outline, 0)]] },
    data: draft.finish(MAP_HALF),
  };
}

function toPair(p: Vec): [number, number] {
  const { lon, lat } = toEarth(p);
  return [Math.round(lon * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6];
}

/** Streets that touch the old town are lanes; main streets keep their fixed names. */
function nameStreets(streets: Streets, land: readonly Block[], dice: Dice): Map<string, string> {
  const old = new Set(land.filter((b) => b.kind === "old").flatMap((b) => b.edges));
  const deal = namesOf(dice);
  const byCentre = [...streets.values()].toSorted(
    (a, b) => distance(at(a.line, 0), CENTRE) - distance(at(b.line, 0), CENTRE),
  );
  return new Map(
    byCentre.map((s) => [
      s.id,
      MAIN_STREETS[s.id] ?? (old.has(s.id) && s.kind !== "tertiary" ? deal.lane() : deal.street()),
    ]),
  );
}

/** One way, or three where the street crosses the river on a bridge. */
function drawStreet(draft: Draft, street: Street, streets: Streets, name: string): void {
  const line = withJunctions(street);
  const tags: Tags = { highway: street.kind, name };
  const banks = ["bank-north", "bank-south"].map((bank) => {
    const landing = streets.get(bank)?.junctions ?? [];
    return line.findIndex((p) => landing.some((j) => distance(j, p) < 0.05));
  });
  const [low = -1, high = -1] = banks.toSorted((a, b) => a - b);
  if (street.id.startsWith("bank") || low < 0 || high - low > 8) {
    draft.line(line, tags);
    return;
  }
  const bridge = BRIDGES[["avenue-west", "avenue-middle", "avenue-east"].indexOf(street.id)];
  draft.line(line.slice(0, low + 1), tags);
  draft.line(line.slice(low, high + 1), {
    ...tags,
    bridge: "yes",
    layer: "1",
    ...(bridge ? { "bridge:name": bridge } : {}),
  });
  draft.line(line.slice(high), tags);
}

const BUILDING: Readonly<Record<string, string>> = {
  old: "apartments",
  inner: "apartments",
  outer: "house",
  industrial: "industrial",
};

function drawHouses(
  draft: Draft,
  houses: readonly House[],
  names: ReadonlyMap<string, string>,
  dice: Dice,
): void {
  const trades = tradesOf(houses, dice);
  for (const house of houses) {
    const address: Tags = {
      "addr:street": names.get(house.street) ?? "",
      "addr:housenumber": house.number,
      "addr:postcode": postcodeAt(house.middle),
      "addr:city": TOWN_NAME,
    };
    draft.ring(house.ring, { building: BUILDING[house.block] ?? "public", ...address });
    const trade = trades.get(house);
    if (trade) draft.spot(house.middle, { ...trade, ...address });
  }
}

/** No German postcode begins with 00: these are invented too. */
function postcodeAt([x, y]: Vec): string {
  if (distance([x, y], CENTRE) < 520 && y > -330) return "00710";
  if (x > 800) return "00713";
  if (x < -800) return "00714";
  return y > 0 ? "00711" : "00712";
}

function drawQuarters(draft: Draft): void {
  draft.spot(
    centroid([
      [0, 0],
      [1, 0],
      [0, 1],
    ]),
    { place: "town", name: TOWN_NAME },
  );
  const quarters: readonly (readonly [string, Vec])[] = [
    ["Altstadt", [-200, 260]],
    ["Nordstadt", [-150, 900]],
    ["Oststadt", [1250, 480]],
    ["Westend", [-1150, -20]],
    ["Südviertel", [-60, -900]],
    ["Neuhafen", [1330, -380]],
    ["Bleiche", [-480, -330]],
  ];
  for (const [name, p] of quarters) draft.spot(p, { place: "suburb", name });
}
