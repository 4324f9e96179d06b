import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, configure, fireEvent, render, screen, within } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { problem, stubServer } from "#test/support/stub-server.ts";
import type { Answer } from "#test/support/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { KeepWish } from "../bank.ts";
import { SavedCards } from "./saved-cards.tsx";
import { KeepBox } from "./keep-box.tsx";

const visa = { ref: "pm_1", brand: "visa", last4: "4242", month: 12, year: 2099, awaySince: null };
const old = { ref: "pm_2", brand: "mastercard", last4: "4444", month: 3, year: 2020, awaySince: null };
const LIST = "GET /api/my/cards";
const REMOVE = "POST /api/my/cards/pm_1/removal";

const told = vi.hoisted(() => ({ savedCards: true, chargesAway: false }));
vi.mock("#web/session/config.ts", async (original) => ({
  ...(await original<object>()),
  useZone: () => "Europe/Berlin",
  useConfig: () => ({ payment: { provider: "stripe", ...told } }),
}));

beforeAll(async () => {
  configure({ asyncUtilTimeout: 10_000 });
  await startWords("hall", "payments", "cards");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Object.assign(told, { savedCards: true, chargesAway: false });
});

async function open(answers: Readonly<Record<string, Answer>>) {
  const sent = stubServer(answers);
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Suspense>
          <SavedCards />
        </Suspense>
      </QueryClientProvider>,
    );
  });
  return sent;
}
const lists =
  (...items: object[]): Answer =>
  () => ({ body: { items } });

test("each card shows brand, last four and how long it is valid", async () => {
  await open({ [LIST]: lists(visa, old) });
  expect(await screen.findByText("Visa •••• 4242")).toBeTruthy();
  expect(screen.getByText("Valid until 12/2099")).toBeTruthy();
  expect(screen.getByText("Expired 03/2020")).toBeTruthy();
});

test("a card is removed after a question, and the list says so", async () => {
  const sent = await open({ [LIST]: lists(visa, old), [REMOVE]: lists(old) });
  fireEvent.click(await screen.findByRole("button", { name: "Remove Visa •••• 4242" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove this card?" });
  expect(sent.some(({ route }) => route === REMOVE)).toBe(false);
  fireEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Visa •••• 4242 was removed.")).toBeTruthy();
  expect(screen.queryByText("Visa •••• 4242")).toBeNull();
  expect(screen.getByText("Mastercard •••• 4444")).toBeTruthy();
});

test("a removal that is not answered says so in the dialog, and the card stays", async () => {
  await open({ [LIST]: lists(visa), [REMOVE]: () => problem(503, "payments.provider-silent") });
  fireEvent.click(await screen.findByRole("button", { name: "Remove Visa •••• 4242" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  expect(await within(dialog).findByText(/does not answer right now/)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Visa •••• 4242")).toBeTruthy();
});

test("none yet, an error and no right have faces of their own", async () => {
  await open({ [LIST]: lists() });
  expect(await screen.findByText("No saved cards")).toBeTruthy();
  cleanup();
  await open({ [LIST]: () => problem(503, "payments.provider-silent") });
  expect(await screen.findByRole("button", { name: /again/i })).toBeTruthy();
  cleanup();
  await open({ [LIST]: () => problem(403, "accounts.forbidden") });
  expect(await screen.findByText("Not for this account")).toBeTruthy();
});

test("where no cards are kept nothing of them is shown, unless some still are", async () => {
  told.savedCards = false;
  const sent = await open({ [LIST]: lists() });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByText("Saved cards")).toBeNull();
  cleanup();
  await open({ [LIST]: lists(visa) });
  expect(await screen.findByText("Visa •••• 4242")).toBeTruthy();
});

test("the box is ticked by nobody but the payer, and says what it means", async () => {
  const wish = vi.fn<(wish: KeepWish) => void>();
  await act(async () => {
    render(
      <Suspense>
        <KeepBox wish={false} disabled={false} onChange={wish} />
      </Suspense>,
    );
  });
  const box = await screen.findByRole("checkbox", { name: "Save this card for next time" });
  expect((box as HTMLInputElement).checked).toBe(false);
  expect(screen.getByText(/we never see the number/)).toBeTruthy();
  fireEvent.click(box);
  expect(wish).toHaveBeenCalledWith(true);
});

test("where people who are away are charged there is a second box, by itself, and only once the first is ticked", async () => {
  told.chargesAway = true;
  const wish = vi.fn<(wish: KeepWish) => void>();
  const boxes = async (now: KeepWish) => {
    cleanup();
    await act(async () => {
      render(
        <Suspense>
          <KeepBox wish={now} disabled={false} onChange={wish} />
        </Suspense>,
      );
    });
    const all = await screen.findAllByRole<HTMLInputElement>("checkbox");
    return all.map((box) => ({ box, isTicked: box.checked }));
  };
  expect((await boxes(false)).map(({ isTicked }) => isTicked)).toEqual([false]);
  const [, second] = await boxes(true);
  expect(second?.isTicked).toBe(false);
  expect(screen.getByText(/in all up to the price of the delivery/)).toBeTruthy();
  fireEvent.click(second?.box as HTMLInputElement);
  expect(wish).toHaveBeenLastCalledWith("away");
  const [first, agreed] = await boxes("away");
  expect([first?.isTicked, agreed?.isTicked]).toEqual([true, true]);
  fireEvent.click(agreed?.box as HTMLInputElement);
  expect(wish).toHaveBeenLastCalledWith(true);
  fireEvent.click(first?.box as HTMLInputElement);
  expect(wish).toHaveBeenLastCalledWith(false);
});

test("a card that may be charged while I am away says since when; taken back, the card stays", async () => {
  const STOP = "POST /api/my/cards/pm_1/away-end";
  const agreed = { ...visa, awaySince: "2026-06-17T08:00:00.000Z" };
  const sent = await open({ [LIST]: lists(agreed, old), [STOP]: lists(visa, old) });
  expect(await screen.findByText(/^Since Jun 17, 2026|^Since 17 Jun 2026/)).toBeTruthy();
  const name = "Do not charge Visa •••• 4242 while I am away";
  await act(async () => fireEvent.click(screen.getByRole("button", { name })));
  await vi.waitFor(() => expect(screen.queryByRole("button", { name })).toBeNull());
  expect(sent.filter(({ route }) => route === STOP)).toHaveLength(1);
  expect(screen.getByText("Visa •••• 4242")).toBeTruthy();
  cleanup();
  await open({ [LIST]: lists(agreed), [STOP]: () => problem(503, "payments.provider-silent") });
  await act(async () => fireEvent.click(await screen.findByRole("button", { name })));
  expect(await screen.findByRole("alert")).toBeTruthy();
});
