import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { openBrowser, openPerson } from "#test/support/web/browser.ts";
import { freePorts } from "#test/support/processes/free-ports.ts";
import { CARDS, acceptPrice, atStep, bookToPrice, cardFrame, english } from "#test/support/web/journey.ts";
import { startProduct } from "#test/support/processes/product.ts";
import { median, secondsOf, tellFigure } from "../figure.ts";

const TIMES = 10;
const TRIP = {
  pickup: "Kaufhaus am Markt",
  dropoff: "Brückenstraße 85",
  sender: "Ada of the watch",
  recipient: "Jules Ferrand",
};

test("from the click on Pay until the booking is shown", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-click-"));
  const [port = 0, provider = 0, metrics = 0] = await freePorts(3);
  const product = await startProduct(folder, port, [
    `--provider-port=${provider}`,
    `--metrics-port=${metrics}`,
  ]);
  const browser = await openBrowser();
  const took: number[] = [];
  for (let n = 0; n < TIMES; n += 1) {
    const { context, page } = await openPerson(browser, { url: product.url });
    context.setDefaultTimeout(60_000);
    await bookToPrice(page, english, TRIP);
    await acceptPrice(page, english);
    await cardFrame(page).getByLabel("Card number").fill(CARDS.good);
    await cardFrame(page)
      .getByLabel(/^Expiry/)
      .fill("12/34");
    await cardFrame(page).getByLabel("Security code").fill("123");
    took.push(
      await secondsOf(async () => {
        await page.getByRole("button", { name: /^Pay / }).click();
        await atStep(page, english["booked.title"]);
      }),
    );
    await context.close();
  }
  await browser.close();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
  expect(took).toHaveLength(TIMES);
  const ms = (seconds: number): string => `${(seconds * 1000).toFixed(0)} ms`;
  tellFigure(`click on “Pay” until the booking is shown, in Chromium, median of ${TIMES}`, ms(median(took)));
  tellFigure("the same, slowest", ms(Math.max(...took)));
});
