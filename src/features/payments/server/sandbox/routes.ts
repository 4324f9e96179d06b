import * as z from "zod/mini";
import type { RawReply, RawRequest, RawRoute } from "#server/http/route.ts";
import { LineDead } from "./bank.ts";
import type { Bank } from "./bank.ts";
import type { Answer } from "./books.ts";
import { bankScript } from "./script.ts";

export const SECRET_HEADER = "x-sandbox-secret";

const CardInput = z.strictObject({
  number: z.string().check(z.regex(/^\d{8,19}$/)),
  month: z.int(),
  year: z.int(),
  cvc: z.string().check(z.regex(/^\d{0,4}$/)),
});
const ChoiceInput = z.strictObject({ choice: z.enum(["approve", "decline", "cancel"]) });

/**
 * The bank's own addresses. They stand for another host: the browser's script talks to them with a client secret,
 * Waybill's own calls never see a card. Nothing of a body is logged.
 */
export const bankRoutes = (bank: Bank): RawRoute[] => [
  {
    id: "sandboxBankScript",
    method: "GET",
    path: "/sandbox-bank/v1/bank.js",
    needs: "anyone",
    summary: "The sandbox bank's script for the card form",
    run: () => Promise.resolve(scriptReply(bankScript())),
  },
  {
    id: "sandboxBankConfirm",
    method: "POST",
    path: "/sandbox-bank/v1/intents/:id/confirm",
    needs: "anyone",
    summary: "The bank's card form hands over a card, with the client secret in a header",
    limitPerMinute: 30,
    run: (request) =>
      answerTo(request, CardInput, (card, secret) => bank.confirm(request.params["id"] ?? "", secret, card)),
  },
  {
    id: "sandboxBankAnswer",
    method: "POST",
    path: "/sandbox-bank/v1/intents/:id/answer",
    needs: "anyone",
    summary: "What the card holder chose in the bank's window",
    limitPerMinute: 30,
    run: (request) =>
      answerTo(request, ChoiceInput, ({ choice }, secret) =>
        bank.answer(request.params["id"] ?? "", secret, choice),
      ),
  },
];

async function answerTo<T>(
  request: RawRequest,
  schema: z.ZodMiniType<T>,
  ask: (input: T, secret: string) => Promise<Answer>,
): Promise<RawReply> {
  const parsed = schema.safeParse(jsonIn(request.body));
  if (!parsed.success) return jsonReply(400, { error: { code: "bad_request" } });
  try {
    const { status, body } = await ask(parsed.data, request.header(SECRET_HEADER) ?? "");
    return jsonReply(status, body);
  } catch (error) {
    if (error instanceof LineDead) return jsonReply(504, { error: { code: "no_answer" } });
    throw error;
  }
}

/** `undefined`, which no schema takes, for what is not JSON. */
function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

const jsonReply = (status: number, body: object): RawReply => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(body),
});

/** The version is in the address, so a browser may keep it for a day without asking. */
const scriptReply = (body: string): RawReply => ({
  status: 200,
  headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "public, max-age=86400" },
  body,
});
