import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import type { TimelineEntry } from "#features/deliveries/contract/shapes.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { DeliveryTimeline } from "./delivery-timeline.tsx";

const entry: TimelineEntry = {
  seq: 2,
  type: "delivery.collected",
  occurredAt: "2026-06-17T08:00:00.000Z",
  recordedAt: "2026-06-17T08:00:10.000Z",
  actor: { kind: "person", name: "Kim Kurier" },
  data: { state: "collected" },
};

beforeAll(async () => {
  await startWords("hall", "deliveries");
});
afterEach(cleanup);

async function shown(changes: Partial<TimelineEntry>, locale: "en" | "ar" = "en"): Promise<string> {
  await setLocale(locale);
  onTestFinished(() => setLocale("en"));
  const delivery = { state: "collected" as const, tasks: [], timeline: [{ ...entry, ...changes }] };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DeliveryTimeline delivery={delivery} zone="Europe/Berlin" />
    </QueryClientProvider>,
  );
  return (await screen.findAllByRole("listitem")).map(({ textContent }) => textContent).join("");
}

test.each([
  ["en", "recorded off duty", "the phone’s clock was 12 min ahead; the true time is shown"],
  ["ar", "سُجّل خارج الدوام", "كانت ساعة الهاتف متقدمة بمقدار 12 د؛ يظهر الوقت الحقيقي"],
] as const)("a report off duty and by a clock that was ahead says so (%s)", async (locale, off, clock) => {
  const text = await shown({ phone: { offDuty: true, clockOffS: 731 } }, locale);
  expect(text).toContain(off);
  expect(text).toContain(clock);
});

test("a clock that was behind is named alone, and one that was right is not", async () => {
  const behind = await shown({ phone: { offDuty: false, clockOffS: -180 } });
  expect(behind).toContain("the phone’s clock was 3 min behind");
  expect(behind).not.toContain("off duty");
  cleanup();
  expect(await shown({})).not.toContain("clock");
});

test.each([
  ["chargeMinor", "€8.90 to be paid again"],
  ["waivedMinor", "€8.90 waived"],
])("a reopened delivery says what is to be paid again: %s", async (fact, words) => {
  const data = { state: "assigned", [fact]: 890, currency: "EUR" };
  const text = await shown({ type: "delivery.reopened", data });
  expect(text).toContain("Reopened");
  expect(text).toContain(words);
});
