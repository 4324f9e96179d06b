import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { OrderReceipts } from "#features/receipts/web/public.tsx";

beforeAll(async () => {
  await startWords("hall", "payments");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  [true, "The receipt comes when it has been paid."],
  [false, "There is no receipt."],
])("an order without a receipt promises one only while one will come (%s)", async (isPromised, sentence) => {
  const id = "0190a000-0000-7000-8000-000000000001";
  stubServer({ [`GET /api/orders/${id}/receipts`]: () => ({ body: { items: [] } }) });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <OrderReceipts orderId={id} isPromised={isPromised} />
      </QueryClientProvider>,
    );
  });
  expect(await screen.findByText(sentence)).toBeDefined();
});
