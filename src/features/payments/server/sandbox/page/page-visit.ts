import { exponentOf } from "#kernel/currency.ts";
import type { RawReply, RawRequest } from "#server/http/route.ts";
import { LineDead } from "../bank.ts";
import type { Bank } from "../bank.ts";
import type { Answer } from "../books.ts";
import type { Card } from "../cards.ts";
import type { BankIntent } from "../intent.ts";
import { languageOf, pageHtml } from "./page-look.ts";
import type { Face, Wrong } from "./page-look.ts";

/** The page as the bank has it. */
interface Entered {
  readonly state: string;
  readonly status: string;
  readonly clientSecret: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly exponent: number;
  readonly description: string;
  readonly returnUrl: string;
}

/** Shows the bank's own page to whoever has its address. */
export const visit = (bank: Bank, request: RawRequest): Promise<RawReply> =>
  onPage(bank, request, (page) => Promise.resolve(show(request, page)));

/** Takes a card: typed, or one of those that are on the page. Once it is held the payer goes back to the shop. */
export const payThere = (bank: Bank, request: RawRequest): Promise<RawReply> =>
  onPage(bank, request, async (page) => {
    const form = new URLSearchParams(request.body.toString("utf8"));
    return next(request, page, await bank.confirm(intentOf(page), page.clientSecret, cardIn(form)));
  });

/** What the holder of the card says to the card's bank. */
export const answerThere = (bank: Bank, request: RawRequest): Promise<RawReply> =>
  onPage(bank, request, async (page) => {
    const choice = new URLSearchParams(request.body.toString("utf8")).get("choice");
    const known = choice === "approve" || choice === "decline" ? choice : "cancel";
    return next(request, page, await bank.answer(intentOf(page), page.clientSecret, known));
  });

/** Shows how one payment stands to whoever has its reference; nothing of a card, nothing to press. */
export async function visitIntent(bank: Bank, request: RawRequest): Promise<RawReply> {
  try {
    const { status, body } = await bank.get(request.params["id"] ?? "");
    if (status !== 200) return html(request, undefined, { at: status === 404 ? "nowhere" : "silent" });
    // Safe: the bank is our own code and these are the fields that `publicOf` writes.
    const { intent } = body as unknown as { intent: BankIntent };
    const { id: ref, status: stands, capturedMinor, currency } = intent;
    const amountMinor = stands === "succeeded" ? capturedMinor : intent.amountMinor;
    const shown = { amountMinor, currency, exponent: exponentOf(currency) };
    return html(request, shown, { at: "intent", ref, status: stands });
  } catch (error) {
    if (!(error instanceof LineDead)) throw error;
    return html(request, undefined, { at: "silent" });
  }
}

const intentOf = ({ clientSecret }: Entered): string => clientSecret.split("_secret_")[0] ?? "";

async function onPage(
  bank: Bank,
  request: RawRequest,
  work: (page: Entered) => Promise<RawReply>,
): Promise<RawReply> {
  let page: Entered | undefined;
  try {
    const { status, body } = await bank.enterPage(request.params["id"] ?? "");
    // Safe: the bank is our own code and these are the fields that `enterPage` writes.
    page = status === 200 ? (body as unknown as Entered) : undefined;
    return page?.state === "open" ? await work(page) : html(request, page, { at: "over" });
  } catch (error) {
    if (!(error instanceof LineDead)) throw error;
    return html(request, page, { at: "silent" });
  }
}

/** Held: back to the shop. Asked or declined: on the page, which is loaded again so that nothing is sent twice. */
function next(request: RawRequest, page: Entered, { status, body }: Answer): RawReply {
  const { intent, error } = body as {
    intent?: { status?: string };
    error?: { code?: string; intent?: { status?: string } };
  };
  if (intent?.status === "requires_capture") return away(page.returnUrl);
  if (status >= 500) return html(request, page, { at: "silent" });
  if (error === undefined || error.code === "confirmation_cancelled") return away(addressOf(request));
  return html(request, page, { at: "form", wrong: WRONG[error.code ?? ""] ?? "no" });
}

const WRONG: Readonly<Record<string, Wrong>> = {
  incorrect_number: "bad-number",
  invalid_expiry: "bad-expiry",
  expired_card: "past",
  incorrect_cvc: "bad-cvc",
};

const show = (request: RawRequest, page: Entered): RawReply =>
  html(request, page, { at: page.status === "requires_action" ? "ask" : "form" });

const addressOf = ({ params }: RawRequest): string =>
  `/sandbox-bank/v1/pages/${encodeURIComponent(params["id"] ?? "")}`;

type ShownPage = Pick<Entered, "amountMinor" | "currency" | "exponent"> & Partial<Entered>;

function html(request: RawRequest, page: ShownPage | undefined, face: Face): RawReply {
  const body = pageHtml({
    face,
    language: languageOf(request.header("accept-language")),
    address: addressOf(request),
    description: page?.description ?? "",
    amount: {
      minor: page?.amountMinor ?? 0,
      currency: page?.currency ?? "EUR",
      exponent: page?.exponent ?? 2,
    },
    returnUrl: page?.returnUrl,
  });
  return { status: page ? 200 : 404, headers: HEADERS, body };
}

const HEADERS = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };

const away = (location: string): RawReply => ({
  status: 303,
  headers: { location, "cache-control": "no-store" },
  body: null,
});

/** Digits in any of our languages' writing. */
const digitsIn = (text: string | null): string =>
  (text ?? "").replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660)).replace(/\D/g, "");

function cardIn(form: URLSearchParams): Card {
  const demo = digitsIn(form.get("demo"));
  if (demo !== "") return { number: demo, month: 12, year: new Date().getUTCFullYear() + 4, cvc: "123" };
  const expiry = digitsIn(form.get("expiry"));
  return {
    number: digitsIn(form.get("number")),
    month: Number(expiry.slice(0, 2)),
    year: 2000 + Number(expiry.slice(2, 4)),
    cvc: digitsIn(form.get("cvc")),
  };
}
