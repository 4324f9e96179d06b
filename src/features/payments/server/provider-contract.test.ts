import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { openShop, order } from "#test/support/booking.ts";
import { captureCases } from "#test/support/provider-contract/captures.ts";
import { cardCases } from "#test/support/provider-contract/cards.ts";
import { disputeCases } from "#test/support/provider-contract/disputes.ts";
import { intentCases } from "#test/support/provider-contract/intents.ts";
import { listCases } from "#test/support/provider-contract/lists.ts";
import { oddAnswerCases } from "#test/support/provider-contract/odd-answers.ts";
import { refundCases } from "#test/support/provider-contract/refunds.ts";
import { STAGES } from "#test/support/provider-contract/stages.ts";
import type { Stage } from "#test/support/provider-contract/stages.ts";
import { webhookCases } from "#test/support/provider-contract/webhooks.ts";
import { openWorld } from "#test/support/world.ts";
import { paymentsApi } from "../contract/api.ts";

/** Optional parts of the port, and the providers that have them. */
const CAPABILITIES = {
  sandbox: { lists: true, readNews: true, wallets: false, health: false },
  stripe: { lists: true, readNews: true, wallets: true, health: true },
} as const;

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

/** The contract of the port, whoever is behind it: the bank in this process, and the real library over the wire. */
describe.each(STAGES)("%s", (name, openStage) => {
  let stage: Stage;
  const stageNow = () => stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());
  beforeEach(() => {
    stage.now += MINUTE_MS;
  });

  test("says by its parts what it can do", () => {
    const { provider } = stage;
    expect(provider.id).toBe(name);
    const has = Object.keys(CAPABILITIES[name]).map((part) => [part, part in provider]);
    expect(Object.fromEntries(has)).toEqual(CAPABILITIES[name]);
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
  for (const url of ["/sandbox-bank/v1/bank.js", "/sandbox-bank/v1/intents/pi_1"])
    expect((await world.server.app.inject({ url })).statusCode, url).toBe(404);
  for (const id of ["sandbox", "stripe"]) {
    const told = await world.server.app.inject({ method: "POST", url: `/webhooks/payments/${id}`, body: {} });
    expect(told.statusCode, id).toBe(404);
  }
  await world.close();
});
