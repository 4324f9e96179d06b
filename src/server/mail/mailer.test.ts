import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { SMTPServer } from "smtp-server";
import { expect, test } from "vitest";
import { openMailer } from "./mailer.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const mail = {
  id: "one-mail",
  to: { name: "Sam", address: "sam@example.com" },
  fromName: "Shop",
  subject: "Pay",
  text: "Pay",
  html: "<p>Pay</p>",
  attachments: [],
};

test("two jobs that write the same mail at once leave one, and neither fails", async () => {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "waybill-mails-"));
  try {
    const mailer = openMailer({ url: undefined, from: "a@shop.test" }, { dataFolder, log });
    await Promise.all(Array.from({ length: 8 }, () => mailer.send(mail)));
    expect(await readdir(path.join(dataFolder, "mails"))).toEqual(["one-mail.eml"]);
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
});

test("mails that follow each other go over one connection, and no more than servers allow", async () => {
  let lines = 0;
  const got: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    onData(stream, session, done) {
      stream.resume().on("end", () => {
        got.push(session.id);
        done();
      });
    },
  });
  smtp.server.on("connection", () => (lines += 1));
  await new Promise<void>((resolve) => void smtp.listen(0, "127.0.0.1", resolve));
  try {
    // Safe: it listens on a port, not on a pipe.
    const { port } = smtp.server.address() as AddressInfo;
    const mailer = openMailer(
      { url: `smtp://127.0.0.1:${port}`, from: "a@shop.test" },
      { dataFolder: "/nowhere", log },
    );
    await mailer.send(mail);
    await mailer.send({ ...mail, id: "two" });
    expect(new Set(got).size).toBe(1);
    await Promise.all(Array.from({ length: 30 }, (_, nth) => mailer.send({ ...mail, id: `many-${nth}` })));
    expect(got).toHaveLength(32);
    expect(lines).toBeLessThanOrEqual(8);
  } finally {
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  }
});
