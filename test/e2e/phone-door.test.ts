import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import words from "#web/home/words/en.json" with { type: "json" };
import { decodedFromFile } from "#test/support/codes/barcodes.ts";
import { DESKTOP, PHONE, openBrowser, openPerson } from "#test/support/web/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test("a phone that reaches only the ports of the shown command signs in and sees the courier's day", async () => {
  const { page, context, watch } = await openPerson(browser, PHONE);
  await page.goto("/");
  await page.getByRole("heading", { name: words["phone.title"] }).waitFor();
  const command = (await page.getByText("adb reverse").textContent()) ?? "";
  const ports = new Set([...command.matchAll(/tcp:(\d+) tcp:\1/g)].map(([, port]) => port));
  expect(ports.size).toBe(2);
  const refused: string[] = [];
  await context.route("**", (route) => {
    const { port } = new URL(route.request().url());
    if (ports.has(port)) return route.continue();
    refused.push(route.request().url());
    return route.abort();
  });
  await page.goto((await page.getByText(/^http:\/\/localhost:\d+\/c$/).textContent()) ?? "");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: /Carla Ruiz/ }).click();
  await page.waitForURL("**/c");
  await page
    .getByTestId(/^stop-/)
    .first()
    .waitFor();
  expect(refused).toEqual([]);
  expect(watch.errors).toEqual([]);
  await context.close();
});

test.each([
  { ...PHONE, locale: "en", dark: false },
  { ...PHONE, locale: "ar", dark: true },
  { ...DESKTOP, locale: "ar", dark: false },
  { ...DESKTOP, locale: "en", dark: true },
])(
  "the code on the landing page is read from the screen as the courier's address, at $width px in $locale, dark: $dark",
  async (look) => {
    const phoneUrl = "https://parcels.courier-coop.example:8443";
    const { page, context } = await openPerson(browser, look);
    await context.route("**/config.json", async (route) => {
      const answer = await route.fetch();
      const config = await answer.json();
      await route.fulfill({ response: answer, json: { ...config, demo: { ...config.demo, phoneUrl } } });
    });
    await page.goto("/");
    await page.getByRole("img", { name: `${phoneUrl}/c` }).scrollIntoViewIfNeeded();
    expect(await decodedFromFile(await page.screenshot())).toEqual([
      { format: "QRCode", text: `${phoneUrl}/c` },
    ]);
    await context.close();
  },
);
