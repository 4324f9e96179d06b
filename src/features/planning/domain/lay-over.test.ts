import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { layOver, type Now, type NowStop, type PlanStop } from "./lay-over.ts";

const stop = (taskId: string, state = "assigned"): NowStop => ({
  taskId,
  deliveryId: taskId.slice(1),
  state,
});
const stops = (text: string): NowStop[] =>
  text
    .split(" ")
    .filter(Boolean)
    .map((id) => stop(id));
const routes = (given: Record<string, string>) =>
  new Map(Object.entries(given).map(([courier, text]) => [courier, stops(text)]));
const work = (courierId: string | null, text: string): Now["work"][number] => ({
  deliveryId: text.slice(1, 2),
  stops: stops(text).map((one) => ({ ...one, courierId })),
});
const text = (laid: ReturnType<typeof layOver>) =>
  Object.fromEntries([...laid.sequences].map(([courier, ids]) => [courier, ids.join(" ")]));

/** Kim has 1 and 2; the plan gives 2 to Ana, with the open 3, and turns Kim's route round. */
const GOAL = {
  moves: [
    { deliveryId: "2", from: "kim", to: "ana" },
    { deliveryId: "3", from: null, to: "ana" },
  ],
  routes: routes({ kim: "p1 d1", ana: "p3 p2 d2 d3" }),
};
const NOW: Now = {
  stopped: new Set(),
  pinned: new Set(),
  routes: routes({ kim: "p2 p1 d2 d1", ana: "" }),
  work: [work("kim", "p2 d2"), work(null, "p3 d3")],
};

