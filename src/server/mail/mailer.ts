import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Log } from "../http/app.ts";
import { traced } from "../tracing/traced.ts";

/** A mail to one person. */
export interface Mail {
  /** The same id is the same mail: servers on the way drop a second one. Letters, digits and `-` only. */
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: Buffer }[];
}

export interface Mailer {
  /** @throws whatever kept it from being taken; the caller tries again later */
  send(mail: Mail): Promise<void>;
}

/** How mail leaves. Without a server it does not: it is written where the operator can read it. */
export interface MailChoice {
  /** `smtp://` or `smtps://`, with name and password where the server wants them. */
  readonly url: string | undefined;
  readonly from: string;
  /** Longest wait for the server's next word; 20 s where it is absent. */
  readonly waitMs?: number;
}

/** Mails kept by the console; older ones go. */
const KEPT = 200;
/** Longest waits of one sending, in ms. */
const WAITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const;

/** Folder of the mails that no server took, because there is none. */
export const mailFolder = (dataFolder: string): string => path.join(dataFolder, "mails");

export function openMailer(
  choice: MailChoice,
  parts: { readonly dataFolder: string; readonly log: Log },
): Mailer {
  return choice.url === undefined
    ? consoleMailer(choice.from, mailFolder(parts.dataFolder), parts.log)
    : smtpMailer({ ...choice, url: choice.url });
}

/** Connections that are kept for the next mail: few, since servers count them, and none for long. */
const POOL = { pool: true, maxConnections: 8, maxMessages: 100, idleTimeout: 5_000 } as const;

/**
 * Sends through a server. Beyond this machine only encrypted: a server that does not offer it is refused.
 */
function smtpMailer({ url, from, waitMs }: MailChoice & { readonly url: string }): Mailer {
  let pool: Promise<{ sendMail: (message: ReturnType<typeof messageOf>) => Promise<unknown> }> | undefined;
  return {
    async send(mail) {
      pool ??= loadNodemailer().then(({ createTransport }) =>
        createTransport({
          ...POOL,
          ...smtpOptions(url),
          ...(waitMs !== undefined && { socketTimeout: waitMs }),
        }),
      );
      const server = await pool;
      await traced({ name: "mail", kind: "client" }, () => server.sendMail(messageOf(mail, from)));
    },
  };
}

/** Whether the server takes our name and password. @throws what it said */
export async function verifySmtp(url: string): Promise<void> {
  const { createTransport } = await loadNodemailer();
  const transport = createTransport(smtpOptions(url));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Nodemailer is loaded with the first mail: most starts send none. */
const loadNodemailer = () => import("nodemailer");

function smtpOptions(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return {
    host: hostname.replaceAll(/[[\]]/g, ""),
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isHere,
    ignoreTLS: !secure && isHere,
    ...(username !== "" && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...WAITS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Writes each mail as a file that any mail program opens. The log names the file and nobody. */
function consoleMailer(from: string, folder: string, log: Log): Mailer {
  return {
    async send(mail) {
      const { createTransport } = await loadNodemailer();
      const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
      const { message } = await composer.sendMail(messageOf(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${mail.id}.eml`);
      const part = `${file}.${randomUUID()}.part`;
      try {
        await writeFile(part, message, { mode: 0o600 });
        await rename(part, file);
      } finally {
        await rm(part, { force: true });
      }
      log.info({ file }, "mail written; no mail server is set");
      await forgetOldest(folder);
    },
  };
}

/** Ids begin with their time, so the oldest names come first. */
async function forgetOldest(folder: string): Promise<void> {
  const kept = (await readdir(folder)).filter((name) => name.endsWith(".eml")).toSorted();
  for (const name of kept.slice(0, -KEPT)) await rm(path.join(folder, name), { force: true });
}

const messageOf = (mail: Mail, from: string) => ({
  messageId: `<${mail.id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
  from: { name: mail.fromName, address: from },
  to: { ...mail.to },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  attachments: mail.attachments.map(({ name, type, bytes }) => ({
    filename: name,
    contentType: type,
    content: bytes,
  })),
  // Keeps out-of-office notes from answering a receipt (RFC 3834).
  headers: { "auto-submitted": "auto-generated" },
});
