import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import arabic from "#features/setup/web/words/ar.json" with { type: "json" };
import english from "#features/setup/web/words/en.json" with { type: "json" };
import { freePorts } from "#test/support/processes/free-ports.ts";
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

async function ask(page: Page, words: typeof english | typeof arabic): Promise<void> {
  await page.goto("/a/start");
  await button(page, words["demo.remove"]).click();
  await page.getByLabel(like(words["demo.type"])).waitFor();
  expect(await axeFaults(page)).toEqual([]);
}

test("an administrator throws the demo away, and a new start does not make it anew", async () => {
  folder = mkdtempSync(path.join(tmpdir(), "waybill-demo-"));
  const [port = 0, provider = 0, metrics = 0, bank = 0] = await freePorts(4);
  const flags = [`--provider-port=${provider}`, `--metrics-port=${metrics}`, `--sandbox-port=${bank}`];
  product = await startProduct(folder, port, flags);
  const { url } = product;

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
  await page.goto("/d/deliveries");
  await page.getByText("No deliveries yet").waitFor();
  expect(watch.errors).toEqual([]);

  await product.stop();
  product = await startProduct(folder, port, flags);
  await page.goto("/d/deliveries");
  await page.getByText("No deliveries yet").waitFor();
  await context.close();
});
