import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { HELD_WINDOW, boardHeld as board, wishForElif as wish } from "#test/support/web/board-held.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { AssignDialog } from "../assign-dialog.tsx";
import { deliveryLines } from "../rows.ts";
import { handingOver } from "./handing-over.ts";
import { editOf, foresee } from "./plan.ts";

beforeAll(async () => {
  configure({ asyncUtilTimeout: 10_000 });
  stubDialog();
  await startWords("hall", "dispatch", "accounts");
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await setLocale("en");
});

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

test("every courier in the choice says before the press whose parcels must be handed over", async () => {
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <AssignDialog
          board={board}
          ids={["held", "open"]}
          onChoose={() => undefined}
          onClose={() => undefined}
        />
      </QueryClientProvider>,
    );
  });
  const said = "Carla holds 2 parcels: they must be handed over";
  expect(within(screen.getByRole("option", { name: /Elif/ })).getByText(said)).toBeTruthy();
  const [carla] = screen.getAllByRole("option");
  expect(carla?.textContent).toContain("Carla");
  expect(carla?.textContent).not.toContain(said);
});
