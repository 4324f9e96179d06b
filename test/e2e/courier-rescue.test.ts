import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { syncApi } from "#features/courier/contract/sync.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import rescue from "#features/rescue/web/words/en.json" with { type: "json" };
import { begin, isStored, recorded, stopToCollect } from "#test/support/courier/first-stop.ts";
import { STOP_WORDS, openCourier, tap, unsentOn } from "#test/support/courier/stops-page.ts";
import { keptOn } from "#test/support/power/kept-on-phone.ts";
import { callWire } from "#test/support/processes/product.ts";
import { enterAs } from "#test/support/sign-in/enter-as.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { axeFaults, openBrowser, openPerson, productUrl } from "#test/support/web/browser.ts";
import { downloadOf } from "#test/support/web/heard.ts";

const words = STOP_WORDS.en;
const SHOTS = process.env["WAYBILL_TEST_SHOTS"];

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
};

const edges = (thing: Locator) =>
  thing.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { top, bottom };
  });

async function give(page: Page, file: string): Promise<string[]> {
  await page.getByLabel(rescue["import.choose"]).setInputFiles(file);
  const content = page.getByTestId("unsent-content");
  await content.getByRole("heading", { name: "Unsent work of Carla Ruiz" }).waitFor();
  expect(await content.getByRole("listitem").count()).toBe(3);
  await tap(page, rescue["import.give"]);
  await content.getByRole("heading", { name: rescue["import.done"] }).waitFor();
  await content.getByText("Pictures that Waybill has: 1 of 1.").waitFor();
  return content.getByRole("listitem").locator(".quiet").allInnerTexts();
}

test("unsent work that was saved as a file is read by people, and arrives once from a fresh browser", async () => {
  const stop = await stopToCollect();
  const { context, page } = await openCourier(browser);
  await isStored(page, stop);
  await page.setViewportSize({ width: 360, height: 780 });
  expect((await edges(page.locator(".courier-stop-next"))).bottom).toBeLessThanOrEqual(780);
  await shot(page, "day-360");
  await context.route(`**${syncApi.sync.path}`, (route) => route.abort());
  await begin(page, stop);
  await tap(page, words["stop.arrive"]);
  await page.getByRole("link", { name: words["stop.cannot"] }).click();
  await page.getByRole("radio").first().check();
  const photo = await page.screenshot({ type: "png" });
  await page.getByTestId("photo").setInputFiles({ name: "door.png", mimeType: "image/png", buffer: photo });
  await page.getByText(words["proof.photo-kept"]).waitFor();
  await tap(page, words["fail.submit"]);
  await page.waitForURL("**/c");
  expect(await unsentOn(page)).toEqual({ ops: 3, files: 1 });
  await page.getByTestId("undo").getByRole("button").click();
  await expect.poll(() => unsentOn(page)).toEqual({ ops: 2, files: 0 });
  expect(new Set((await keptOn(page)).pictures.map(({ state }) => state))).toEqual(new Set(["draft"]));
  await page.goto(`/c/stop/${stop.taskId}/fail`);
  await page.getByText(words["proof.photo-kept"]).waitFor();
  await page.getByRole("radio").first().check();
  await tap(page, words["fail.submit"]);
  await page.waitForURL("**/c");
  expect(await unsentOn(page)).toEqual({ ops: 3, files: 1 });

  await page.goto("/c/outbox");
  await page.setViewportSize({ width: 320, height: 568 });
  await page.getByRole("link", { name: words["out.read"] }).scrollIntoViewIfNeeded();
  const footer = await edges(page.locator(".courier-actions"));
  expect(footer.bottom - footer.top).toBeLessThan(0.2 * 568);
  expect((await edges(page.locator(".list").last())).bottom).toBeLessThanOrEqual(footer.top);
  await shot(page, "outbox-320");
  const saved = await downloadOf(page, () => tap(page, words["out.rescue"]));
  const file = path.join(tmpdir(), `${stop.taskId}-${saved.suggestedFilename()}`);
  expect(file).toMatch(/\.html$/);
  await saved.saveAs(file);
  await context.close();

  const office = await openPerson(browser, { width: 1440, height: 900 });
  await office.page.goto(`file://${file}`);
  const read = await office.page.locator("body").innerText();
  for (const told of ["Carla Ruiz", stop.address.label, stop.contactName, stop.number, "Started", "Arrived"])
    expect(read).toContain(told);
  const pictures = office.page.locator("figure img");
  expect(
    await pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0)),
  ).toEqual([true]);
  if (SHOTS) await office.page.screenshot({ path: path.join(SHOTS, "unsent-file.png"), fullPage: true });

  await enterAs(office.page, "bo", "/d/unsent");
  const damaged = `${file}.damaged.html`;
  await writeFile(damaged, (await readFile(file, "utf8")).replace('"type":"arrive"', '"type":"depart"'));
  await office.page.getByLabel(rescue["import.choose"]).setInputFiles(damaged);
  await office.page.getByText(rescue["refusal.file-damaged"]).waitFor();
  await office.page
    .getByLabel(rescue["import.choose"])
    .setInputFiles({ name: "note.html", mimeType: "text/html", buffer: Buffer.from("<p>hello") });
  await office.page.getByText(rescue["refusal.file-other"]).waitFor();
  expect((await recorded(stop)).state).toBe("assigned");
  expect(await give(office.page, file)).toEqual(["Arrived", "Arrived", "Arrived"]);
  expect(await axeFaults(office.page)).toEqual([]);
  if (SHOTS) await office.page.screenshot({ path: path.join(SHOTS, "import-1440.png"), fullPage: true });
  const proven = async () => {
    const token = await signIn(productUrl(), "bo");
    return (await callWire(productUrl(), deliveriesApi.readDelivery, { id: stop.deliveryId }, { token }))
      .proofs.length;
  };
  expect(await recorded(stop)).toEqual({ state: "failed", isDoubled: false });
  expect(await proven()).toBe(1);
  await office.page.reload();
  await office.page.getByText("read by Bo Hansen").first().waitFor();
  expect(await give(office.page, file)).toEqual(["Arrived", "Arrived", "Arrived"]);
  await office.context.close();

  const second = await openCourier(browser);
  await second.page.goto("/c/unsent");
  await give(second.page, file);
  if (SHOTS) await second.page.screenshot({ path: path.join(SHOTS, "import-360.png"), fullPage: true });
  expect(await recorded(stop)).toEqual({ state: "failed", isDoubled: false });
  expect(await proven()).toBe(1);
  await second.context.close();

  const other = await openPerson(browser);
  await enterAs(other.page, "dmitri", "/c/unsent");
  await other.page.getByLabel(rescue["import.choose"]).setInputFiles(file);
  await tap(other.page, rescue["import.give"]);
  await other.page.getByText(rescue["refusal.not-yours"]).waitFor();
  await other.context.close();
});
