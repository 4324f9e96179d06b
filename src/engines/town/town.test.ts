import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { contains } from "#kernel/geo.ts";
import { osmPbf } from "#server/geo/osm-write.ts";
import type { Tags } from "#server/geo/osm.ts";
import { town, type Town } from "./town.ts";

let built: Town;
beforeAll(() => {
  built = town();
});

const ways = (key: string) => built.data.ways.filter((way) => way.tags?.[key]);
const address = (tags: Tags) => `${tags["addr:street"]} ${tags["addr:housenumber"]}`;

describe("the demo town", () => {
  test("is the same town again from the same seed, and another one from another", () => {
    const bytes = (seed: number) =>
      createHash("sha256")
        .update(osmPbf(town(seed).data))
        .digest("hex");
    expect(bytes(7)).toBe(createHash("sha256").update(osmPbf(built.data)).digest("hex"));
    expect(bytes(8)).not.toBe(bytes(7));
  });

  test("has at least 90 streets, each with a name of its own", () => {
    const names = new Set(ways("highway").flatMap((way) => (way.tags?.["name"] ? [way.tags["name"]] : [])));
    expect(names.size).toBeGreaterThan(90);
    expect([...names].filter((name) => /^Weg \d/.test(name))).toEqual([]);
  });

  test("has at least 3,000 houses, no two with one address", () => {
    const houses = ways("addr:housenumber").map((way) => address(way.tags ?? {}));
    expect(houses.length).toBeGreaterThan(3000);
    expect(new Set(houses).size).toBe(houses.length);
  });

  test("gives every house a street that is on the map, a postcode and the town's name", () => {
    const streets = new Set(ways("highway").map((way) => way.tags?.["name"]));
    for (const { tags } of ways("addr:housenumber")) {
      expect(streets).toContain(tags?.["addr:street"]);
      expect(tags?.["addr:postcode"]).toMatch(/^0071\d$/);
      expect(tags?.["addr:city"]).toBe(built.name);
    }
  });

  test("crosses its river on three named bridges", () => {
    expect(new Set(ways("bridge:name").map((way) => way.tags?.["bridge:name"])).size).toBe(3);
  });

  test("has a park, a square, a station, a hospital, a university, a market, a bakery and a florist", () => {
    const tags = [...built.data.nodes, ...built.data.ways].flatMap((thing) =>
      thing.tags ? [thing.tags] : [],
    );
    const wanted: Tags[] = [
      { leisure: "park" },
      { place: "square" },
      { railway: "station" },
      { amenity: "hospital" },
      { amenity: "university" },
      { amenity: "marketplace" },
      { shop: "bakery" },
      { shop: "florist" },
    ];
    for (const want of wanted)
      expect(tags).toContainEqual(expect.objectContaining({ ...want, name: expect.any(String) }));
  });

  test("joins all its streets into one net", () => {
    const parent = new Map<number, number>();
    const root = (id: number): number => {
      const up = parent.get(id) ?? id;
      if (up === id) return id;
      const top = root(up);
      parent.set(id, top);
      return top;
    };
    const roads = ways("highway").filter((way) => way.tags?.["highway"] !== "footway" && way.tags?.["name"]);
    for (const road of roads) for (const ref of road.refs) parent.set(root(ref), root(road.refs[0] ?? ref));
    expect(new Set(roads.flatMap((road) => road.refs.map(root))).size).toBe(1);
  });

  test("stands wholly within its own service area", () => {
    const spots = new Map(built.data.nodes.map((node) => [node.id, node]));
    const houses = ways("building").map((way) => spots.get(way.refs[0] ?? 0));
    const outside = houses.filter((node) => !node || !contains(built.area, node));
    expect(outside).toEqual([]);
  });
});
