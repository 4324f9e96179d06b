import { beforeAll, expect, test } from "vitest";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { productUrl } from "#test/support/web/browser.ts";
import { steadyScores } from "../../tools/bench/lighthouse.ts";

let url: string;
beforeAll(async () => {
  const token = await signIn(productUrl(), "bo");
  const [id = ""] = (await callWire(productUrl(), dispatchApi.readBoard, {}, { token })).deliveries.id;
  const { path } = await callWire(productUrl(), trackingApi.shareDelivery, { id }, { token });
  url = productUrl() + path;
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
