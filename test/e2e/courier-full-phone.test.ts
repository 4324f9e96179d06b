import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import {
  arriving,
  begin,
  collecting,
  isSent,
  isStored,
  recorded,
  stopToCollect,
} from "#test/support/courier/first-stop.ts";
import { feel, feltOn } from "#test/support/courier/felt.ts";
import { QUOTA_BYTES, RECORD_FILLERS, fillUp, hasReserve } from "#test/support/courier/full-phone.ts";
import { STOP_WORDS, tap } from "#test/support/courier/stops-page.ts";
import { lateMorningZone } from "#test/support/people/late-morning.ts";
import { photo } from "#test/support/people/photo.ts";
import { keptOn } from "#test/support/power/kept-on-phone.ts";
import { storedForOffline } from "#test/support/sign-in/session-page.ts";
import { PHONE, enterBy, openProfile, productUrl } from "#test/support/web/browser.ts";
import { downloadOf } from "#test/support/web/heard.ts";

const words = STOP_WORDS.en;
const folder = mkdtempSync(path.join(tmpdir(), "waybill-full-phone-"));
let context: BrowserContext;
afterAll(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
});

async function goOnDuty(page: Page): Promise<void> {
  const duty = page.getByRole("switch");
  if (await duty.isChecked()) await duty.click();
  await page.getByRole("switch", { checked: false }).click();
  await expect.poll(() => hasReserve(page)).toBe(true);
}

async function takePhoto(page: Page): Promise<void> {
  const buffer = Buffer.from(await photo(640, 480), "base64");
  await page.getByTestId("photo").setInputFiles({ name: "door.jpg", mimeType: "image/jpeg", buffer });
}

test("a phone filled to its last byte keeps what is tapped, refuses photos, and gives its work as a file", async () => {
  const stop = await stopToCollect();
  context = await openProfile(folder, {
    baseURL: productUrl(),
    viewport: PHONE,
    locale: "en",
    timezoneId: lateMorningZone(),
  });
  await feel(context);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(productUrl());
  const limit = (quotaSize: number) => devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize });
  await limit(QUOTA_BYTES);
  await enterBy(page, "courier");
  await isStored(page, stop);
  await storedForOffline(page);
  await context.setOffline(true);
  await goOnDuty(page);
  await begin(page, stop);
  await fillUp(page, RECORD_FILLERS);

  await page.goto(`/c/stop/${stop.taskId}/fail`);
  await page.getByRole("radio").first().check();
  await takePhoto(page);
  await page.getByText(words["refusal.phone-full"]).waitFor();
  expect((await keptOn(page)).pictures).toEqual([]);
  expect(await feltOn(page)).toEqual([[80, 60, 80, 60, 80]]);

  await page.goto(`/c/stop/${stop.taskId}`);
  await arriving(page).click();
  await collecting(page).waitFor();
  expect(await feltOn(page)).toEqual([30]);
  await page.getByText(words["out.full"]).waitFor();
  expect(await page.getByText(words["refusal.not-saved"]).count()).toBe(0);
  await page.goto("/c/outbox");
  await page.getByText(words["out.full"]).waitFor();
  const saved = await downloadOf(page, () => tap(page, words["out.rescue"]));
  expect(await readFile(await saved.path(), "utf8")).toContain("Arrived");

  await limit(3 * QUOTA_BYTES);
  await page.goto(`/c/stop/${stop.taskId}/fail`);
  await page.getByRole("radio").first().check();
  await takePhoto(page);
  await page.getByText(words["proof.photo-kept"]).waitFor();
  expect(await page.getByText(words["out.full"]).count()).toBe(0);
  await tap(page, words["fail.submit"]);
  await context.setOffline(false);
  await isSent(page);
  expect(await recorded(stop)).toEqual({ state: "failed", isDoubled: false });
});
