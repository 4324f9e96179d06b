import type { Settings } from "#main/config/settings.ts";
import { verifySmtp } from "#server/mail/mailer.ts";
import { type Finding, type Result, bad, good, runChecks } from "./finding.ts";

/** The mail server, where one is set: whether it can be reached, encrypts, and takes our name. Nothing is sent. */
export function examineMail({ mailUrl }: Pick<Settings, "mailUrl">): Promise<Finding[]> {
  return mailUrl === undefined ? Promise.resolve([]) : runChecks([["server", () => lookAt(mailUrl)]]);
}

async function lookAt(url: string): Promise<Result> {
  const { hostname } = new URL(url);
  try {
    await verifySmtp(url);
    return good(`${hostname} takes mail from us`);
  } catch (error) {
    return bad(
      `${hostname} does not take mail from us (${codeOf(error)})`,
      "Look at name, password, port and encryption in WAYBILL_MAIL_URL, and let this machine call it.",
    );
  }
}

/** The library's short word for what went wrong; what the server said may name people. */
const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : "no clear answer";
