import { expect, test } from "vitest";
import { HELD_WINDOW, boardHeld as board, wishForElif as wish } from "#test/support/web/board-held.ts";
import { deliveryLines } from "../rows.ts";
import { handingOver } from "./handing-over.ts";
import { editOf, foresee } from "./plan.ts";

test("each courier who holds parcels of the choice hands theirs over, and nobody to themselves", () => {
  const all = ["held", "open", "other"];
  expect(handingOver(board, all, "elif").map(({ from, parcels }) => [from, parcels])).toEqual([
    ["Carla", 2],
    ["Dmitri", 1],
  ]);
  expect(handingOver(board, all, "carla").map(({ from }) => from)).toEqual(["Dmitri"]);
  expect(handingOver(board, ["open"], "elif")).toEqual([]);
});

test("a delivery without a courier says in whose hands its parcels are", () => {
  const lines = deliveryLines(board, { search: "", late: undefined, level: "", done: false });
  expect(lines.map(({ holder }) => holder)).toEqual(["Carla", undefined]);
});

test("the handover travels with the edit, and the board shows the new holder at once", () => {
  const handOver = [{ deliveryId: "held", note: "At the bridge." }];
  const head = { commandId: "c", occurredAt: HELD_WINDOW.start };
  expect(editOf(board, { ...wish, handOver }, head)).toMatchObject({ type: "assign", handOver });
  expect(editOf(board, wish, head)).not.toHaveProperty("handOver");
  const after = foresee(board, { ...wish, handOver });
  expect(after.deliveries.find(({ id }) => id === "held")?.heldBy).toBe("elif");
});
