import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { CourierDay, CourierMessage } from "#features/courier/contract/api.ts";
import { startWords } from "#web/i18n/words.ts";
import { OpenMessages } from "./open-messages.tsx";

const { record, day } = vi.hoisted(() => ({
  record: vi.fn<(entries: readonly object[]) => Promise<void>>(() => Promise.resolve()),
  day: { current: {} },
}));
vi.mock("#features/courier/web/public.ts", () => ({
  phone: () => Promise.resolve({ record }),
  usePhone: () => ({ day: day.current }),
  zoneOf: () => "UTC",
}));

beforeAll(() => startWords("hall", "messages"));
afterEach(() => {
  cleanup();
  record.mockClear();
});

const message: CourierMessage = {
  id: "0197a0b0-0000-7000-8000-000000000001",
  text: "Ring at the back door",
  sentAt: "2026-11-26T09:41:00.000Z",
  delivery: null,
  seenAt: null,
  acknowledgedAt: null,
  answer: null,
};
const show = async (...messages: CourierMessage[]) => {
  const shown: Partial<CourierDay> = { timezone: "UTC", messages };
  day.current = shown;
  await act(async () => void render(<OpenMessages />));
};
const bodies = () => record.mock.calls.flatMap(([entries]) => entries);

test("a message is told as seen once, takes no focus, and one press acknowledges it", async () => {
  await show(message);
  expect(document.activeElement).toBe(document.body);
  expect(bodies()).toMatchObject([{ type: "message_seen", body: { messageId: message.id } }]);
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Got it" })));
  expect(bodies()[1]).toMatchObject({
    type: "message_acknowledged",
    body: { messageId: message.id, answer: null },
  });
});

test("a ready answer and a typed one go with the acknowledgement", async () => {
  await show({ ...message, seenAt: message.sentAt });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Answer" })));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Call me" })));
  fireEvent.change(screen.getByLabelText("Answer in your words"), { target: { value: " In ten minutes " } });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Send" })));
  expect(bodies()).toMatchObject([
    { body: { answer: { ready: "call_me", text: null } } },
    { body: { answer: { ready: null, text: "In ten minutes" } } },
  ]);
});

test("an acknowledged message asks nothing more", async () => {
  await show({ ...message, seenAt: message.sentAt, acknowledgedAt: message.sentAt });
  expect(screen.queryByRole("button")).toBeNull();
  expect(bodies()).toEqual([]);
});
