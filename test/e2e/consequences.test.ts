import { randomUUID } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import arabic from "#features/delivery-pages/web/words/ar.json" with { type: "json" };
import english from "#features/delivery-pages/web/words/en.json" with { type: "json" };
import arabicNotices from "#features/notices/web/words/ar.json" with { type: "json" };
import englishNotices from "#features/notices/web/words/en.json" with { type: "json" };
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
import { button } from "#test/support/web/journey.ts";

vi.setConfig({ testTimeout: 240_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A delivery whose parcels Carla has with her. */
async function aboard(token: string): Promise<string> {
  const id =
    (await giveWork(1, { recipientEmail: `follows-${randomUUID()}@example.org` }))[0]?.deliveryId ?? "";
  const { tasks } = await callWire(productUrl(), deliveriesApi.readDelivery, { id }, { token });
  const command = {
    type: "succeed" as const,
    commandId: randomUUID(),
    occurredAt: new Date().toISOString(),
    taskId: tasks.find(({ kind }) => kind === "collect")?.id ?? "",
    recipientName: null,
    note: "Carla says so.",
    proofIds: [],
    unproven: true as const,
  };
  await callWire(productUrl(), deliveriesApi.performTask, { id, command }, { token });
  return id;
}

test.each([
  ["en", DESKTOP, english, englishNotices],
  ["ar", PHONE, arabic, arabicNotices],
] as const)(
  "before a delivery is sent back, a dispatcher reads who is told, which courier loses the stop and who pays (%s)",
  async (locale, size, words, notices) => {
    const token = await signIn(productUrl(), "bo");
    const id = await aboard(token);
    const { page } = await openPerson(browser, { locale, ...size });
    await enterBy(page, "dispatcher");
    await page.goto(`/d/deliveries/${id}`);
    await button(page, words["act.send_back"]).click();
    const dialog = page.getByRole("dialog");
    const block = dialog.getByRole("region", { name: words["follows.title"] });
    await block.getByText(notices["notice.returning"]).first().waitFor();
    await block.getByText(words["follows.courier"], { exact: true }).waitFor();
    await block.getByText(words["follows.money.none"]).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await button(dialog, words["act.send_back"]).click();
    await page.getByRole("status").getByText(words["act.send_back.done"]).waitFor();
    const after = await callWire(productUrl(), deliveriesApi.readDelivery, { id }, { token });
    expect(after.state).toBe("returning");
    await page.context().close();
  },
);
