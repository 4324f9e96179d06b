import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Board, BoardCourier } from "#features/dispatch/contract/board.ts";
import { signedIn, stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { PlanFigures } from "../../contract/plans.ts";
import { PlanResult } from "./plan-result.tsx";
import type { PlanResultProps } from "./props.ts";

const idOf = (n: number): string => `0190a000-0000-7000-8000-00000000000${n}`;
const AT = "2026-06-17T08:00:00.000Z";
const courier = (n: number, name: string): BoardCourier => ({
  id: idOf(n),
  name,
  vehicle: "bike",
  onDuty: true,
  position: null,
  route: { id: null, revision: 0, ackRevision: 0, times: null, stops: [] },
});
const BOARD: Board = {
  date: "2026-06-17",
  timezone: "UTC",
  unassigned: [],
  couriers: [courier(1, "Carla"), courier(2, "Dmitri")],
  deliveries: [],
};
const figures = PlanFigures.parse({
  seconds: 0,
  metres: 0,
  late: 0,
  open: 1,
  couriers: 0,
  longestSeconds: 0,
  shortestSeconds: 0,
});
const PLAN: PlanResultProps["plan"] = {
  id: idOf(5),
  date: BOARD.date,
  state: "ready",
  reason: "time",
  way: "anew",
  scope: { kind: "all" },
  wishes: { kilometres: 1, punctuality: 1, fairness: 0, fewChanges: 1 },
  seconds: 10,
  askedBy: "Bo",
  askedAt: AT,
  endedAt: AT,
  publishedBy: null,
  publishedAt: null,
  undoneAt: null,
  progress: null,
  outcome: {
    travel: "roads",
    before: figures,
    after: { ...figures, open: 0 },
    routes: [
      {
        courierId: idOf(1),
        revision: 0,
        before: { taskIds: [], seconds: 0, metres: 0 },
        after: { stops: [], seconds: 60, metres: 100, end: AT },
      },
    ],
    moves: [{ deliveryId: idOf(7), from: null, to: idOf(1) }],
    leftOut: [],
    mended: [],
  },
};

beforeEach(async () => {
  stubDialog();
  stubAuth(signedIn());
  await startWords("hall", "planning", "dispatch");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (onAnew = () => undefined) =>
  act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <PlanResult board={BOARD} plan={PLAN} other={undefined} isFresh={false} isOnline onAnew={onAnew} />
      </QueryClientProvider>,
    );
    await Promise.resolve();
  });

test("a plan for somebody who was suspended names them, and offers to plan again", async () => {
  const { status, body } = problem(422, "dispatch.courier-unknown");
  stubServer({
    [`POST /api/plans/runs/${PLAN.id}/publish`]: () => ({
      status,
      body: { ...body, facts: { courierId: idOf(1), courier: "Carla" } },
    }),
  });
  const onAnew = vi.fn<() => undefined>();
  await show(onAnew);
  fireEvent.click(screen.getByRole("button", { name: "Publish" }));
  expect(await screen.findByText("Carla is suspended or no longer there.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Plan anew" }));
  expect(onAnew).toHaveBeenCalledTimes(1);
});

test("couriers whom the plan could not take in are named", async () => {
  stubServer({});
  await show();
  expect(screen.getByText(/^Not planned: Dmitri\. /)).toBeTruthy();
});
