import { describe, expect, test } from "vitest";
import { roadsOn, spot } from "#test/support/roads/streets.ts";
import type { Profile } from "./profiles.ts";

const street = { highway: "residential" };
const one = { ...street, oneway: "yes" };

/**
 * A ladder of blocks of 300 m; south is row 0. Ways 0 and 1 are the rows west and east of B, 2 to 4 the rungs, 5 and 6
 * the upper row.
 *
 *     D ─5─ E ─6─ F
 *     2     3     4
 *     A ─0─ B ─1─ C
 */
const LADDER = {
  nodes: { A: [0, 0], B: [3, 0], C: [6, 0], D: [0, 3], E: [3, 3], F: [6, 3] },
  ways: [
    ["A B", street],
    ["B C", street],
    ["A D", street],
    ["B E", street],
    ["C F", street],
    ["D E", street],
    ["E F", street],
  ],
} as const;

/** Metres from the middle of A–B to the middle of B–E: 300 where the turn left at B is free. */
function turnLeft(tags: Record<string, string>, profile: Profile = "car", via: "B" | number[] = "B"): number {
  const roads = roadsOn({ ...LADDER, rules: [{ tags, from: [0], via, to: [3] }] });
  const route = roads.route(spot(1.5, 0), spot(3, 1.5), profile);
  return "metres" in route ? route.metres : -1;
}
const FREE = { least: 295, most: 305 };
const expectFree = (metres: number) => {
  expect(metres).toBeGreaterThan(FREE.least);
  expect(metres).toBeLessThan(FREE.most);
};

describe("a turn restriction over a node", () => {
  test("sends cars round the block", () => {
    // West to A, north to D, east to E, south: 150 + 300 + 300 + 150.
    expect(turnLeft({ restriction: "no_left_turn" })).toBeGreaterThan(890);
    expectFree(turnLeft({}));
  });
  test("does not hold for people on foot, nor for those it excepts", () => {
    expectFree(turnLeft({ restriction: "no_left_turn" }, "foot"));
    expectFree(turnLeft({ restriction: "no_left_turn", except: "bicycle" }, "bicycle"));
    expect(turnLeft({ restriction: "no_left_turn" }, "bicycle")).toBeGreaterThan(500);
    expect(turnLeft({ restriction: "no_left_turn", except: "psv;bicycle" })).toBeGreaterThan(890);
    expectFree(turnLeft({ restriction: "no_left_turn", except: "psv;motorcar" }));
  });
  test("holds for the vehicles that its key names", () => {
    expect(turnLeft({ "restriction:motorcar": "no_left_turn" })).toBeGreaterThan(890);
    expectFree(turnLeft({ "restriction:motorcar": "no_left_turn" }, "bicycle"));
    expectFree(turnLeft({ "restriction:hgv": "no_left_turn" }));
    expectFree(turnLeft({ "restriction:conditional": "no_left_turn @ (07:00-09:00)" }));
  });
  test("that allows one way only bans the others", () => {
    const roads = roadsOn({
      ...LADDER,
      rules: [{ tags: { restriction: "only_straight_on" }, from: [0], via: "B", to: [1] }],
    });
    const left = roads.route(spot(1.5, 0), spot(3, 1.5), "car");
    const straight = roads.route(spot(1.5, 0), spot(4.5, 0), "car");
    expect(left).toMatchObject({ metres: expect.toSatisfy((metres: number) => metres > 890) });
    expect(straight).toMatchObject({ metres: expect.toSatisfy((metres: number) => metres < 305) });
  });
});

describe("a turn restriction over a way", () => {
  const rule = (restriction: string, to: number) => ({
    tags: { restriction },
    from: [0],
    via: [3],
    to: [to],
  });
  const metres = (restriction: string, to: number, profile: Profile = "car"): number => {
    const roads = roadsOn({ ...LADDER, rules: [rule(restriction, to)] });
    const route = roads.route(spot(1.5, 0), spot(1.5, 3), profile);
    return "metres" in route ? route.metres : -1;
  };
  test("bans the whole of from, via and to", () => {
    // From A–B over B–E to the west: round by A and D instead, the same 600 m but another way.
    const roads = roadsOn({ ...LADDER, rules: [rule("no_u_turn", 5)] });
    const ahead = roads.route(spot(2.9, 0), spot(2.9, 3), "car");
    expect(ahead).toMatchObject({ metres: expect.toSatisfy((far: number) => far > 800) });
    expect(roads.route(spot(3, 0.1), spot(2.9, 3), "car")).toMatchObject({
      metres: expect.toSatisfy((far: number) => far < 305),
    });
  });
  test("leaves the via alone for those who come from elsewhere or go elsewhere", () => {
    const roads = roadsOn({ ...LADDER, rules: [rule("no_u_turn", 5)] });
    const fromEast = roads.route(spot(3.1, 0), spot(2.9, 3), "car");
    const toEast = roads.route(spot(2.9, 0), spot(3.1, 3), "car");
    expect(fromEast).toMatchObject({ metres: expect.toSatisfy((far: number) => far < 330) });
    expect(toEast).toMatchObject({ metres: expect.toSatisfy((far: number) => far < 330) });
  });
  test("that allows one way only leads there", () => {
    expect(metres("only_right_turn", 6)).toBeGreaterThan(590);
    expect(metres("only_right_turn", 6, "foot")).toBeLessThan(610);
  });
});

