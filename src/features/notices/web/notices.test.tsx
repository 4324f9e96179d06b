import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import type { NoticeEntry } from "../contract/api.ts";
import { NoticeLog } from "./notice-log.tsx";
import { SwitchPage } from "./notice-switch/switch-page.tsx";

beforeAll(async () => {
  await startWords("hall", "notices", "notice-switch");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (page: ReactNode) =>
  act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        {page}
      </QueryClientProvider>,
    );
  });
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));

test.each([
  [false, "Radkurier sends messages to \u2066+49…56\u2069.", "Switch them off", "off"],
  [true, "Radkurier sends no more messages to \u2066+49…56\u2069.", "Switch them on again", "on"],
])(
  "a message's link says whether they are off (%s), and its form says the other",
  async (isOff, text, name, says) => {
    await open(<SwitchPage state={{ at: "shown", carrier: "Radkurier", to: "+49…56", isOff }} />);
    expect(screen.getByText(text)).toBeDefined();
    const form = screen.getByRole("button", { name }).closest("form");
    expect(form?.method).toBe("post");
    expect([...new FormData(form ?? undefined)]).toEqual([["notices", says]]);
  },
);

test("an unknown link says so", async () => {
  await open(<SwitchPage state={{ at: "unknown" }} />);
  expect(screen.getByRole("heading", { name: "This link does not work" })).toBeDefined();
});

const entry: NoticeEntry = {
  id: "0190a000-0000-7000-8000-000000000001",
  notice: "missed",
  corrects: false,
  audience: "recipient",
  way: "sms",
  state: "failed",
  why: null,
  to: "+49…56",
  madeAt: "2026-11-20T08:00:00.000Z",
  dueAt: "2026-11-20T08:00:00.000Z",
  saidAt: "2026-11-20T08:03:00.000Z",
  tries: 2,
  answer: "400 bad number",
  smsParts: 1,
  costMicros: null,
};

test("the log says what was said to whom, what came back and what it cost, and sends again", async () => {
  const sent = {
    ...entry,
    id: `${entry.id.slice(0, -1)}2`,
    state: "sent" as const,
    corrects: true,
    costMicros: 75_000,
  };
  let again = 0;
  stubServer({
    "GET /api/deliveries/d1/notices": () => ({
      body: { entries: again === 0 ? [entry, sent] : [sent], costMicros: 75_000, currency: "EUR" },
    }),
    "POST /api/deliveries/d1/notices/again": () => {
      again += 1;
      return { body: { again: 1 } };
    },
  });
  await open(<NoticeLog deliveryId="d1" />);
  const [first] = await screen.findAllByRole("listitem");
  expect(first?.textContent).toContain("Not delivered");
  expect(first?.textContent).toContain("Not sent · tries: 2 · 400 bad number");
  expect(screen.getByText(/Text messages so far: €0.075/)).toBeDefined();
  expect(screen.getByText(/correction/)).toBeDefined();
  await press("Send again");
  expect(again).toBe(1);
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Send again" })).toBeNull());
});

test.each([
  ["mail", "folder", "written to the folder of mails"],
  ["sms", "folder", "kept here, no gateway sends it"],
  ["sms", "silent", "nothing came back"],
  ["sms", "unreached", "the address does not answer"],
  ["sms", "private", "the address is in a private network"],
] as const)(
  "the log says in words what the server said of a message by %s: %s",
  async (way, answer, words) => {
    const entries = [{ ...entry, way, answer }];
    stubServer({
      "GET /api/deliveries/d1/notices": () => ({ body: { entries, costMicros: 0, currency: "EUR" } }),
    });
    await open(<NoticeLog deliveryId="d1" />);
    expect(await screen.findByText(new RegExp(words))).toBeDefined();
    expect(screen.queryByText(answer)).toBeNull();
  },
);

test("before anything was sent the log says so", async () => {
  stubServer({
    "GET /api/deliveries/d1/notices": () => ({ body: { entries: [], costMicros: 0, currency: "EUR" } }),
  });
  await open(<NoticeLog deliveryId="d1" />);
  expect(await screen.findByText("Nothing was sent yet.")).toBeDefined();
});
