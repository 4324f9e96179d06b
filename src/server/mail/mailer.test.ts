import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { openMailer } from "./mailer.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

test("two jobs that write the same mail at once leave one, and neither fails", async () => {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "waybill-mails-"));
  try {
    const mailer = openMailer({ url: undefined, from: "a@shop.test" }, { dataFolder, log });
    const mail = {
      id: "one-mail",
      to: { name: "Sam", address: "sam@example.com" },
      fromName: "Shop",
      subject: "Pay",
      text: "Pay",
      html: "<p>Pay</p>",
      attachments: [],
    };
    await Promise.all(Array.from({ length: 8 }, () => mailer.send(mail)));
    expect(await readdir(path.join(dataFolder, "mails"))).toEqual(["one-mail.eml"]);
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
});