describe("a plan", () => {
  test("is the new order of its routes on a day that did not go on", () => {
    const laid = layOver(GOAL, NOW, new Set());
    expect(text(laid)).toEqual({ kim: "p1 d1", ana: "p3 p2 d2 d3" });
    expect([...laid.holders]).toEqual([
      ["2", "ana"],
      ["3", "ana"],
    ]);
    expect(laid.overtaken).toEqual([]);
  });

  test("leaves a delivery that was begun with its courier, first on the route", () => {
    const begun = { ...stop("p2", "en_route"), courierId: "kim" };
    const laid = layOver(
      GOAL,
      {
        ...NOW,
        routes: new Map([
          ["kim", [begun, ...stops("p1 d2 d1")]],
          ["ana", []],
        ]),
        work: [{ deliveryId: "2", stops: [begun, { ...stop("d2"), courierId: "kim" }] }, work(null, "p3 d3")],
      },
      new Set(),
    );
    expect(laid.overtaken).toEqual(["2"]);
    expect(text(laid)).toEqual({ kim: "p2 p1 d2 d1", ana: "p3 d3" });
  });

  test("leaves what was pinned since with its courier, the pinned ones in the order that they had", () => {
    const two = { ...GOAL, moves: [], routes: routes({ kim: "p1 d1 p2 d2", ana: "" }) };
    const laid = layOver(two, { ...NOW, pinned: new Set(["1", "2"]) }, new Set());
    expect(text(laid)).toEqual({ kim: "p2 p1 d2 d1", ana: "" });
    const moved = layOver(GOAL, { ...NOW, pinned: new Set(["2"]) }, new Set());
    expect(moved.overtaken).toEqual(["2"]);
    expect([...moved.holders]).toEqual([["3", "ana"]]);
  });

  test("passes over what somebody else got meanwhile, and keeps what it does not know where it was", () => {
    const laid = layOver(
      GOAL,
      {
        ...NOW,
        routes: routes({ kim: "p2 p1 p9 d9 d2 d1", ana: "" }),
        work: [work("kim", "p2 d2"), work("bea", "p3 d3")],
      },
      new Set(),
    );
    expect(laid.overtaken).toEqual(["3"]);
    expect(text(laid)).toEqual({ kim: "p1 p9 d9 d1", ana: "p2 d2" });
  });

  test("passes over what nobody is to be sent for now, whoever has it", () => {
    const laid = layOver(GOAL, { ...NOW, stopped: new Set(["2", "3"]) }, new Set());
    expect(laid.overtaken).toEqual(["2", "3"]);
    expect(text(laid)).toEqual({ kim: "p2 p1 d2 d1", ana: "" });
  });

  test("leaves a courier out: nothing comes, and what stays keeps its order", () => {
    expect(text(layOver(GOAL, NOW, new Set(["ana"])))).toEqual({ kim: "p2 p1 d2 d1", ana: "" });
    expect(text(layOver(GOAL, NOW, new Set(["kim"])))).toEqual({ kim: "p1 d1", ana: "p3 p2 d2 d3" });
  });

  test("loses no stop, doubles none and delivers nothing before it is collected, whatever happened meanwhile", () => {
    const couriers = ["a", "b", "c"];
    const order = fc
      .tuple(
        fc.array(
          fc.record({
            was: fc.constantFrom(...couriers),
            to: fc.constantFrom(...couriers),
            state: fc.constantFrom("assigned", "en_route", "succeeded"),
            gone: fc.boolean(),
            pinned: fc.boolean(),
          }),
          { maxLength: 8 },
        ),
        fc.infiniteStream(fc.nat()),
        fc.subarray(couriers),
      )
      .map(([made, dice, without]) => ({ made, dice, without }));
    fc.assert(
      fc.property(order, ({ made, dice, without }) => {
        const mix = (list: string[]): string[] => {
          const bag = list.flatMap((id) => [`p${id}`, `d${id}`]);
          const out: string[] = [];
          while (bag.length > 0) {
            const at = Number(dice.next().value ?? 0) % bag.length;
            const id = bag[at] ?? "";
            if (id.startsWith("d") && bag.includes(`p${id.slice(1)}`)) continue;
            out.push(...bag.splice(at, 1));
          }
          return out;
        };
        const idsOf = (who: (one: (typeof made)[number], at: number) => boolean) =>
          made.flatMap((one, at) => (who(one, at) ? String(at) : []));
        const held = (courier: string) => idsOf((one) => one.was === courier && !one.gone);
        const stateOf = (taskId: string) =>
          taskId.startsWith("p") ? (made[Number(taskId.slice(1))]?.state ?? "") : "assigned";
        const now: Now = {
          stopped: new Set(),
          pinned: new Set(idsOf((one) => one.pinned)),
          routes: new Map(
            couriers.map((courier) => [courier, mix(held(courier)).map((id) => stop(id, stateOf(id)))]),
          ),
          work: idsOf((one) => !one.gone).map((id) => ({
            deliveryId: id,
            stops: [`p${id}`, `d${id}`]
              .filter((task) => stateOf(task) !== "succeeded")
              .map((task) => ({ ...stop(task, stateOf(task)), courierId: made[Number(id)]?.was ?? null })),
          })),
        };
        const goal = {
          moves: made.flatMap(({ was, to }, at) =>
            was === to ? [] : [{ deliveryId: String(at), from: was, to }],
          ),
          routes: new Map<string, PlanStop[]>(
            couriers.map((courier) => [
              courier,
              mix(idsOf((one) => one.to === courier)).map((id) => stop(id)),
            ]),
          ),
        };
        const laid = layOver(goal, now, new Set(without));
        const all = [...laid.sequences.values()].flat();
        const there = [...now.routes.values()].flat().map(({ taskId }) => taskId);
        expect(all.toSorted()).toEqual(there.toSorted());
        const early = [...laid.sequences.values()].flatMap((list) =>
          list.filter((id, n) => id.startsWith("d") && list.indexOf(`p${id.slice(1)}`) > n),
        );
        expect(early).toEqual([]);
        for (const [id, to] of laid.holders) {
          expect(without).not.toContain(to);
          expect(stateOf(`p${id}`)).toBe("assigned");
          expect(now.pinned.has(id)).toBe(false);
        }
        const pinnedIn = (ids: readonly string[]) =>
          ids.filter((id) => now.pinned.has(id.slice(1)) && stateOf(id) === "assigned");
        for (const [courier, stops] of now.routes)
          expect(pinnedIn(laid.sequences.get(courier) ?? [])).toEqual(
            pinnedIn(stops.map(({ taskId }) => taskId)),
          );
      }),
      { numRuns: 500 },
    );
  });
});
