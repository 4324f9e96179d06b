import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import arabicChoices from "#features/choices/web/words/ar.json" with { type: "json" };
import englishChoices from "#features/choices/web/words/en.json" with { type: "json" };
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import arabicHub from "#features/hub/web/words/ar.json" with { type: "json" };
import englishHub from "#features/hub/web/words/en.json" with { type: "json" };
import arabicProofs from "#features/proofs/web/words/ar.json" with { type: "json" };
import englishProofs from "#features/proofs/web/words/en.json" with { type: "json" };
import arabicTracking from "#features/tracking/web/words/ar.json" with { type: "json" };
import englishTracking from "#features/tracking/web/words/en.json" with { type: "json" };
import { giveWork } from "#test/support/courier/give-work.ts";
import { linkIn, mailsIn } from "#test/support/people/mails.ts";
import { photo } from "#test/support/people/photo.ts";
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

const SHOTS = process.env["WAYBILL_TEST_SHOTS"];

let browser: Browser;
let bo: string;
let carla: string;
beforeAll(async () => {
  browser = await openBrowser();
  bo = await signIn(productUrl(), "bo");
  carla = await signIn(productUrl(), "carla");
});
afterAll(() => browser.close());

const head = () => ({ commandId: randomUUID(), occurredAt: new Date().toISOString() });
const read = (id: string) => callWire(productUrl(), deliveriesApi.readDelivery, { id }, { token: bo });

/** A delivery that Carla has aboard, with the link that was mailed to its recipient. */
async function aboard(locale: string): Promise<{ id: string; link: string }> {
  const email = `hub-${locale}-${randomUUID()}@example.org`;
  const [stop] = await giveWork(1, { recipientEmail: email });
  const id = stop?.deliveryId ?? "";
  const mailed = async () =>
    (await mailsIn(inject("productFolder"), email))
      .map((mail) => linkIn(mail, `${productUrl()}/t/`))
      .find(Boolean) ?? "";
  await expect.poll(mailed, { timeout: 60_000 }).toContain("/t/");
  const taskId = (await read(id)).tasks.find(({ kind }) => kind === "collect")?.id ?? "";
  const command = {
    ...head(),
    type: "succeed" as const,
    taskId,
    recipientName: null,
    note: null,
    proofIds: [],
  };
  await callWire(productUrl(), deliveriesApi.performTask, { id, command }, { token: carla });
  return { id, link: new URL(await mailed()).pathname };
}

const shows = (page: Page, title: string) =>
  page.getByRole("heading", { level: 1 }).filter({ hasText: title }).waitFor({ timeout: 60_000 });

/** Looks at a page, and at 320 px for what is cut off; keeps a picture where asked for. */
async function look(page: Page, name: string): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
}

test.each([
  ["en", englishHub, englishTracking, englishChoices, englishProofs],
  ["ar", arabicHub, arabicTracking, arabicChoices, arabicProofs],
] as const)(
  "a recipient chooses the hub on their phone, shows the code there, and reads that they have it (%s)",
  async (locale, hub, tracking, choices, proofs) => {
    const { id, link } = await aboard(locale);
    const recipient = await openPerson(browser, { ...PHONE, locale });
    await recipient.page.goto(link);
    await recipient.page.locator(".track-pulse").waitFor();
    await recipient.page.getByText(choices["kind.hub"], { exact: true }).click();
    await recipient.page.getByRole("button", { name: choices.confirm }).locator("visible=true").click();
    await recipient.page.getByRole("heading", { name: tracking["collect.title"] }).waitFor();
    await callWire(
      productUrl(),
      deliveriesApi.handleDelivery,
      { id, command: { ...head(), type: "to_hub", note: null } },
      { token: bo },
    );
    await shows(recipient.page, tracking["collect.ready"]);
    await recipient.page.locator(".track-code").waitFor();
    await look(recipient.page, `recipient-ready-${locale}`);

    const desk = await openPerson(browser, { ...DESKTOP, locale });
    await enterBy(desk.page, "dispatcher");
    await desk.page.goto("/d/hub");
    const { number } = await read(id);
    await desk.page.getByText(number).first().waitFor();
    await look(desk.page, `desk-${locale}`);
    await desk.page.getByLabel(hub["code.label"]).fill(number);
    await desk.page.keyboard.press("Enter");
    const dialog = desk.page.getByRole("dialog", { name: hub.act });
    await dialog.getByLabel(proofs["office.name"]).fill("Rita Ray");
    const picture = {
      name: "handover.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from(await photo(), "base64"),
    };
    await dialog.getByLabel(proofs["office.photo"]).setInputFiles(picture);
    await look(desk.page, `dialog-${locale}`);
    await dialog.getByRole("button", { name: hub.act, exact: true }).click();
    await desk.page.getByText(hub.done.replace("{number}", number)).first().waitFor();
    await expect.poll(async () => (await read(id)).state).toBe("delivered");

    await shows(recipient.page, tracking["state.delivered.title"]);
    await recipient.page.getByText(tracking["proof.hub"]).waitFor();
    await look(recipient.page, `recipient-done-${locale}`);
    for (const { context, watch } of [recipient, desk]) {
      expect(watch).toEqual({ foreign: [], errors: [] });
      await context.close();
    }
  },
);