describe("turning round", () => {
  const cul = {
    nodes: { A: [0, 0], B: [3, 0], C: [6, 0], D: [3, 3] },
    ways: [
      ["A B C", street],
      ["B D", street],
    ],
  } as const;
  test("is left to dead ends for cars, and costs time", () => {
    const roads = roadsOn({ ...cul, ways: [...cul.ways, ["A D C", street]] });
    const back = roads.route(spot(2, 0), spot(1, 0), "car");
    expect(back).toMatchObject({ metres: expect.toSatisfy((far: number) => far < 105) });
    const dead = roadsOn({ ...cul, ways: [["A B C", one], cul.ways[1], ["C D", one], ["D A", one]] });
    expect(dead.route(spot(3, 1), spot(3, 0.5), "car")).toMatchObject({ metres: expect.any(Number) });
  });
});

describe("one-way streets and barriers", () => {
  const square = (tags: Record<string, string>, barrier: Record<string, string> = {}) =>
    roadsOn({
      nodes: {
        A: [0, 0],
        M: [1.5, 0, barrier],
        B: [3, 0],
        C: [3, 3],
        D: [0, 3],
        E: [0, 6],
      },
      ways: [
        ["A M B", { ...street, ...tags }],
        ["B C D A", street],
        // Without a dead end nobody could change from one sense of the ring to the other.
        ["D E", street],
      ],
    });
  const along = (roads: ReturnType<typeof square>, profile: Profile) => {
    const [there, back] = [
      roads.route(spot(0.2, 0), spot(2.8, 0), profile),
      roads.route(spot(2.8, 0), spot(0.2, 0), profile),
    ];
    return [there, back].map((route) =>
      "metres" in route ? (route.metres < 300 ? "short" : "round") : "no",
    );
  };
  test("hold for cars, for bicycles unless lifted, never for people on foot", () => {
    expect(along(square({ oneway: "yes" }), "car")).toEqual(["short", "round"]);
    expect(along(square({ oneway: "-1" }), "car")).toEqual(["round", "short"]);
    expect(along(square({ oneway: "yes" }), "bicycle")).toEqual(["short", "round"]);
    expect(along(square({ oneway: "yes", "oneway:bicycle": "no" }), "bicycle")).toEqual(["short", "short"]);
    expect(along(square({ oneway: "yes", cycleway: "opposite_lane" }), "bicycle")).toEqual([
      "short",
      "short",
    ]);
    expect(along(square({ oneway: "yes" }), "foot")).toEqual(["short", "short"]);
  });
  test("access is by vehicle", () => {
    // The ends snap to the ring, 20 m away.
    expect(along(square({ motor_vehicle: "no" }), "car")).toEqual(["round", "round"]);
    expect(along(square({ motor_vehicle: "no" }), "bicycle")).toEqual(["short", "short"]);
    expect(along(square({ access: "private" }), "foot")).toEqual(["round", "round"]);
    expect(along(square({ access: "no", bicycle: "yes" }), "bicycle")).toEqual(["short", "short"]);
    expect(along(square({ access: "delivery" }), "car")).toEqual(["short", "short"]);
  });
  test("a bollard stops cars alone, a locked gate everybody", () => {
    expect(along(square({}, { barrier: "bollard" }), "car")).toEqual(["round", "round"]);
    expect(along(square({}, { barrier: "bollard" }), "bicycle")).toEqual(["short", "short"]);
    expect(along(square({}, { barrier: "gate" }), "car")).toEqual(["short", "short"]);
    expect(along(square({}, { barrier: "gate", access: "private" }), "foot")).toEqual(["round", "round"]);
  });
  test("a bicycle that must be pushed is as slow as its rider", () => {
    const route = square({ bicycle: "dismount" }).route(spot(0, 0), spot(3, 0), "bicycle");
    expect(route).toMatchObject({ seconds: expect.toSatisfy((seconds: number) => seconds > 150) });
  });
});
