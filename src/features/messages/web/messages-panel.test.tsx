import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Answer, problem, type Sent, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { loadConfig } from "#web/session/config.ts";
import { Snackbar } from "#web/ui/snackbar.tsx";
import type { Message, Recipient } from "../contract/api.ts";
import { MessagesPanel, type MessagesPanelProps } from "./messages-panel.tsx";

const id = "0190a000-0000-7000-8000-000000000001";
const kim = "0190a000-0000-7000-8000-000000000002";
const lee = "0190a000-0000-7000-8000-000000000003";
const NOW = Date.parse("2026-06-17T10:00:00.000Z");
const iso = (fromNowMs: number) => new Date(NOW + fromNowMs).toISOString();
const to = (more: Partial<Recipient> = {}): Recipient => ({
  courierId: kim,
  name: "Kim",
  seenAt: null,
  acknowledgedAt: null,
  answer: null,
  ...more,
});
const message = (sentAt: string, ...recipients: Recipient[]): Message => ({
  id,
  text: "Ring at the back door",
  sentAt,
  sentBy: "Bo Board",
  toAll: false,
  delivery: null,
  withdrawnAt: null,
  recipients,
});

beforeAll(async () => {
  await startWords("hall", "messages");
  await setLocale("en");
});
beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function show(
  answers: Readonly<Record<string, Answer>>,
  props: MessagesPanelProps = {},
): Promise<Sent[]> {
  const sent = stubServer({
    "GET /api/messages": () => ({ body: { items: [], next: null } }),
    "GET /api/message-recipients": () => ({
      body: {
        couriers: [
          { id: kim, name: "Kim", onDuty: true },
          { id: lee, name: "Lee", onDuty: false },
        ],
      },
    }),
    ...answers,
  });
  await loadConfig();
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MessagesPanel {...props} />
        <Snackbar />
      </QueryClientProvider>,
    );
  });
  await vi.waitFor(() => expect(document.querySelectorAll("[aria-busy=true], .skeleton")).toHaveLength(0));
  return sent;
}
const listed = (...items: Message[]): Readonly<Record<string, Answer>> => ({
  "GET /api/messages": () => ({ body: { items, next: null } }),
});
const write = async (text: string) => {
  fireEvent.change(screen.getByLabelText("Message"), { target: { value: text } });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Send" })));
};
const bodies = (sent: readonly Sent[]) =>
  sent.filter(({ route }) => route === "POST /api/messages").map(({ body }) => body);

test("a message is sent, seen and acknowledged, each with its time, and an answer stands beside it", async () => {
  await show(
    listed(
      message(
        iso(-60_000),
        to({ name: "Ada" }),
        to({ courierId: lee, name: "Lee", seenAt: iso(-50_000) }),
        to({
          courierId: id,
          name: "Mo",
          seenAt: iso(-50_000),
          acknowledgedAt: iso(-40_000),
          answer: { ready: "call_me", text: null },
        }),
      ),
    ),
  );
  const states = [...document.querySelectorAll(".message-recipients li")].map((one) =>
    one.textContent?.replaceAll(/\s/g, " "),
  );
  expect(states).toEqual([
    "Ada sent, not seen yet",
    "Lee seen at 11:59 AM",
    "Mo got it at 11:59 AM · Call me",
  ]);
});

test("whoever has not acknowledged after three minutes is to be called", async () => {
  await show(listed(message(iso(-200_000), to({ seenAt: iso(-190_000) }))));
  expect(screen.getByText(/not confirmed yet, please call/)).toBeTruthy();
});

test("a message goes to whom it was opened for, and to whom is chosen beside", async () => {
  const sent = await show(
    { "POST /api/messages": () => ({ body: message(iso(0), to()) }) },
    { to: { courierIds: [kim], toAll: false } },
  );
  expect(screen.getByRole("checkbox", { name: "Kim (on duty)" })).toHaveProperty("checked", true);
  fireEvent.click(screen.getByRole("checkbox", { name: "Lee" }));
  await write("Come back");
  expect(bodies(sent)).toEqual([
    { text: "Come back", toAll: false, courierIds: [kim, lee], deliveryId: null },
  ]);
  expect(screen.getByText("Message sent.")).toBeTruthy();
});

test("a message to all on duty names nobody, and one about a delivery names it", async () => {
  const sent = await show(
    { "POST /api/messages": () => ({ body: message(iso(0), to()) }) },
    { to: { courierIds: [], toAll: true }, deliveryId: id },
  );
  await write("Storm");
  expect(bodies(sent)).toEqual([{ text: "Storm", toAll: true, courierIds: [], deliveryId: id }]);
});

test("a message to nobody is refused in words, and its text stays", async () => {
  await show({ "POST /api/messages": () => problem(422, "messages.nobody") });
  await write("Hello");
  expect(screen.getByText("Choose a courier.")).toBeTruthy();
  expect(screen.getByLabelText("Message")).toHaveProperty("value", "Hello");
});

test("no message yet, and a list that could not be read, say so", async () => {
  await show({});
  expect(screen.getByText("No messages yet.")).toBeTruthy();
  cleanup();
  await show({ "GET /api/messages": () => problem(403, "accounts.forbidden") });
  expect(screen.getByText("Not for this account")).toBeTruthy();
});
