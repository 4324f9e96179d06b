import * as z from "zod/mini";
import { jsonIn } from "#server/http/json-in.ts";
import type { Bank } from "../bank.ts";
import type { Answer } from "../faults.ts";
import { framePolicy, SCRIPTS } from "../script/script.ts";
import { replyOf, replyTo } from "./reply.ts";
import type { ApiReply, ApiRequest } from "./reply.ts";

export const SECRET_HEADER = "x-sandbox-secret";

const CardInput = z.strictObject({
  number: z.string().check(z.regex(/^\d{8,19}$/)),
  month: z.int(),
  year: z.int(),
  cvc: z.string().check(z.regex(/^\d{0,4}$/)),
});
const ChoiceInput = z.strictObject({ choice: z.enum(["approve", "decline", "cancel"]) });

export interface BrowserCall {
  readonly what: string;
  readonly id: string;
  readonly secret: string;
  readonly body: Buffer;
}

/** Answers the bank's script in a browser, proved by the client secret. @throws LineDead */
export async function browserAnswer(bank: Bank, { what, id, secret, body }: BrowserCall): Promise<Answer> {
  if (what === "session") return bank.session();
  const given = jsonIn(body);
  if (what === "confirm") {
    const card = CardInput.safeParse(given);
    return card.success ? bank.confirm(id, secret, card.data) : BAD;
  }
  const chosen = what === "answer" ? ChoiceInput.safeParse(given) : undefined;
  return chosen?.success ? bank.answer(id, secret, chosen.data.choice) : BAD;
}

const BAD: Answer = { status: 400, body: { error: { code: "bad_request" } } };

/** Pages of other origins ask: the secret is the proof, no cookie is. */
const OPEN = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": `content-type, ${SECRET_HEADER}`,
  "access-control-max-age": "600",
  "cross-origin-resource-policy": "cross-origin",
};

const PATH = /^\/sandbox-bank\/v1\/(?:intents\/([^/]+)\/)?(\w+)$/;
const isScript = (path: string): path is keyof typeof SCRIPTS => path in SCRIPTS;

/** Serves the scripts and their calls; nothing for another path. */
export async function browserReply(
  bank: Bank,
  { method, headers, body }: ApiRequest,
  path: string,
): Promise<ApiReply | undefined> {
  if (isScript(path)) return scriptReply(bank, SCRIPTS[path]);
  const found = PATH.exec(path);
  if (!found) return undefined;
  if (method === "OPTIONS") return { status: 204, headers: OPEN, text: "", way: "whole" };
  const secret = headers[SECRET_HEADER] ?? "";
  const call = { what: found[2] ?? "", id: decodeURIComponent(found[1] ?? ""), secret, body };
  return replyTo(
    () => browserAnswer(bank, call),
    (answer) => replyOf(answer, undefined, OPEN),
  );
}

/** The version is in the address, so a browser may keep it for a day without asking. */
const scriptReply = (
  bank: Bank,
  { call, type, text }: (typeof SCRIPTS)[keyof typeof SCRIPTS],
): Promise<ApiReply> =>
  replyTo(
    () => bank.script(call),
    (answer) =>
      answer.status === 200
        ? {
            status: 200,
            headers: { ...OPEN, ...KEPT, ...(call === "frame" && ANYWHERE), "content-type": type },
            text: text(),
            way: "whole",
          }
        : replyOf(answer, undefined, OPEN),
  );
const KEPT = { "cache-control": "public, max-age=86400" };
/** Any shop shows the form. */
const ANYWHERE = { "content-security-policy": framePolicy("*") };
