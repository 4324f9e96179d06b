import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import words from "#web/home/words/en.json" with { type: "json" };
import { PHONE, openBrowser, openPerson } from "#test/support/browser.ts";

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
