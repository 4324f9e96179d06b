import type { RawReply, RawRequest, RawRoute } from "#server/http/route.ts";
import { LineDead } from "./bank.ts";
import type { Bank } from "./bank.ts";
import type { Answer } from "./books.ts";
import { SECRET_HEADER, browserAnswer } from "./face/browser-calls.ts";
import { oddFor } from "./faults.ts";
import { pageSheet } from "./page/page-state.ts";
import { visitIntent } from "./page/page-visit.ts";
import { bankScript } from "./script.ts";

/**
 * The bank's own addresses. They stand for another host: the browser's script talks to them with a client secret,
 * Waybill's own calls never see a card. Nothing of a body is logged.
 */
export const bankRoutes = (bank: Bank): RawRoute[] => {
  const ofIntent = (id: string, what: string, summary: string): RawRoute => ({
    id,
    method: "POST",
    path: `/sandbox-bank/v1/intents/:id/${what}`,
    needs: "anyone",
    summary,
    limitPerMinute: 30,
    run: (request) => answerTo(bank, what, request),
  });
  return [
    {
      id: "sandboxBankScript",
      method: "GET",
      path: "/sandbox-bank/v1/bank.js",
      needs: "anyone",
      summary: "The sandbox bank's script for the card form",
      run: () => alive(() => bank.script(), scriptReply),
    },
    {
      id: "sandboxBankSession",
      method: "POST",
      path: "/sandbox-bank/v1/session",
      needs: "anyone",
      summary: "The bank's card form asks whether it may be drawn",
      limitPerMinute: 60,
      run: (request) => answerTo(bank, "session", request),
    },
    ofIntent(
      "sandboxBankConfirm",
      "confirm",
      "The bank's card form hands over a card, with the client secret in a header",
    ),
    ofIntent("sandboxBankAnswer", "answer", "What the card holder chose in the bank's window"),
    ofIntent("sandboxBankShow", "show", "What the bank's script may know of an intent"),
    ...pageRoutes(bank),
  ];
};

/** The bank's own page about one payment, for our staff. */
export const pageRoutes = (bank: Bank): RawRoute[] => [
  {
    id: "sandboxBankIntent",
    method: "GET",
    path: "/sandbox-bank/v1/intents/:id",
    needs: "anyone",
    summary: "How one payment stands at the bank, for whoever has its reference",
    limitPerMinute: 60,
    run: (request) => visitIntent(bank, request),
  },
  {
    id: "sandboxBankPageSheet",
    method: "GET",
    path: "/sandbox-bank/v1/page.css",
    needs: "anyone",
    summary: "The look of the bank's own page",
    run: () => Promise.resolve(reply(200, "text/css; charset=utf-8", pageSheet())),
  },
];

const answerTo = (bank: Bank, what: string, request: RawRequest): Promise<RawReply> =>
  alive(
    () =>
      browserAnswer(bank, {
        what,
        id: request.params["id"] ?? "",
        secret: request.header(SECRET_HEADER) ?? "",
        body: request.body,
      }),
    ({ status, body }) => reply(status, "application/json", JSON.stringify(body)),
  );

/** A line that is dead here is what a proxy says of one: a 504, or whatever stands in the answer's place. */
async function alive(ask: () => Promise<Answer>, say: (answer: Answer) => RawReply): Promise<RawReply> {
  try {
    return say(await ask());
  } catch (error) {
    if (!(error instanceof LineDead)) throw error;
    const odd = oddFor(error.fault);
    return odd
      ? reply(odd.status, odd.type, odd.text)
      : reply(504, "application/json", '{"error":{"code":"no_answer"}}');
  }
}

const reply = (status: number, type: string, body: string): RawReply => ({
  status,
  headers: { "content-type": type, "cache-control": "no-store" },
  body,
});

/** The version is in the address, so a browser may keep it for a day without asking. */
const scriptReply = ({ status }: Answer): RawReply =>
  status === 200
    ? {
        status,
        headers: {
          "content-type": "text/javascript; charset=utf-8",
          "cache-control": "public, max-age=86400",
        },
        body: bankScript(),
      }
    : reply(status, "application/json", "{}");
