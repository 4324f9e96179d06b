import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { syncApi } from "#features/courier/contract/sync.ts";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import arDeliveries from "#features/deliveries/web/words/ar.json" with { type: "json" };
import enDeliveries from "#features/deliveries/web/words/en.json" with { type: "json" };
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import arabic from "#features/exceptions/web/words/ar.json" with { type: "json" };
import english from "#features/exceptions/web/words/en.json" with { type: "json" };
import { giveWork } from "#test/support/courier/give-work.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import {
  DESKTOP,
  PHONE,
  axeFaults,
  enterBy,
  openBrowser,
  openPerson,
  productUrl,
} from "#test/support/web/browser.ts";

vi.setConfig({ testTimeout: 240_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const WORDS = {
  en: { ...enDeliveries, ...english },
  ar: { ...arDeliveries, ...arabic },
} as const;

async function shot(page: Page, name: string): Promise<void> {
  const shots = process.env["WAYBILL_TEST_SHOTS"];
  if (shots) await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true });
}

/** The words before the first value of a sentence. */
const begin = (sentence: string): string => sentence.split("{")[0] ?? sentence;

/** Cancelled by the office while Carla's phone, whose clock is 12 minutes ahead, is without a network. */
async function carriedOutAllTheSame(stops: readonly CourierStop[]): Promise<string> {
  const bo = await signIn(productUrl(), "bo");
  const id = stops[0]?.deliveryId ?? "";
  const { fee } = await callWire(productUrl(), deliveriesApi.previewCancellation, { id }, { token: bo });
  const head = { commandId: randomUUID(), occurredAt: new Date().toISOString() };
  await callWire(productUrl(), deliveriesApi.cancelDelivery, { id, ...head, fee, note: null }, { token: bo });

  const token = await signIn(productUrl(), "carla");
  const life = randomUUID();
  const wall = Date.now() + 12 * 60_000;
  const commands = stops.map(({ taskId, kind }, at) => {
    const recipientName = kind === "deliver" ? "Rita" : null;
    const body = JSON.stringify({ deliveryId: id, taskId, note: null, proofs: [], recipientName });
    return { id: randomUUID(), seq: at + 1, type: "succeed", v: 1, body, wall: wall + at, mono: at, life };
  });
  const call = {
    protocol: 1 as const,
    deviceId: randomUUID(),
    build: "test",
    epoch: null,
    dayTag: null,
    samples: [],
    waiting: { commands: 0, proofs: 0, positions: 0, nextSeq: commands.length + 1 },
    commands,
  };
  const { results } = await callWire(productUrl(), syncApi.sync, call, { token });
  expect(results.map(({ code }) => code)).toEqual(commands.map(() => "courier.parcel-in-hand"));

  const asked = { kind: "command_refused", limit: 100 } as const;
  const { items } = await callWire(productUrl(), exceptionsApi.listExceptions, asked, { token: bo });
  return items.find(({ delivery }) => delivery?.id === id)?.id ?? "";
}

test.each([
  ["en", DESKTOP],
  ["ar", PHONE],
] as const)(
  "a delivery that was delivered although cancelled is reopened by one press, which names what is to be paid (%s)",
  async (locale, size) => {
    const words = WORDS[locale];
    const stops = (await giveWork(1)).toSorted((a, b) => a.kind.localeCompare(b.kind));
    const exceptionId = await carriedOutAllTheSame(stops);
    const { page, context, watch } = await openPerson(browser, { locale, ...size });
    await enterBy(page, "dispatcher");
    await page.goto(`/d/exceptions?id=${exceptionId}`);
    const detail = page.getByRole("article", { name: words["kind.command_refused"] });
    await detail.waitFor();
    const ask = detail
      .getByRole("button")
      .filter({ hasText: begin(words["do.reopen.deliver.asked"]).trim() })
      .first();
    await ask.waitFor();
    await detail.getByText(begin(words["cost.again.sender"]).trim()).first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await shot(page, `reopen-${locale}`);
    await ask.click();
    await detail.getByText(words["ended.reopen"]).waitFor();
    await shot(page, `reopened-${locale}`);

    await page.goto(`/d/deliveries/${stops[0]?.deliveryId}`);
    await page.getByText(words["event.reopened"], { exact: true }).first().waitFor();
    await page.getByText(begin(words["timeline.clock-ahead"]).trim()).first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await shot(page, `reopened-timeline-${locale}`);
    expect(watch.errors).toEqual([]);
    await context.close();

    const token = await signIn(productUrl(), "bo");
    const id = stops[0]?.deliveryId ?? "";
    const { state } = await callWire(productUrl(), deliveriesApi.readDelivery, { id }, { token });
    expect(state).toBe("delivered");
  },
);
