import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signedIn, stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { sheetOf } from "#test/support/web/sheet-of.ts";
import { startWords } from "#web/i18n/words.ts";
import type { Board } from "../contract/board.ts";
import { type Plan, usePlan } from "./plan/use-plan.ts";
import { boardKey, useBoard } from "./use-board.ts";

const ANNA = "01930000-0000-7000-8000-000000000001";
const DELIVERY = "01930000-0000-7000-8000-000000000002";
const point = { lon: 13.4, lat: 52.5 };
const boardAt = (revision: number): Board => ({
  date: "2026-11-21",
  timezone: "Europe/Berlin",
  unassigned: [DELIVERY],
  couriers: [
    {
      id: ANNA,
      name: "Anna",
      vehicle: "bike",
      onDuty: true,
      position: null,
      route: { id: DELIVERY, revision, ackRevision: revision, times: null, stops: [] },
    },
  ],
  deliveries: [
    {
      id: DELIVERY,
      number: "WB-7K4M-92QX",
      state: "created",
      serviceLevel: "same_day",
      window: { start: "2026-11-21T09:00:00.000Z", end: "2026-11-21T11:00:00.000Z" },
      pickupLabel: "Marktplatz 3",
      dropoffLabel: "Am Ufer 27",
      pickup: point,
      dropoff: point,
      recipientName: "Mira",
      massG: 500,
      parcels: 1,
    },
  ],
});
const reply = (revision: number) => Response.json(sheetOf(boardAt(revision)));

let plan: Plan | undefined;
const keep = (now: Plan) => {
  plan = now;
};
function Page() {
  const { query } = useBoard("");
  const now = usePlan("", query.data);
  useEffect(() => keep(now));
  return <output>{now.board?.couriers[0]?.route.revision}</output>;
}

function open(): QueryClient {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <Page />
    </QueryClientProvider>,
  );
  return queries;
}
const shows = (text: string) => waitFor(() => expect(screen.getByRole("status").textContent).toBe(text));

beforeEach(() => startWords("hall", "dispatch", "slots"));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what others did while an edit was on its way stays on the board when its older answer comes", async () => {
  let revision = 1;
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", (_: string, { method }: RequestInit) =>
    method === "POST"
      ? new Promise<Response>((resolve) => (answer = resolve))
      : Promise.resolve(reply(revision)),
  );
  const queries = open();
  await shows("1");
  act(() => plan?.run({ type: "assign", deliveryIds: [DELIVERY], courierId: ANNA, beforeTaskId: null }));
  revision = 3;
  await act(() => queries.invalidateQueries({ queryKey: boardKey("") }));
  await shows("3");
  await act(async () => answer(reply(2)));
  await waitFor(() => expect(plan?.board?.unassigned).toEqual([DELIVERY]));
  await shows("3");
});

test("a reading that fails while news arrive is made up for without other news", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let boards = 0;
  vi.stubGlobal("fetch", async (url: string) => {
    if (url === "/api/live") return new Response(new ReadableStream());
    boards += 1;
    return boards === 2 ? Response.json({ code: "http.bad-input" }, { status: 400 }) : reply(boards);
  });
  stubAuth(signedIn());
  open();
  // The connection stands, and what was read before it is read again.
  // The other `waitFor` leans on the interval that stands still here.
  await vi.waitFor(() => expect(boards).toBe(2));
  await shows("1");
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  await shows("3");
});
