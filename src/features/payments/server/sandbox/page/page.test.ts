import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld } from "#test/support/world.ts";
import type { World } from "#test/support/world.ts";
import { bankOf } from "#test/support/paying.ts";
import { sandboxDashboardUrl } from "../../gateway-sandbox.ts";
import { pageHtml } from "./page-look.ts";

const WORDS: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(new URL("./page-v1-words.json", import.meta.url), "utf8"),
);
const RETURN = "http://localhost/book/pay/o?from=bank";
let world: World;
beforeAll(async () => {
  world = await openWorld({ runJobs: false });
});
afterAll(() => world.close());

let pages = 0;
async function opened() {
  const order = {
    paymentId: "p",
    amountMinor: 1190,
    currency: "EUR",
    description: "W-1 <b>",
    returnUrl: RETURN,
  };
  const { body } = await bankOf(world).page(`page:${(pages += 1)}`, order);
  const { ref } = body["page"] as { ref: string };
  return { ref, address: `/sandbox-bank/v1/pages/${ref}` };
}
const ask = (url: string, language = "en") =>
  world.server.app.inject({ method: "GET", url, headers: { "accept-language": language } });
const send = (url: string, form: Record<string, string>) =>
  world.server.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(form).toString(),
  });
const GOOD = { number: "4242 4242 4242 4242", expiry: "12/49", cvc: "123" };

test("it is a plain form without a script, says that no real money moves, and lets go without paying", async () => {
  const { address } = await opened();
  const { body, statusCode } = await ask(address);
  expect(statusCode).toBe(200);
  expect(body).not.toMatch(/<script|style=/);
  expect(body).toContain("no real money moves");
  expect(body).toContain("W-1 &lt;b&gt;");
  expect(body).toContain("€11.90");
  expect(body).toContain(`href="${RETURN}"`);
});

test("a good card goes back to the shop, once; the page is over then", async () => {
  const { address, ref } = await opened();
  const paid = await send(`${address}/pay`, GOOD);
  expect([paid.statusCode, paid.headers["location"]]).toEqual([303, RETURN]);
  expect((await send(`${address}/pay`, GOOD)).body).toContain(WORDS["en"]?.["over"]);
  expect((await bankOf(world).getPage(ref)).body).toMatchObject({ page: { state: "complete" } });
});

test.each([
  [{ ...GOOD, number: "4242424242424241" }, "This card number is not right."],
  [{ ...GOOD, expiry: "13/49" }, "Enter month and year"],
  [{ ...GOOD, cvc: "1" }, "Enter the 3 or 4 digits."],
  [{ demo: "4000 0000 0000 0002" }, "The bank says no."],
  [{}, "This card number is not right."],
])("%o is told and may be mended", async (form, said) => {
  const { address } = await opened();
  const { body, statusCode } = await send(`${address}/pay`, form);
  expect(statusCode).toBe(200);
  expect(body).toContain(said);
  expect((await send(`${address}/pay`, GOOD)).statusCode).toBe(303);
});

test("the card's bank asks on the same page: cancelling asks for a card again, approving pays", async () => {
  const { address } = await opened();
  const asked = () => send(`${address}/pay`, { demo: "4000 0027 6000 3184" });
  expect((await asked()).headers["location"]).toBe(address);
  expect((await ask(address)).body).toContain("Your bank asks you to confirm");
  expect((await send(`${address}/answer`, { choice: "cancel" })).headers["location"]).toBe(address);
  expect((await ask(address)).body).toContain("Card number");
  await asked();
  expect((await send(`${address}/answer`, { choice: "decline" })).body).toContain("The bank says no.");
  await asked();
  expect((await send(`${address}/answer`, { choice: "approve" })).headers["location"]).toBe(RETURN);
});

test("one payment's own page tells our staff its amount, state and reference, and takes nothing", async () => {
  const order = { paymentId: "p", amountMinor: 1190, currency: "EUR" };
  const made = await bankOf(world).open("open:1", order);
  const { id, clientSecret } = made.body["intent"] as { id: string; clientSecret: string };
  const at = sandboxDashboardUrl(id) ?? "";
  expect((await ask(at)).body).toContain("Waits for a card");
  const card = { number: "4242424242424242", month: 12, year: 2049, cvc: "123" };
  await bankOf(world).confirm(id, clientSecret, card);
  const { body, statusCode } = await ask(at);
  expect(statusCode).toBe(200);
  for (const said of ["€11.90", "Held on the card", id]) expect(body).toContain(said);
  expect(body).not.toMatch(/<script|<form|secret|4242/);
  await bankOf(world).capture("capture:1", { id, amountMinor: 500 });
  const taken = (await ask(at)).body;
  expect([taken.includes("€5.00"), taken.includes("Taken")]).toEqual([true, true]);
  expect(sandboxDashboardUrl((await opened()).ref)).toBeNull();
  const nowhere = await ask("/sandbox-bank/v1/intents/pi_nowhere");
  expect([nowhere.statusCode, nowhere.body.includes("knows no such payment")]).toEqual([404, true]);
});

test("a page that is ended or was never there says so", async () => {
  const { address, ref } = await opened();
  await bankOf(world).endPage("end:1", { id: ref });
  expect((await ask(address)).body).toContain(WORDS["en"]?.["over"]);
  const nowhere = await ask("/sandbox-bank/v1/pages/cs_nowhere");
  expect([nowhere.statusCode, nowhere.body.includes('href="http')]).toEqual([404, false]);
});

test("it speaks five languages, each whole, and Arabic from right to left", async () => {
  const { address } = await opened();
  const keys = Object.keys(WORDS["en"] ?? {});
  for (const [language, said] of Object.entries(WORDS)) {
    expect(Object.keys(said), language).toEqual(keys);
    const { body } = await ask(address, `xx, ${language}-XX;q=0.8`);
    expect(body).toContain(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">`);
    expect(body).toContain(said["title"]);
  }
  const shown = {
    address,
    description: "",
    amount: { minor: 5, currency: "JPY", exponent: 0 },
    language: "en",
  };
  expect(pageHtml({ ...shown, face: { at: "silent" }, returnUrl: undefined })).toContain("don’t pay again");
});
