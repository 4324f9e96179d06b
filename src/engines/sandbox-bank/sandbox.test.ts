import { afterEach, expect, test } from "vitest";
import { money } from "#kernel/money.ts";
import { newId } from "#server/ids.ts";
import { type BareDatabase, openBareDatabase } from "#test/support/database/bare-database.ts";
import { sandboxProvider } from "#main/sandbox-provider.ts";
import { valueOf } from "#test/support/provider-contract/stages.ts";
import { freePorts } from "#test/support/processes/free-ports.ts";
import { bankControls } from "#test/support/stripe/bank-controls.ts";
import { openSandbox } from "./sandbox.ts";
import type { Sandbox, SandboxParts } from "./sandbox.ts";
import type { Receive } from "./webhook-sender.ts";

const NOW = Date.UTC(2026, 5, 17, 8);
const PAYMENT = newId(NOW);
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
const sandboxOn = ({ db }: BareDatabase, more: Partial<SandboxParts> = {}) =>
  openSandbox({ db, clock: () => NOW, log: silent, allowedInProduction: false, ...more });
const card = (number: string) => ({ number, month: 12, year: 2049, cvc: "123" });
const asking = card("4000002760003184");

const providerOf = (sandbox: Pick<Sandbox, "api" | "key" | "secrets">) =>
  sandboxProvider(sandbox, { instance: "us" });

async function openedAt(sandbox: Sandbox) {
  const order = { key: "open:1", paymentId: PAYMENT, amount: money(1190, "EUR") };
  const { snapshot, clientSecret } = valueOf(await providerOf(sandbox).openIntent(order));
  return { id: snapshot.ref, clientSecret };
}

test("a restart in the middle of the card holder's confirmation loses nothing, nor what the bank was told", async () => {
  const data = await database();
  const [port = 0] = await freePorts(1);
  const first = sandboxOn(data, { port });
  const running = await first.open();
  const { id, clientSecret } = await openedAt(first);
  await first.bank.confirm(id, clientSecret, asking);
  await bankControls(`http://127.0.0.1:${port}`).advance(3600);
  await running.close();
  const second = sandboxOn(data, { port });
  const again = await second.open();
  closers.push(() => again.close());
  const deps = bankControls(`http://127.0.0.1:${port}`);
  expect((await second.bank.get(id)).body).toMatchObject({
    intent: { status: "requires_action" },
  });
  await second.bank.answer(id, clientSecret, "approve");
  expect(await deps.movements(id)).toEqual(["hold 1190"]);
  expect(await openedAt(second)).toEqual({ id, clientSecret });
  expect(await deps.advance(0)).toBe(3600);
});

test("the sandbox tells this Waybill by a signed webhook, that of the restart before included", async () => {
  const data = await database();
  const heard: { body: Buffer; signature: string | undefined }[] = [];
  const receive: Receive = async ({ headers, body }) => {
    heard.push({ body: Buffer.from(body), signature: headers["stripe-signature"] });
    return 200;
  };
  const before = await sandboxOn(data, { tell: { receive } }).open();
  await before.close();
  const sandbox = sandboxOn(data, { tell: { receive } });
  const running = await sandbox.open();
  closers.push(() => running.close());
  const { id, clientSecret } = await openedAt(sandbox);
  await sandbox.bank.confirm(id, clientSecret, card("4242424242424242"));
  await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(2);
  const provider = providerOf(sandbox);
  const read = async ({ body, signature }: (typeof heard)[number]) =>
    provider.readNews(body, () => signature, NOW);
  expect(await Promise.all(heard.map(read))).toMatchObject([
    { type: "payment_intent.created", ref: id },
    { type: "payment_intent.amount_capturable_updated", ref: id },
  ]);
  const [news = { body: Buffer.from(""), signature: "" }] = heard;
  expect(await read({ ...news, body: Buffer.from(`${news.body.toString("utf8")} `) })).toBeUndefined();
});

test("where it is not said who is told, nobody is", async () => {
  const data = await database();
  const sandbox = sandboxOn(data);
  const running = await sandbox.open();
  closers.push(() => running.close());
  expect(await sandbox.secrets()).toEqual([]);
  const provider = providerOf(sandbox);
  expect(await provider.readNews(Buffer.from("{}"), () => "t=1781683200,v1=00", NOW)).toBeUndefined();
});

test("the key in the source opens no bank at a free port, and nobody replaces this Waybill's webhooks", async () => {
  const data = await database();
  const running = await sandboxOn(data).open();
  closers.push(() => running.close());
  await expect(bankControls(running.url).advance(3600)).rejects.toThrow("invalid_api_key");
  const [port = 0] = await freePorts(1);
  const named = await sandboxOn(data, { port }).open();
  closers.push(() => named.close());
  const other = { name: "another", url: "http://127.0.0.1:9", secrets: ["whsec_another"] };
  await bankControls(named.url).tell(other);
  await expect(bankControls(named.url).tell({ ...other, name: "waybill" })).rejects.toThrow(
    "parameter_invalid",
  );
});

test("calls that come at once share what is planned: none gets by a fault that another one takes", async () => {
  const data = await database();
  const [port = 0] = await freePorts(1);
  const sandbox = sandboxOn(data, { port });
  const running = await sandbox.open();
  closers.push(() => running.close());
  const { id } = await openedAt(sandbox);
  const controls = bankControls(`http://127.0.0.1:${port}`);
  const faults = async () => {
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => sandbox.bank.get(id)));
    return ends.filter(({ status }) => status === "rejected").length;
  };
  await controls.plan("get", "drop_request", 8);
  expect(await faults()).toBe(8);
  for (let n = 0; n < 3; n += 1) await controls.plan("get", "drop_request");
  expect(await faults()).toBe(3);
});
