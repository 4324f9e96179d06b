import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { good, codeOf } from "#test/support/people/booking.ts";
import { taken } from "#test/support/paying/paying.ts";
import type { Caller } from "#test/support/world.ts";
import { useWorld } from "#test/support/use-world.ts";
import { eur } from "#test/support/paying/samples.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import { sellerApi, type SellerDetails } from "../contract/seller.ts";
import { receiptMail } from "./mail-job.ts";
import { receiptPdf } from "./receipt-pdf.ts";
import { receiptsOf, type ReceiptRow } from "./receipt-row.ts";

const { world, finn, sam, ada } = useWorld({
  msApart: MINUTE_MS,
  shop: true,
  people: { finn: ["Finn", "finance"], sam: ["Sam", "sender"], ada: ["Ada", "org-admin"] },
});

const details: SellerDetails = {
  name: "Radkurier Nord eG",
  address: "Hafenstraße 1\n20457 Hamburg",
  taxId: "DE123456789",
  email: "money@radkurier.example",
  phone: "+4940123456",
  footer: "Amtsgericht Hamburg, GnR 1",
};
const change = (who: Caller, version: number, changed: Partial<SellerDetails> = {}) =>
  who.call(sellerApi.changeSeller, { version, details: { ...details, ...changed } });
const read = async (who = ada) => good(await who.call(sellerApi.readSeller, {}));
const receiptsFor = (paymentId: string): Promise<ReceiptRow[]> =>
  world.db.as({ orgId: world.orgId }, (tx) => receiptsOf(tx, [paymentId]));
const pageOf = ({ content, issuedAt }: ReceiptRow) => receiptPdf(content, issuedAt, "en");

test("receipts bear the seller as it was when they were issued, for ever", async () => {
  expect(await read()).toEqual({ version: 0, details: null, changedAt: null, changedBy: null });
  const { paymentId } = await taken(world, sam);
  const [early] = await receiptsFor(paymentId);
  if (!early) throw new Error("no receipt was issued");
  expect(early.content.seller).toEqual({ name: "Test Couriers", address: null, taxId: null });
  const page = await pageOf(early);

  const first = good(await change(ada, 0));
  const changedAt = new Date(world.now).toISOString();
  expect(first).toEqual({ version: 1, details, changedAt, changedBy: "Ada" });
  world.now += MINUTE_MS;
  const refund = { paymentId, id: randomUUID(), amount: eur(100) };
  good(await ada.call(refundsApi.askRefund, { ...refund, reason: "damaged" as const }));
  const second = good(await change(finn, 1, { email: null, phone: null, footer: null }));
  expect(second).toMatchObject({ version: 2, changedBy: "Finn" });
  const later = await receiptsFor((await taken(world, sam)).paymentId);
  const { name, address, taxId } = details;
  expect(later.map(({ content }) => content.seller)).toEqual([{ name, address, taxId }]);

  const [again, note] = await receiptsFor(paymentId);
  expect(note).toMatchObject({ kind: "credit-note", content: { seller: details } });
  expect(again && (await pageOf(again)).equals(page)).toBe(true);
  const kept = await world.run(sql`select p.name from command c join person p on p.id = c.actor_id
    where c.type = 'changeSeller' order by c.recorded_at`);
  expect(kept).toEqual([{ name: "Ada" }, { name: "Finn" }]);
});

test("its mail says who sells, below the words", async () => {
  const { version } = await read();
  good(await change(ada, version));
  const [receipt] = await receiptsFor((await taken(world, sam)).paymentId);
  if (!receipt) throw new Error("no receipt was issued");
  const { fromName, text, html } = await receiptMail(receipt, "sam@example.org", "en");
  expect(fromName).toBe("Radkurier Nord eG");
  const plain = text.replaceAll(/[\u2068\u2069]/g, "");
  for (const line of ["Hafenstraße 1\n20457 Hamburg", "Tax number: DE123456789", "money@radkurier.example"])
    expect(plain).toContain(line);
  expect(html.replaceAll(/[\u2068\u2069]/g, "")).toContain("Hafenstraße 1<br>20457 Hamburg");
});

test("of two who change it at once one is refused, and a repeat is the same change", async () => {
  const { version } = await read();
  const both = await Promise.all([change(ada, version, { name: "A" }), change(finn, version, { name: "B" })]);
  expect(both.map(codeOf).toSorted()).toEqual(["200", "409 payments.seller-changed"]);
  expect(codeOf(await change(ada, version + 2))).toBe("409 payments.seller-changed");

  const key = { key: randomUUID() };
  const again = { version: version + 1, details };
  good(await ada.call(sellerApi.changeSeller, again, key));
  good(await ada.call(sellerApi.changeSeller, again, key));
  expect((await read()).version).toBe(version + 2);
});

test("only the office may read or change it, and nothing odd is written", async () => {
  const { version } = await read();
  const others = [sam, await world.person("Dora", "dispatcher"), await world.person("Carl", "courier")];
  for (const who of others) {
    expect((await change(who, version)).status).toBe(403);
    expect((await who.call(sellerApi.readSeller, {})).status).toBe(403);
  }
  expect((await change(world.guest(), version)).status).toBe(401);
  const odd = [
    { name: " " },
    { address: "" },
    { address: "1\n2\n3\n4\n5\n6\n7" },
    { taxId: "<b>" },
    { email: "nobody" },
    { phone: "12" },
    { footer: "two\nlines" },
  ];
  for (const one of odd) expect((await change(ada, version, one)).status).toBe(400);
  expect((await read()).version).toBe(version);
});
