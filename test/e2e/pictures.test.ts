import { mkdirSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { enterBy, openBrowser, openPerson } from "#test/support/web/browser.ts";

const FILE = "docs/pictures/board.png";
const BYTES_MAX = 300_000;
/** Until the map has drawn its tiles; it has no sign for that. */
const DRAWN_MS = 6_000;

test.runIf(process.env["WAYBILL_TEST_PICTURES"] === "1")(
  "the picture of the README is the board as it is",
  async () => {
    const browser = await openBrowser({ maps: true });
    const { page } = await openPerson(browser, { width: 1440, height: 860 });
    await enterBy(page, "dispatcher");
    const unassigned = page.getByRole("listbox", { name: "Unassigned" });
    await unassigned.getByRole("option").nth(3).click();
    await page.waitForTimeout(DRAWN_MS);
    mkdirSync("docs/pictures", { recursive: true });
    const picture = await sharp(await page.screenshot())
      .png({ palette: true, quality: 90, compressionLevel: 9 })
      .toFile(FILE);
    expect(picture.size).toBeLessThan(BYTES_MAX);
    await browser.close();
  },
);
