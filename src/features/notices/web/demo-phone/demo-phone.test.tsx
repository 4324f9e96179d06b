import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { loadConfig } from "#web/session/config.ts";
import type { DemoText } from "../../contract/api.ts";
import { DemoPhone } from "./demo-phone.tsx";

const ID = "0190a000-0000-7000-8000-000000000001";

beforeAll(async () => {
  await startWords("hall", "demo-phone");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(texts: () => { status?: number; body: unknown }) {
  stubServer({ [`GET /api/orders/${ID}/texts`]: texts });
  await loadConfig();
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Suspense>
          <DemoPhone orderId={ID} headers={{}} recipient="Rita Ray" />
        </Suspense>
      </QueryClientProvider>,
    );
  });
}

test("messages appear as they arrive, with the links of this server", async () => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    shouldAdvanceTime: true,
  });
  const texts: DemoText[] = [];
  await open(() => ({ body: { texts } }));
  expect(await screen.findByText(/No message yet/)).toBeDefined();
  texts.push({
    id: ID,
    audience: "recipient",
    text: `Shop: on its way http://localhost/t/${"A".repeat(22)} http://evil.example/x`,
    at: "2026-11-27T08:00:00.000Z",
  });
  await act(() => vi.advanceTimersByTimeAsync(4_100));
  expect(await screen.findByText(/To .*Rita Ray/)).toBeDefined();
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    `/t/${"A".repeat(22)}`,
  ]);
});

test("at night it says from when on messages come", async () => {
  await open(() => ({ body: { texts: [], quietUntil: "2026-11-27T06:00:00.000Z" } }));
  expect(await screen.findByText(/It is night .* from 7:00.AM on/)).toBeDefined();
  expect(screen.queryByText(/a few seconds/)).toBeNull();
});

test("a phone that cannot be read says so", async () => {
  await open(() => problem(503, "http.busy"));
  expect(await screen.findByRole("alert")).toBeDefined();
});
