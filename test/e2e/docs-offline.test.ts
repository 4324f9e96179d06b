import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PHONE, openBrowser, openPerson } from "#test/support/web/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test("a guest who opened one page of the docs reads the others without network, and keeps nothing of the app", async () => {
  const { context, page, watch } = await openPerson(browser, { ...PHONE, worker: true });
  await page.goto("/docs/operating.html");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  const fresh = await context.newPage();
  await fresh.goto("/docs/");
  await fresh.getByRole("link", { name: "Waybill" }).first().waitFor();
  await fresh.getByText("All pages").click();
  await fresh.getByRole("link", { name: "Card payments, for operators" }).first().click();
  await fresh.getByRole("heading", { level: 1, name: "Card payments, for operators" }).waitFor();
  const looks = await fresh.evaluate(() => ({
    sheets: [...document.styleSheets].map((sheet) => sheet.cssRules.length > 0),
  }));
  expect(looks.sheets).toEqual([true, true]);
  await fresh.getByRole("link", { name: "API description (OpenAPI)" }).click();
  await fresh.waitForURL("**/docs/openapi.json");
  await fresh.getByText('"openapi":"3.1.').waitFor();
  await fresh.goBack();
  const kept = await fresh.evaluate(() => caches.keys());
  expect(kept).toEqual([expect.stringMatching(/^waybill-docs-[0-9a-f]{16}$/)]);
  expect(watch.errors).toEqual([]);
  await context.close();
});

test("a guest who saw the start page alone reads the docs without network", async () => {
  const { context, page } = await openPerson(browser, { ...PHONE, worker: true });
  await page.goto("/");
  await page.getByRole("link", { name: "Docs (English)" }).waitFor();
  const links = await page
    .locator("nav.front-docs a")
    .evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
  expect(links).toHaveLength(3);
  for (const link of links) expect((await page.request.get(link)).status(), link).toBe(200);
  const kept = () =>
    page.evaluate(async () => {
      const [one] = await navigator.serviceWorker.getRegistrations();
      return one?.active?.state;
    });
  await expect.poll(kept).toBe("activated");
  await context.setOffline(true);
  const docs = await context.newPage();
  await docs.goto("/docs/operating.html");
  await docs.getByRole("heading", { level: 1 }).waitFor();
  await docs.getByRole("link", { name: "API description (OpenAPI)" }).click();
  await docs.getByText('"openapi":"3.1.').waitFor();
  await context.close();
});
