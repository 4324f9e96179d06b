import { randomUUID } from "node:crypto";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { HEADERS } from "#contract/endpoint.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { bookingKey, good, openShop, withKey } from "#test/support/people/booking.ts";
import { ended, held } from "#test/support/paying/paying.ts";
import { openWorld, type Caller } from "#test/support/world.ts";
import { useShop } from "#test/support/use-world.ts";
import { receiptPath, receiptsApi } from "../contract/receipts.ts";

const { world, sam } = useShop({ runJobs: true, msApart: MINUTE_MS });

const fetchPdf = (path: string, headers: Record<string, string>) =>
  world.server.app.inject({ method: "GET", url: path, headers });
const textOf = async (pdf: Uint8Array): Promise<string> =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text;
const as = (name: string) => ({ authorization: `Bearer ${name}` });

async function receiptOf(sender: Caller): Promise<{ id: string; orderId: string; number: string }> {
  const { orderId } = await held(world, sender);
  await ended(world, orderId, "delivered");
  const { items } = good(await sender.call(receiptsApi.listReceipts, { id: orderId }));
  return { id: items[0]?.id ?? "", orderId, number: items[0]?.number ?? "" };
}

test("a sender downloads the receipt in a language; the same bytes each time", async () => {
  const { id, number } = await receiptOf(sam);
  const answer = await fetchPdf(receiptPath(id, "de-AT"), as("Sam"));
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "application/pdf",
    "cache-control": "private, no-store",
    "content-disposition": `attachment; filename="${number}.pdf"`,
  });
  const text = await textOf(answer.rawPayload);
  expect(text).toContain(`Nummer ${number}`);
  expect(text).toContain("Test Couriers");
  world.now += MINUTE_MS;
  const again = await fetchPdf(receiptPath(id, "de"), as("Sam"));
  expect(again.rawPayload.equals(answer.rawPayload)).toBe(true);
});

test("a receipt is never written in a language that this Waybill does not offer", async () => {
  const german = await openWorld({ locales: ["de"] });
  try {
    await openShop(german);
    const sender = await german.person("Sam", "sender");
    const { orderId } = await held(german, sender);
    await ended(german, orderId, "delivered");
    const { items } = good(await sender.call(receiptsApi.listReceipts, { id: orderId }));
    const url = receiptPath(items[0]?.id ?? "", "fr");
    const { rawPayload } = await german.server.app.inject({ url, headers: as("Sam") });
    expect(await textOf(rawPayload)).toContain(`Nummer ${items[0]?.number}`);
  } finally {
    await german.close();
  }
});

test("the office sees it; another sender, a courier and a guest do not learn that it exists", async () => {
  const { id, orderId } = await receiptOf(sam);
  await world.person("Olga", "org-admin");
  await world.person("Dora", "dispatcher");
  const finn = await world.person("Finn", "finance");
  await world.person("Eve", "sender");
  await world.person("Carl", "courier");
  for (const name of ["Olga", "Dora", "Finn"])
    expect((await fetchPdf(receiptPath(id, "en"), as(name))).statusCode).toBe(200);
  expect(good(await finn.call(receiptsApi.listReceipts, { id: orderId })).items).toMatchObject([{ id }]);
  const strangers = [as("Eve"), as("Carl"), {}, { [HEADERS.bookingKey]: bookingKey() }];
  for (const headers of strangers)
    for (const asked of [id, randomUUID(), "x"]) {
      const answer = await fetchPdf(receiptPath(asked, "en"), headers);
      expect([answer.statusCode, answer.json().code]).toEqual([404, "payments.no-receipt"]);
    }
  const eve = await world.person("Eve", "sender");
  expect((await eve.call(receiptsApi.listReceipts, { id: orderId })).status).toBe(404);
  expect(
    await world.guest().call(receiptsApi.listReceipts, { id: orderId }, withKey(bookingKey())),
  ).toMatchObject({ status: 404 });
});

test("my payments are mine alone, newest first, page by page, with what was issued for each", async () => {
  const mia = await world.person("Mia", "sender");
  const first = await receiptOf(mia);
  world.now += MINUTE_MS;
  const open = await held(world, mia);
  world.now += MINUTE_MS;
  await held(world, sam);
  const page = good(await mia.call(receiptsApi.listMyPayments, { limit: 1 }));
  expect(page.items).toMatchObject([{ orderId: open.orderId, state: "authorized", receipts: [] }]);
  const rest = good(await mia.call(receiptsApi.listMyPayments, { limit: 1, cursor: page.next ?? "" }));
  expect(rest).toMatchObject({
    next: null,
    items: [
      {
        orderId: first.orderId,
        state: "captured",
        recipientName: "Rita Ray",
        card: { last4: "4242" },
        receipts: [{ id: first.id, kind: "receipt", number: first.number }],
      },
    ],
  });
  expect((await mia.call(receiptsApi.listMyPayments, { cursor: "nonsense" })).status).toBe(400);
});
