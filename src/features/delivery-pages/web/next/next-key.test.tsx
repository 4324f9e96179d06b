import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { toIso } from "#kernel/instant.ts";
import { clientWithReasons } from "#test/support/web/known-reasons.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { Problem } from "#web/api/problem.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { Snackbar } from "#web/ui/snackbar.tsx";
import { follows } from "../later/follows.ts";
import { handOverDialog } from "../later/parts.ts";
import { NextAct, NextKey } from "./next-key.tsx";

const sent = vi.hoisted(() => vi.fn<(endpoint: { id: string }, input: object) => Promise<object>>());
vi.mock("#web/api/call.ts", () => ({ call: sent }));
vi.mock("#web/session/config.ts", async (original) => ({
  ...(await original<object>()),
  useZone: () => "UTC",
}));

const NOON = Date.UTC(2026, 5, 1, 12);
const deliveryOf = (changes: Partial<Delivery> = {}) =>
  ({
    id: "d",
    version: 7,
    number: "WB-1",
    state: "attempt_failed",
    custody: "courier",
    courierName: "Kim",
    window: { start: toIso(NOON), end: toIso(NOON + 7_200_000) },
    actions: ["to_hub", "retry", "send_back", "lose"],
    tasks: [
      { id: "c", kind: "collect", tryNo: 1, state: "succeeded", outcome: { reason: null, fault: null } },
      {
        id: "t",
        kind: "deliver",
        tryNo: 1,
        state: "failed",
        outcome: { reason: "refused", fault: "recipient" },
      },
    ],
    ...changes,
  }) as unknown as Delivery; // Safe: the dialogs read these alone.

const ON_THE_ROAD = [
  { id: "t", kind: "deliver", state: "en_route", outcome: null },
] as unknown as Delivery["tasks"]; // Safe: these are read alone.
const HandOver = ({ delivery }: { delivery: Delivery }) => <p>{`hand over ${delivery.number}`}</p>;

beforeAll(async () => {
  configure({ asyncUtilTimeout: 10_000 });
  stubDialog();
  follows.add(() =>
    Promise.resolve(({ act: name, version }) => <p data-testid="follows">{`${name} ${version}`}</p>),
  );
  handOverDialog.give(() => Promise.resolve(HandOver));
  await startWords("hall", "delivery-pages", "deliveries", "parcels", "proofs");
});
afterEach(async () => {
  cleanup();
  vi.clearAllMocks();
  await setLocale("en");
});

const board = { deliveries: [{ id: "d", number: "WB-1" }] };

async function press(answer: () => Promise<object>, targets: readonly string[] = ["d"]) {
  sent.mockImplementation(answer);
  const queries = clientWithReasons();
  await act(async () => {
    render(
      <QueryClientProvider client={queries}>
        <NextKey targets={() => targets} board={board} />
        <Snackbar />
      </QueryClientProvider>,
    );
  });
  await act(async () => void fireEvent.keyDown(document.body, { key: "r" }));
  return queries;
}
const acts = () =>
  within(screen.getByRole("list", { name: "What may be done now" }))
    .getAllByRole("button")
    .map(({ textContent }) => textContent);
const key = (name: string) =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: name }));

test("R lists every act that the state allows, the usual one first and what cannot be taken back last", async () => {
  await press(async () => deliveryOf());
  expect(await screen.findByText("What next for \u2068WB-1\u2069?")).toBeTruthy();
  expect(acts()).toEqual([
    "Send back",
    "Plan another try",
    "Bring to the hub",
    "Agree to dispose",
    "Report as lost",
  ]);
  expect(screen.getByTestId("usual-act").textContent).toContain("Send back");
  expect(document.activeElement?.textContent).toBe("Send back");
});

