import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { openShop, order } from "#test/support/people/booking.ts";
import { captureCases } from "#test/support/provider-contract/captures.ts";
import { cardCases } from "#test/support/provider-contract/cards.ts";
import { disputeCases } from "#test/support/provider-contract/disputes.ts";
import { intentCases } from "#test/support/provider-contract/intents.ts";
import { listCases } from "#test/support/provider-contract/lists.ts";
import { oddAnswerCases } from "#test/support/provider-contract/odd-answers.ts";
import { refundCases } from "#test/support/provider-contract/refunds.ts";
import { openStage } from "#test/support/provider-contract/stages.ts";
import type { Stage } from "#test/support/provider-contract/stages.ts";
import { webhookCases } from "#test/support/provider-contract/webhooks.ts";
import { openWorld } from "#test/support/world.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";

const SUBJECTS = [
  ["an intent", intentCases],
  ["a card", cardCases],
  ["a hold", captureCases],
  ["an odd answer", oddAnswerCases],
  ["a refund", refundCases],
  ["a dispute", disputeCases],
  ["a list", listCases],
  ["a webhook's signature", webhookCases],
] as const;

/** The contract of the port: the adapter and Stripe's real library, over the wire. */
describe("the provider", () => {
  let stage: Stage;
  const stageNow = () => stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());
  beforeEach(() => {
    stage.now += MINUTE_MS;
  });

  describe.each(SUBJECTS)("%s", (_subject, cases) => {
    cases(stageNow);
  });
});

test("none: an installation that takes no cards has no bank and says so instead of showing the sandbox", async () => {
  const world = await openWorld({ payment: "none" });
  await openShop(world);
  const ada = await world.person("Ada", "sender");
  const placed = await order(world, ada);
  expect(await ada.call(paymentsApi.openPayment, { id: placed.id })).toMatchObject({
    status: 409,
    body: { code: "payments.not-offered", way: "contact" },
  });
  for (const url of ["/sandbox-bank/endive/stripe.js", "/sandbox-bank/v1/intents/pi_1"])
    expect((await world.server.app.inject({ url })).statusCode, url).toBe(404);
  const told = await world.server.app.inject({ method: "POST", url: "/webhooks/payments/stripe", body: {} });
  expect(told.statusCode).toBe(404);
  await world.close();
});
