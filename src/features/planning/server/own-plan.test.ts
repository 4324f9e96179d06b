import { describe, expect, test } from "vitest";
import { useWorld } from "#test/support/use-world.ts";
import { planningApi } from "../contract/api.ts";

const { ada, kim } = useWorld({ people: { ada: ["Ada", "dispatcher"], kim: ["Kim", "courier"] } });

const at = (time: string): string => `2026-11-24T${time}:00Z`;
const courier = {
  id: "kim",
  start: { lon: 10.9, lat: 50 },
  shift: { from: at("08:00"), to: at("16:00") },
  capacity: [10],
};
const order = (id: string, lat: number, more: object = {}) => ({
  id,
  pickups: [{ point: { lon: 10.9, lat: 50.01 }, serviceMinutes: 2 }],
  drop: { point: { lon: 10.9, lat }, serviceMinutes: 3 },
  load: [2],
  ...more,
});

describe("own orders", () => {
  test("are planned for a dispatcher, and who cannot take one is said with the reason", async () => {
    const { body: answer } = await ada.call(planningApi.planOwnOrders, {
      seconds: 1,
      couriers: [courier],
      orders: [order("near", 50.02), order("cold", 50.03, { skills: ["cold"] })],
    });
    expect(answer.travel).toBe("estimated");
    expect(answer.routes.map(({ stops }) => stops.map(({ order: id, kind }) => `${id} ${kind}`))).toEqual([
      ["near pickup", "near drop"],
    ]);
    expect(answer.routes[0]?.stops[1]?.pOnTime).toBe(1);
    expect(answer.leftOut).toEqual([
      { order: "cold", because: [{ courier: "kim", reasons: [{ kind: "skill", skill: "cold" }] }] },
    ]);
  });

  test.each([
    [
      "couriers.0.shift",
      { couriers: [{ ...courier, shift: { from: at("16:00"), to: at("08:00") } }], orders: [order("a", 50)] },
    ],
    ["orders.1.id", { couriers: [courier], orders: [order("a", 50), order("a", 51)] }],
    ["orders.0.drop.point.lat", { couriers: [courier], orders: [order("a", 95)] }],
    ["seconds", { seconds: 31, couriers: [courier], orders: [order("a", 50)] }],
  ])("name the field %s where they cannot be planned", async (path, body) => {
    const answer = await ada.call(planningApi.planOwnOrders, body);
    expect(answer).toMatchObject({ status: 400, body: { code: "http.bad-input" } });
    expect(answer.body.fields?.map((field) => field.path)).toContain(path);
  });

  test("are not planned for a courier", async () => {
    const body = { seconds: 1, couriers: [courier], orders: [order("a", 50)] };
    expect(await kim.call(planningApi.planOwnOrders, body)).toMatchObject({
      status: 403,
      body: { code: "accounts.forbidden" },
    });
  });
});
