import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { DemoDay } from "#contract/demo.ts";
import { stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { Speeds } from "./live-day.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const day = (speed: DemoDay["speed"]): DemoDay => ({
  speed,
  startedAt: null,
  riding: 0,
  booked: 0,
  ended: 0,
});

test("the switch of the live day says in words how fast it runs", async () => {
  stubServer({
    "GET /api/demo": () => ({ body: { people: [], addresses: [], day: day(0) } }),
    "POST /api/demo/day": () => ({ body: day(60) }),
  });
  await startWords("hall", "live-day");
  await setLocale("en");
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Speeds />
      </QueryClientProvider>,
    );
  });
  const group = await screen.findByRole("group", { name: "Live day" });
  expect(group.textContent).toContain("Live day: stopped");
  await act(async () => fireEvent.click(screen.getByRole("button", { name: /sixty times/ })));
  expect(group.textContent).toContain("Live day: 60 times as fast");
});
