import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { noticesApi } from "#features/notices/contract/api.ts";
import arabic from "#features/notices/web/notice-switch/words/ar.json" with { type: "json" };
import english from "#features/notices/web/notice-switch/words/en.json" with { type: "json" };
import { giveWork } from "#test/support/courier/give-work.ts";
import { linkIn, mailsIn } from "#test/support/people/mails.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { PHONE, axeFaults, openBrowser, productUrl } from "#test/support/web/browser.ts";
import { like } from "#test/support/web/journey.ts";

vi.setConfig({ testTimeout: 240_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const SHOTS = process.env["WAYBILL_TEST_SHOTS"];

/** Books for a recipient with this address. @returns id of the delivery */
async function bookFor(recipientEmail: string): Promise<string> {
  const [stop] = await giveWork(1, { recipientEmail });
  return stop?.deliveryId ?? "";
}

test.each([
  ["en", true, english],
  ["en", false, english],
  ["ar", true, arabic],
  ["ar", false, arabic],
] as const)(
  "who presses the link of a mail hears nothing more until they switch it on again (%s, scripts: %s)",
  async (locale, javaScriptEnabled, words) => {
    const email = `off-${randomUUID()}@example.org`;
    await bookFor(email);
    const mails = () => mailsIn(inject("productFolder"), email);
    const switchLink = async () =>
      (await mails()).map((mail) => linkIn(mail, `${productUrl()}/n/`)).find(Boolean) ?? "";
    await expect.poll(switchLink, { timeout: 60_000 }).toContain("/n/");
    const token = await signIn(productUrl(), "bo");
    /** Ends of the recipient's mails of a delivery, by notice. */
    const ends = async (id: string) => {
      const { entries } = await callWire(productUrl(), noticesApi.listNotices, { id }, { token });
      const theirs = entries.filter(({ audience, way }) => audience === "recipient" && way === "mail");
      return theirs.map(({ notice, state, why }) => `${notice} ${why ?? state}`);
    };

    const context = await browser.newContext({ javaScriptEnabled, viewport: PHONE, locale });
    const page = await context.newPage();
    const shoot = async (name: string) => {
      const file = `switch-${name}-${locale}-${javaScriptEnabled}.png`;
      if (SHOTS) await page.screenshot({ path: path.join(SHOTS, file), fullPage: true });
    };
    await page.goto(await switchLink());
    await page.getByText(like(words["is-on"])).waitFor();
    // Looking for faults needs a script itself; the page is the same.
    expect(javaScriptEnabled ? await axeFaults(page) : []).toEqual([]);
    await shoot("on");
    await page.getByRole("button", { name: words.off, exact: true }).click();
    await page.getByText(like(words["is-off"])).waitFor();
    await shoot("off");
    const before = (await mails()).length;

    const silent = await bookFor(email);
    await expect.poll(() => ends(silent), { timeout: 60_000 }).toContain("booked off");
    expect((await ends(silent)).filter((end) => end.endsWith(" sent"))).toEqual([]);
    expect(await mails()).toHaveLength(before);

    await page.reload();
    await page.getByText(like(words["is-off"])).waitFor();
    await page.getByRole("button", { name: words.on, exact: true }).click();
    await page.getByText(like(words["is-on"])).waitFor();
    const told = await bookFor(email);
    await expect.poll(() => ends(told), { timeout: 60_000 }).toContain("booked sent");
    expect((await mails()).length).toBeGreaterThan(before);
    await context.close();
  },
);

test("a link that opens nothing says what to do, and its form changes nothing", async () => {
  const context = await browser.newContext({ viewport: PHONE, locale: "en" });
  const page = await context.newPage();
  const answer = await page.goto(`${productUrl()}/n/${"A".repeat(22)}`);
  expect(answer?.status()).toBe(404);
  await page.getByRole("heading", { name: english["unknown.title"] }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const posted = await fetch(`${productUrl()}/n/${"A".repeat(22)}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://elsewhere.example" },
    body: "notices=off",
  });
  expect(posted.status).toBe(403);
  await context.close();
});
