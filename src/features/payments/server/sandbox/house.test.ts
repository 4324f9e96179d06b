import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { sandboxProvider } from "../gateway-sandbox.ts";
import { type BareDatabase, openBareDatabase } from "#test/support/bare-database.ts";
import { freePorts } from "#test/support/free-ports.ts";
import { bankDesk } from "#test/support/stripe/bank-desk.ts";
import { sandboxHouse } from "./house.ts";
import type { HouseParts } from "./house.ts";

const NOW = Date.UTC(2026, 5, 17, 8);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function database(): Promise<BareDatabase> {
  const opened = await openBareDatabase();
  closers.push(() => opened.close());
  return opened;
}
const houseOn = ({ db }: BareDatabase, more: Partial<HouseParts> = {}) =>
  sandboxHouse({ db, clock: () => NOW, log: silent, allowedInProduction: false, ...more });
const card = (number: string) => ({ number, month: 12, year: 2049, cvc: "123" });
const asking = card("4000002760003184");

async function openedAt(house: ReturnType<typeof houseOn>) {
  const order = { paymentId: "p", amountMinor: 1190, currency: "EUR" };
  const { body } = await house.bank.open("open:1", order);
  const { id, clientSecret } = body["intent"] as { id: string; clientSecret: string };
  return { id, clientSecret };
}

test("a restart in the middle of the card holder's confirmation loses nothing, nor what the bank was told", async () => {
  const data = await database();
  const [port = 0] = await freePorts(1);
  const first = houseOn(data, { port });
  const running = await first.open();
  const { id, clientSecret } = await openedAt(first);
  await first.bank.confirm(id, clientSecret, asking);
  await bankDesk(`http://127.0.0.1:${port}`).advance(3600);
  await running.close();
  const second = houseOn(data, { port });
  const again = await second.open();
  closers.push(() => again.close());
  const desk = bankDesk(`http://127.0.0.1:${port}`);
  expect((await second.bank.show(id, clientSecret)).body).toMatchObject({
    intent: { status: "requires_action" },
  });
  await second.bank.answer(id, clientSecret, "approve");
  expect(await desk.movements(id)).toEqual(["hold 1190"]);
  expect(await openedAt(second)).toEqual({ id, clientSecret });
  expect(await desk.advance(0)).toBe(3600);
});

test("the sandbox tells this Waybill by a signed webhook, that of the restart before included", async () => {
  const data = await database();
  const heard: { body: Buffer; signature: string | undefined }[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      heard.push({ body: Buffer.concat(chunks), signature: String(incoming.headers["stripe-signature"]) });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(async () => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/payments/sandbox`;
  const before = await houseOn(data, { tell: { url } }).open();
  await before.close();
  const house = houseOn(data, { tell: { url } });
  const running = await house.open();
  closers.push(() => running.close());
  const { id, clientSecret } = await openedAt(house);
  await house.bank.confirm(id, clientSecret, card("4242424242424242"));
  await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(2);
  const { readNews } = sandboxProvider(house.bank, house.secrets);
  const read = async ({ body, signature }: (typeof heard)[number]) => readNews?.(body, () => signature, NOW);
  expect(await Promise.all(heard.map(read))).toMatchObject([
    { type: "payment_intent.created", ref: id },
    { type: "payment_intent.amount_capturable_updated", ref: id },
  ]);
  const [news = { body: Buffer.from(""), signature: "" }] = heard;
  expect(await read({ ...news, body: Buffer.from(`${news.body.toString("utf8")} `) })).toBeUndefined();
  expect(sandboxProvider(house.bank).readNews).toBeUndefined();
});

test("where it is not said who is told, nobody is", async () => {
  const data = await database();
  const house = houseOn(data);
  const running = await house.open();
  closers.push(() => running.close());
  expect(await house.secrets()).toEqual([]);
  const { readNews } = sandboxProvider(house.bank, house.secrets);
  expect(await readNews?.(Buffer.from("{}"), () => "t=1781683200,v1=00", NOW)).toBeUndefined();
});
