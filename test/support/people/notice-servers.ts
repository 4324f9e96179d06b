import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { openWays } from "#features/notices/server/ways.ts";
import type { MailChoice } from "#server/mail/mailer.ts";
import type { SmsChoice } from "#server/sms/sms-gateway.ts";
import type { World } from "../world.ts";

interface Sms {
  readonly to: string;
  readonly text: string;
  readonly id: string;
}
type Answering = (response: ServerResponse) => void;

export const take: Answering = (response) => void response.writeHead(201).end('{"id":"g1"}');
export const refuse: Answering = (response) => void response.writeHead(400).end("bad number");
export const stall: Answering = () => undefined;
/** Longest wait for either server. A first call on a busy machine takes half a second and more, measured by a red run. */
const WAIT_MS = 2_000;
/** Later than anybody waits for it. */
export const LATE_MS = WAIT_MS + 500;
export const takeLate: Answering = (response) => void setTimeout(() => take(response), LATE_MS);
/** Servers without a fault; `hangsUp`: it closes the line instead of taking the mail, and the others answer after they took it. */
const WELL = {
  answer: take,
  mailRefusal: 0,
  hangsUp: false,
  mailStalls: false,
  mailTwice: false,
  mailLateMs: 0,
};

/** Says that the mail was taken, in one packet with the next answer. */
function answerFirst(line: Socket): void {
  line.cork();
  line.write("250 taken\r\n");
  setImmediate(() => line.uncork());
}

/** A real gateway and a real mail server for the tests of a file; both do as `now` says. */
export function useNoticeServers() {
  const phones: Sms[] = [];
  const calls: Sms[] = [];
  const mails: { to: string; text: string }[] = [];
  const now = { ...WELL };
  const lines = new Set<Socket>();
  // It keeps what arrives at its phones, and knows ids where it is told them.
  const gateway = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString("utf8")));
    request.on("end", () => {
      // Safe: the tests' own form.
      const given = Object.fromEntries(new URLSearchParams(body)) as unknown as Sms;
      calls.push(given);
      const isKnown = given.id !== undefined && phones.some(({ id }) => id === given.id);
      if (now.answer !== refuse && !isKnown) phones.push(given);
      now.answer(response);
    });
  });
  const smtp = new SMTPServer({
    authOptional: true,
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        if (now.mailRefusal > 0)
          return done(Object.assign(new Error("no"), { responseCode: now.mailRefusal }));
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        if (now.hangsUp) return lines.forEach((line) => line.destroy());
        mails.push({ to, text: Buffer.concat(parts).toString("utf8") });
        if (now.mailStalls) return undefined;
        if (now.mailTwice) for (const line of lines) answerFirst(line);
        return void (now.mailLateMs > 0 ? setTimeout(done, now.mailLateMs) : done());
      });
    },
  });
  smtp.server.on("connection", (line: Socket) => lines.add(line.on("close", () => lines.delete(line))));
  const addresses = { gateway: "", smtp: "" };
  beforeAll(async () => {
    await new Promise<void>((resolve) => void gateway.listen(0, "127.0.0.1", resolve));
    await new Promise<void>((resolve) => void smtp.listen(0, "127.0.0.1", resolve));
    // Safe: both listen on ports, not on pipes.
    addresses.gateway = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`;
    addresses.smtp = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    gateway.closeAllConnections();
    await new Promise<void>((resolve) => void gateway.close(() => resolve()));
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  });
  beforeEach(() => {
    for (const list of [phones, calls, mails]) list.length = 0;
    Object.assign(now, WELL);
  });
  /** Settings of both, as an operator would set them. */
  const settings = (body = "to={to}&text={text}&id={id}"): { mail: MailChoice; sms: SmsChoice } => ({
    mail: { url: addresses.smtp, from: "notices@waybill.example", waitMs: WAIT_MS },
    sms: {
      url: addresses.gateway,
      method: "POST",
      headers: undefined,
      encoding: "form",
      body,
      from: "Waybill",
      success: "201",
      successField: undefined,
      idField: "/id",
      allowsPrivate: true,
      waitMs: WAIT_MS,
    },
  });
  const waysFor = (world: World, body?: string) =>
    openWays({
      db: world.db,
      clock: () => world.now,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      dataFolder: world.dataFolder,
      push: { contact: "mailto:it@waybill.example", allowsPrivate: true, waitMs: 300 },
      ...settings(body),
    });
  return { phones, calls, mails, now, settings, waysFor };
}
