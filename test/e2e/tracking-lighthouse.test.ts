import { beforeAll, expect, test } from "vitest";
import { demoApi } from "#contract/demo.ts";
import { callWire } from "#test/support/processes/product.ts";
import { PHONE, openBrowser, openPerson, productUrl } from "#test/support/web/browser.ts";
import { tasksDuring } from "../../tools/bench/board/in-page.ts";
import { steadyScores } from "../../tools/bench/lighthouse.ts";

let url: string;
beforeAll(async () => {
  // The recipient's own link, whose page has the choices besides.
  url = productUrl() + (await callWire(productUrl(), demoApi.openTracking, {})).path;
});

test.each(["on", "off"] as const)(
  "Lighthouse finds no fault in the tracking page beside its speed, scripts %s",
  async (scripts) => {
    const page = { page: "/t/:token", url, scripts, isPrivate: true };
    const chromium = process.env["WAYBILL_TEST_CHROMIUM"] ?? "/usr/bin/chromium";
    const { scores, faults } = await steadyScores(page, chromium);
    expect(faults).toEqual([]);
    expect(scores).toEqual({ accessibility: 100, "best-practices": 100, seo: 100 });
  },
);

/** Processor of Lighthouse's slow phone beside this one, as Lighthouse reckons. */
const SLOWER = 4;
/**
 * Of one task. Lighthouse's score of the speed is wall time, which other work on the machine spoils; a task's processor time
 * is not. Measured in three loads each: 155 in every one while the whole script was one task, 67 to 94 since React comes by
 * itself. Blocking of 85 ms in all is what a score of 100 leaves.
 */
const MOST_MS = 120;

test("no task of the page holds a slow phone up for long", async () => {
  const browser = await openBrowser();
  const longest: number[] = [];
  for (let load = 0; load < 3; load += 1) {
    const { context, page } = await openPerson(browser, PHONE);
    const tasks = await tasksDuring(page, async () => {
      await page.goto(url);
      await page.locator(".track-pulse").waitFor();
    });
    longest.push(SLOWER * Math.max(...tasks.map(({ cpuMs }) => cpuMs)));
    await context.close();
  }
  await browser.close();
  expect(Math.min(...longest), `of ${longest.map(Math.round).join()} ms`).toBeLessThan(MOST_MS);
});

test("no crawler may keep it: whoever has the link has the delivery", async () => {
  const answer = await fetch(url);
  expect(answer.headers.get("x-robots-tag")).toBe("noindex, nofollow");
  expect(await answer.text()).toContain('<meta name="robots" content="noindex, nofollow"');
});
