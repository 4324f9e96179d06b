import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { stubDialog } from "#test/support/web/stub-dialog.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { follows } from "#features/delivery-pages/web/later/follows.ts";
import { DisposalDialog } from "./disposal-dialog.tsx";

const sent = vi.hoisted(() => vi.fn<(endpoint: { id: string }, input: object) => Promise<object>>());
vi.mock("#web/api/call.ts", () => ({ call: sent }));
/** Stands for the consequences, which a later room reads. */
const shown = vi.fn<(asked: object) => null>(() => null);

// Safe: the dialog reads these alone.
const delivery = { id: "d", version: 7 } as unknown as Delivery;

beforeAll(async () => {
  follows.add(async () => shown);
  stubDialog();
  await startWords("hall", "edits");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

test.each([
  [false, /Nothing is thrown away yet/],
  [true, /Withdrawn, it may not any more/],
])("the word is noted or withdrawn with how the sender said so (agreed before: %s)", async (agreed, text) => {
  sent.mockImplementation(({ id }) =>
    Promise.resolve(id === "readDisposal" ? { version: 7, agreed } : delivery),
  );
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <DisposalDialog delivery={delivery} onDone={() => undefined} onClose={() => undefined} />
      </QueryClientProvider>,
    );
  });
  expect(await screen.findByText(text)).toBeTruthy();
  await vi.waitFor(() =>
    expect(shown.mock.lastCall?.[0]).toEqual({ deliveryId: "d", version: 7, act: "disposal" }),
  );
  const asked = () => sent.mock.calls.filter(([{ id }]) => id === "setDisposal").map(([, input]) => input);
  const submit = () =>
    act(async () => void fireEvent.submit(document.querySelector("form") ?? document.body));
  await submit();
  expect(asked(), "a reason is needed").toEqual([]);
  const reason = screen.getByRole("textbox", { name: "How the sender said so" });
  fireEvent.change(reason, { target: { value: "rang at noon" } });
  await submit();
  expect(asked()).toEqual([{ id: "d", version: 7, agreed: !agreed, reason: "rang at noon" }]);
});
