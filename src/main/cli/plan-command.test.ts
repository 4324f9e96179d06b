import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { readSettings } from "#main/config/read.ts";
import { planCommand } from "./plan-command.ts";

const at = (time: string): string => `2026-11-24T${time}:00Z`;
const point = (lat: number) => ({ lon: 10.9, lat });
const courier = {
  id: "kim",
  start: point(50),
  shift: { from: at("08:00"), to: at("16:00") },
  capacity: [10],
};
const order = (id: string, lat: number, more: object = {}) => ({
  id,
  pickups: [{ point: point(50.01), serviceMinutes: 2 }],
  drop: { point: point(lat), serviceMinutes: 3 },
  load: [2],
  ...more,
});

/** Prints of the command for this file. */
async function printed(file: unknown): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-plan-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const name = path.join(folder, "plan.json");
  writeFileSync(name, typeof file === "string" ? file : JSON.stringify(file));
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  await planCommand(readSettings({}, [name, "--data", folder]));
  return write.mock.calls.map(([text]) => String(text)).join("");
}

test("waybill plan prints the routes of a file's orders, and why one is left out", async () => {
  const plan = JSON.parse(
    await printed({
      seconds: 0.2,
      couriers: [courier],
      orders: [
        order("far", 50.05),
        order("near", 50.02, {
          drop: { point: point(50.02), windows: [{ from: at("12:00"), to: at("13:00") }] },
        }),
        order("cold", 50.03, { skills: ["cold"] }),
      ],
    }),
  );
  expect(plan.travel).toBe("estimated");
  const drops = plan.routes[0].stops.slice(2).map((stop: { order: string }) => stop.order);
  expect(drops.toSorted()).toEqual(["far", "near"]);
  const near = plan.routes[0].stops.findLast((stop: { order: string }) => stop.order === "near");
  expect(near.start).toBe("2026-11-24T12:00:00.000Z");
  expect(plan.leftOut).toEqual([
    { order: "cold", because: [{ courier: "kim", reasons: [{ kind: "skill", skill: "cold" }] }] },
  ]);
});

test.each([
  ["{", "is not JSON"],
  [{ couriers: [courier], orders: [] }, "orders"],
  [{ couriers: [courier], orders: [order("a", 95)] }, "orders.0.drop.point.lat"],
  [{ couriers: [courier], orders: [order("a", 50), order("a", 50)] }, 'orders.1.id: "a" stands twice'],
  [
    { couriers: [{ ...courier, shift: { from: at("16:00"), to: at("08:00") } }], orders: [order("a", 50)] },
    "couriers.0.shift: ends before it begins",
  ],
  [
    {
      couriers: [courier],
      orders: [order("a", 50, { load: [3], pickups: [{ point: point(50), load: [2] }] })],
    },
    "orders.0.load: is not the sum",
  ],
])("a file that cannot be planned is refused by the name of the field: %#", async (file, sentence) => {
  await expect(printed(file)).rejects.toThrow(sentence);
});

test("a file that is not there is said so", async () => {
  await expect(planCommand(readSettings({}, ["/nowhere/plan.json"]))).rejects.toThrow(
    "/nowhere/plan.json cannot be read",
  );
});
