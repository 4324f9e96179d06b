import { expect, test } from "vitest";
import { CUSTODY_BODIES } from "../../contract/commands.ts";
import { checkEntry } from "./check-entry.ts";

const id = (n: number) => `01937c0e-0000-7000-8000-00000000000${n}`;
const stopOf = (n: number, codes: string[]) => ({
  taskId: id(n),
  deliveryId: id(n + 4),
  kind: "deliver" as const,
  state: "assigned",
  blocked: false,
  custody: "courier",
  parcels: codes.map((code) => ({ code })),
});

test("a load check names what is missing at each stop and what is not the courier's", () => {
  const stops = [stopOf(1, ["A-1", "A-2"]), stopOf(2, ["B-1"])];
  const { body } = checkEntry("2026-11-23", stops, ["A-1", "B-1"], ["C-1"]);
  expect(CUSTODY_BODIES.load_checked.parse(body)).toEqual({
    date: "2026-11-23",
    missing: [{ deliveryId: id(5), taskId: id(1), codes: ["A-2"] }],
    foreign: ["C-1"],
  });
});
