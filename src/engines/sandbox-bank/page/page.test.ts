import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld } from "#test/support/world.ts";
import type { World } from "#test/support/world.ts";
import { bankOf, providerOf } from "#test/support/paying.ts";
import { money } from "#kernel/money.ts";
import { sandboxDashboardUrl } from "#main/sandbox-provider.ts";
import { newId } from "#server/ids.ts";
import { valueOf } from "#test/support/provider-contract/stages.ts";
import { pageHtml } from "./page-state.ts";

const WORDS: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(new URL("./page-v1-words.json", import.meta.url), "utf8"),
);
let world: World;
beforeAll(async () => {
  world = await openWorld({ runJobs: false });
});
afterAll(() => world.close());

const ask = (url: string, language = "en") =>
  world.server.app.inject({ method: "GET", url, headers: { "accept-language": language } });

test("one payment's own page tells our staff its amount, state and reference, and takes nothing", async () => {
  const provider = providerOf(world);
  const order = { key: "open:1", paymentId: newId(world.now), amount: money(1190, "EUR") };
  const { snapshot, clientSecret } = valueOf(await provider.openIntent(order));
  const { ref: id } = snapshot;
  const at = sandboxDashboardUrl(id) ?? "";
  expect((await ask(at)).body).toContain("Waits for a card");
  const card = { number: "4242424242424242", month: 12, year: 2049, cvc: "123" };
  await bankOf(world).confirm(id, clientSecret, card);
  const { body, statusCode } = await ask(at);
  expect(statusCode).toBe(200);
  for (const said of ["€11.90", "Held on the card", id]) expect(body).toContain(said);
  expect(body).not.toMatch(/<script|<form|secret|4242/);
  await provider.capture({ key: "capture:1", ref: id, amount: money(500, "EUR") });
  const taken = (await ask(at)).body;
  expect([taken.includes("€5.00"), taken.includes("Taken")]).toEqual([true, true]);
  expect(sandboxDashboardUrl("re_1")).toBeNull();
  const nowhere = await ask("/sandbox-bank/v1/intents/pi_nowhere");
  expect([nowhere.statusCode, nowhere.body.includes("knows no such payment")]).toEqual([404, true]);
});

test("it speaks five languages, each whole, and Arabic from right to left", async () => {
  const keys = Object.keys(WORDS["en"] ?? {});
  for (const [language, said] of Object.entries(WORDS)) {
    expect(Object.keys(said), language).toEqual(keys);
    const { body } = await ask("/sandbox-bank/v1/intents/pi_nowhere", `xx, ${language}-XX;q=0.8`);
    expect(body).toContain(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">`);
    expect(body).toContain(said["nowhere"]);
  }
  expect(pageHtml({ at: "silent" }, "en")).toContain("does not answer");
});
