import { beforeAll, expect, test } from "vitest";
import { demoApi } from "#contract/demo.ts";
import { callWire } from "#test/support/processes/product.ts";
import { productUrl } from "#test/support/web/browser.ts";
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

test("no crawler may keep it: whoever has the link has the delivery", async () => {
  const answer = await fetch(url);
  expect(answer.headers.get("x-robots-tag")).toBe("noindex, nofollow");
  expect(await answer.text()).toContain('<meta name="robots" content="noindex, nofollow"');
});
