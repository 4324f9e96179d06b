import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { useWorld } from "#test/support/use-world.ts";
import { bankOf, providerOf } from "#test/support/paying/paying.ts";
import { money } from "#kernel/money.ts";
import { sandboxDashboardUrl } from "#main/sandbox-provider.ts";
import { newId } from "#server/ids.ts";
import { valueOf } from "#test/support/provider-contract/stages.ts";
import { pageHtml } from "./page-state.ts";

const WORDS: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(new URL("./page-v1-words.json", import.meta.url), "utf8"),
);
const { world } = useWorld();

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

test("a wrong secret opens no intent, and malformed cards are refused", async () => {
  const asked = { key: "open:2", paymentId: newId(world.now), amount: money(1190, "EUR") };
  const { snapshot, clientSecret } = valueOf(await providerOf(world).openIntent(asked));
  const confirm = async (secret: string, number: string) => {
    const answer = await world.server.app.inject({
      method: "POST",
      url: `/sandbox-bank/v1/intents/${snapshot.ref}/confirm`,
      headers: { "content-type": "application/json", "x-sandbox-secret": secret },
      payload: JSON.stringify({ number, month: 12, year: 2049, cvc: "123" }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  expect((await confirm(`${snapshot.ref}_secret_no`, "4242424242424242")).status).toBe(404);
  expect((await confirm(clientSecret, "4242 4242")).status).toBe(400);
  expect((await confirm(clientSecret, "4242424242424241")).body.error.code).toBe("incorrect_number");
});

test.each(["stripe", "form"])(
  "its %s.js has a versioned address and needs neither eval nor markup",
  async (name) => {
    const answer = await ask(`/sandbox-bank/endive/${name}.js`);
    expect(answer.headers["content-type"]).toContain("text/javascript");
    expect(answer.body).not.toMatch(/\beval\(|new Function|innerHTML|insertAdjacentHTML|document\.write/);
  },
);

test("its card form is a document that only our own pages frame, and that runs its own script alone", async () => {
  const answer = await ask("/sandbox-bank/endive/form.html");
  expect(answer.headers["content-type"]).toContain("text/html");
  expect(answer.headers["x-frame-options"]).toBe("SAMEORIGIN");
  const policy = String(answer.headers["content-security-policy"]).split("; ");
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'self'"]),
  );
});
