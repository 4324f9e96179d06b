import { readFile, readdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { sql } from "kysely";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Locale } from "#kernel/locale.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { openMailer, verifySmtp } from "#server/mail/mailer.ts";
import { ended, held } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { examineMail } from "#main/cli/doctor/mail.ts";
import { mailReceipt } from "./mail-job.ts";

const { world, sam } = useShop({ runJobs: true, msApart: MINUTE_MS });
let smtp: SMTPServer;
let url: string;
const got: string[] = [];
let refusals = 0;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === "waybill" && password === "p@ss" ? done(null, { user: username }) : done(new Error("no")),
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        refusals -= 1;
        if (refusals >= 0) return done(Object.assign(new Error("try later"), { responseCode: 451 }));
        got.push(Buffer.concat(parts).toString("utf8"));
        return done();
      });
    },
  });
  await new Promise<void>((resolve) => void smtp.listen(0, "127.0.0.1", resolve));
  // Safe: it listens on a port, not on a pipe.
  const { port } = smtp.server.address() as AddressInfo;
  url = `smtp://waybill:p%40ss@127.0.0.1:${port}`;
});
afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)));
beforeEach(() => {
  got.length = 0;
  refusals = 0;
});

/** A receipt whose mail the world's own job has not taken yet. */
async function issued(): Promise<{ receiptId: string; number: string }> {
  const { orderId, paymentId } = await held(world, sam);
  await ended(world, orderId, "delivered");
  await world.settled();
  const found = await world.db.owner(async (tx) => {
    await sql`delete from receipt_mail`.execute(tx);
    return rows(
      tx,
      sql<{ receiptId: string; number: string }>`
        select id as "receiptId", number from receipt where payment_id = ${paymentId}`,
    );
  });
  return found[0] ?? { receiptId: "", number: "" };
}
const job = (locales?: readonly Locale[]) =>
  mailReceipt(
    { db: world.db, clock: () => world.now, ...(locales && { locales }) },
    openMailer({ url, from: "receipts@waybill.example" }, { dataFolder: "/nowhere", log: silent }),
  );
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const textOf = (mail: string): string => mail.replaceAll("=\r\n", "");

test("a receipt goes to its buyer once, with the page attached and hold and charge told apart", async () => {
  const { receiptId, number } = await issued();
  const payload = { orgId: world.orgId, receiptId };
  await job()(payload);
  await job()(payload);
  expect(got).toHaveLength(1);
  const mail = textOf(got[0] ?? "");
  for (const said of [
    `Subject: Receipt ${number} from Test Couriers`,
    "To: Sam Sender <mail@example.org>",
    "From: Test Couriers <receipts@waybill.example>",
    `Message-ID: <${receiptId}@waybill.example>`,
    "Auto-Submitted: auto-generated",
    "That was no charge.",
    "text/html",
    `filename=${number}.pdf`,
    Buffer.from("%PDF-1").toString("base64").slice(0, 6),
  ])
    expect(mail).toContain(said);
});

test("it is written in the payer's language where that is on offer, else in the operator's first", async () => {
  const first = await issued();
  await job(["de", "es"])({ orgId: world.orgId, receiptId: first.receiptId });
  expect(got[0]).toContain(`Subject: Quittung ${first.number} von Test Couriers`);
  await world.run(sql`update person set locale = 'es-MX' where name = 'Sam'`);
  const second = await issued();
  await job(["de", "es"])({ orgId: world.orgId, receiptId: second.receiptId });
  expect(got[1]).toContain(`Subject: Recibo ${second.number} de Test Couriers`);
  const third = await issued();
  await job(["fr", "de"])({ orgId: world.orgId, receiptId: third.receiptId });
  expect(got[2], "Spanish is not on offer there").toContain(third.number);
  expect(got[2]).not.toContain("Recibo");
  await world.run(sql`update person set locale = null where name = 'Sam'`);
});

test("a server that refuses for now is asked again, and the mail arrives once", async () => {
  const { receiptId } = await issued();
  const payload = { orgId: world.orgId, receiptId };
  refusals = 2;
  await expect(job()(payload)).rejects.toThrow("try later");
  await expect(job()(payload)).rejects.toThrow("try later");
  await job()(payload);
  expect(got).toHaveLength(1);
});

test("without a server the job writes the mail into the data folder, readable, once", async () => {
  const { receiptId, number } = await issued();
  const folder = path.join(world.dataFolder, "mails");
  expect(await readdir(folder)).toContain(`${receiptId}.eml`);
  const mail = await readFile(path.join(folder, `${receiptId}.eml`), "utf8");
  expect(mail).toContain(`Receipt ${number} from Test Couriers`);
});

test("doctor says whether the server takes our mail, and never the password", async () => {
  await verifySmtp(url);
  expect(await examineMail({ mailUrl: undefined })).toEqual([]);
  expect(await examineMail({ mailUrl: url })).toMatchObject([{ verdict: "good", about: "server" }]);
  const wrong = await examineMail({ mailUrl: url.replace("p%40ss", "hunter2") });
  expect(wrong).toMatchObject([{ verdict: "bad", says: expect.stringContaining("EAUTH") }]);
  expect(JSON.stringify(wrong)).not.toContain("hunter2");
});