test("keys alone reach an act, whose dialog says what follows before the press, and lead back to the list", async () => {
  await press(async () => deliveryOf());
  await screen.findByTestId("usual-act");
  await key("ArrowDown");
  expect(document.activeElement?.textContent).toBe("Plan another try");
  await key("2");
  expect((await screen.findByTestId("follows")).textContent).toBe("retry 7");
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Close" })));
  expect(acts()[0]).toBe("Send back");
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Close" })));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("back from an act the keys go on with the act that was opened", async () => {
  await press(async () => deliveryOf());
  await screen.findByTestId("usual-act");
  await key("2");
  await screen.findByTestId("follows");
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Close" })));
  expect(document.activeElement?.textContent).toBe("Plan another try");
});

test("the list stays while the code of an act comes, so that no key reaches the board", async () => {
  let come: (part: typeof HandOver) => void = () => undefined;
  const part = new Promise<typeof HandOver>((resolve) => (come = resolve));
  handOverDialog.give(() => part);
  onTestFinished(() => handOverDialog.give(() => Promise.resolve(HandOver)));
  await press(async () => deliveryOf({ state: "out_for_delivery", actions: ["arrive"], tasks: ON_THE_ROAD }));
  await act(async () => void fireEvent.click(await screen.findByText("Hand over to another courier")));
  expect(acts()).toContain("Hand over to another courier");
  await act(async () => come(HandOver));
  expect(await screen.findByText("hand over WB-1")).toBeTruthy();
});

test("news that end an act leave its dialog and what was typed: the server says why it is refused", async () => {
  const queries = await press(async () => deliveryOf());
  await screen.findByTestId("usual-act");
  await key("2");
  await screen.findByTestId("follows");
  const note = screen.getByRole<HTMLTextAreaElement>("textbox", { name: /Note/ });
  await act(async () => void fireEvent.change(note, { target: { value: "The lift is broken." } }));
  sent.mockImplementation(async () => deliveryOf({ version: 8, state: "returned", actions: [] }));
  await act(async () => queries.invalidateQueries());
  await vi.waitFor(() => expect(sent.mock.lastCall?.[0].id).toBe("readDelivery"));
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: /Note/ }).value).toBe(
    "The lift is broken.",
  );
});

test("parcels on the road can be handed over to another courier", async () => {
  await press(async () => deliveryOf({ state: "out_for_delivery", actions: ["arrive"], tasks: ON_THE_ROAD }));
  await act(async () => void fireEvent.click(await screen.findByText("Hand over to another courier")));
  expect(await screen.findByText("hand over WB-1")).toBeTruthy();
});

test("a delivery with nothing left to do says so", async () => {
  await press(async () => deliveryOf({ state: "cancelled", custody: "sender", actions: [], tasks: [] }));
  expect(await screen.findByText("Nothing is left to be done with it.")).toBeTruthy();
  expect(screen.getByText("Cancelled")).toBeTruthy();
});

test("what cannot be read says why, with another try", async () => {
  await press(() => Promise.reject(new Problem("deliveries.not-found", { way: "reload", facts: {} })));
  expect((await screen.findByRole("alert")).textContent).toMatch(/./);
  expect(screen.getByText("What next for \u2068WB-1\u2069?")).toBeTruthy();
});

test("several are not decided at once", async () => {
  await press(async () => deliveryOf(), ["d", "e"]);
  expect(await screen.findByText(/^Choose one delivery/)).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the bar has it for one delivery, and not for several", async () => {
  sent.mockResolvedValue(deliveryOf());
  const show = (chosen: readonly string[]) => (
    <QueryClientProvider client={clientWithReasons()}>
      <NextAct chosen={chosen} board={board} />
    </QueryClientProvider>
  );
  const { rerender } = render(show(["d", "e"]));
  expect(screen.queryByRole("button")).toBeNull();
  rerender(show(["d"]));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "What next" })));
  expect(await screen.findByRole("dialog")).toBeTruthy();
});

test.each(["de", "es", "fr", "ar"] as const)("speaks %s", async (locale) => {
  await setLocale(locale);
  await press(async () => deliveryOf());
  await screen.findByTestId("usual-act");
  expect(screen.getByRole("dialog").textContent).not.toMatch(/delivery-pages:|\{|undefined|act\./);
});
