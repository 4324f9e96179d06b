import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { BrowserConfig } from "#contract/browser-config.ts";
import arabic from "#features/setup/web/words/ar.json" with { type: "json" };
import english from "#features/setup/web/words/en.json" with { type: "json" };
import { inProductDatabase } from "#test/support/database/product-database.ts";
import { portsOfOwn } from "#test/support/processes/free-ports.ts";
import { type Product, startProduct } from "#test/support/processes/product.ts";
import { DESKTOP, PHONE, axeFaults, enterBy, openBrowser, openPerson } from "#test/support/web/browser.ts";
import { button, like } from "#test/support/web/journey.ts";

vi.setConfig({ testTimeout: 300_000 });

let browser: Browser;
let product: Product | undefined;
let folder = "";
beforeAll(async () => {
  browser = await openBrowser();
});
afterEach(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => browser.close());

/** Pages that the server draws, and the configuration of every page. */
async function drawnAt(url: string) {
  const drawn = async (path: string) =>
    (await (await fetch(url + path, { headers: { accept: "text/html" } })).text()).includes(
      `class="demo-strip"`,
    );
  const config: BrowserConfig = await (await fetch(`${url}/config.json`)).json();
  const { on, people } = config.demo;
  return { book: await drawn("/book"), track: await drawn("/t/none"), on, people: people.length };
}

async function ask(page: Page, words: typeof english | typeof arabic): Promise<void> {
  await page.goto("/a/start");
  await button(page, words["demo.remove"]).click();
  await page.getByLabel(like(words["demo.type"])).waitFor();
  expect(await axeFaults(page)).toEqual([]);
}

async function begin() {
  folder = mkdtempSync(path.join(tmpdir(), "waybill-demo-"));
  return portsOfOwn();
}

test("an administrator throws the demo away, and a new start does not make it anew", async () => {
  const { port, flags } = await begin();
  product = await startProduct(folder, port, flags);
  const { url } = product;
  expect(await drawnAt(url)).toMatchObject({ book: true, track: true, on: true });

  const other = await openPerson(browser, { ...PHONE, url, locale: "ar", dark: true });
  await enterBy(other.page, "admin");
  await ask(other.page, arabic);
  expect(other.watch.errors).toEqual([]);
  await other.context.close();

  const { page, context, watch } = await openPerson(browser, { ...DESKTOP, url });
  await enterBy(page, "admin");
  await ask(page, english);
  const dialog = page.getByRole("dialog");
  const typed = dialog.getByLabel(like(english["demo.type"]));
  await typed.fill("Another name");
  await button(dialog, english["demo.remove"]).click();
  await dialog.getByText(english["refusal.other-name"]).first().waitFor();
  const label = (await typed.evaluate((box) => (box as HTMLInputElement).labels?.[0]?.textContent)) ?? "";
  const [, name = ""] = /“\P{L}*(.*?)\P{L}*”/u.exec(label) ?? [];
  await typed.fill(name);
  await button(dialog, english["demo.remove"]).click();
  await page.getByText(english["demo.title"], { exact: true }).waitFor({ state: "detached" });
  await page.getByRole("heading", { name: english["step.name"] }).waitFor();
  expect(await drawnAt(url)).toEqual({ book: false, track: false, on: false, people: 0 });
  await page.goto("/d/deliveries");
  await page.getByText("No deliveries yet").waitFor();
  expect(await page.locator(".demo-strip").count()).toBe(0);
  expect(watch.errors).toEqual([]);
  const left = () => ["pictures", "uploads", "mails"].filter((name) => existsSync(path.join(folder, name)));
  expect(left()).toEqual([]);

  // As if it had been killed between the commit and the files.
  await inProductDatabase(folder, (client) =>
    client.query("delete from command where type = 'demo.files-removed'"),
  );
  const half = path.join(folder, "uploads", "half.part");
  mkdirSync(path.dirname(half));
  writeFileSync(half, "of the demo");
  const before = Date.now() / 1_000 - 3_600;
  utimesSync(half, before, before);
  await product.stop();
  product = await startProduct(folder, port, flags);
  expect(existsSync(half)).toBe(false);
  await page.goto("/d/deliveries");
  await page.getByText("No deliveries yet").waitFor();
  await context.close();
});

test("where anybody may be an administrator, the page says who removes the demo and offers no button", async () => {
  const { port, flags } = await begin();
  product = await startProduct(folder, port, [...flags, "--allow-demo-in-production"]);
  const { page, context, watch } = await openPerson(browser, { ...DESKTOP, url: product.url });
  await enterBy(page, "admin");
  await page.goto("/a/start");
  await page.getByText(english["demo.held.open-demo"]).waitFor();
  expect(await button(page, english["demo.remove"]).count()).toBe(0);
  expect(watch.errors).toEqual([]);
  await context.close();
});
