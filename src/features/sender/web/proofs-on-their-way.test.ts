import { expect, test } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { untilProofsArrive } from "./proofs-on-their-way.ts";

const delivery = (named: string[], here: string[]) =>
  ({
    tasks: [{ outcome: { proofIds: named } }, { outcome: null }],
    proofs: here.map((id) => ({ id })),
  }) as Pick<Delivery, "tasks" | "proofs">;

test("a delivery is read again only while an outcome names pictures that have not arrived", () => {
  expect(untilProofsArrive(undefined)).toBe(false);
  expect(untilProofsArrive(delivery([], []))).toBe(false);
  expect(untilProofsArrive(delivery(["p", "s"], ["p"]))).toBe(5_000);
  expect(untilProofsArrive(delivery(["p", "s"], ["s", "p"]))).toBe(false);
});
