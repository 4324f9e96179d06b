import { exponentOf } from "#kernel/currency.ts";
import type { RawReply, RawRequest } from "#server/http/route.ts";
import { LineDead } from "../bank.ts";
import type { Bank } from "../bank.ts";
import type { BankIntent } from "../intent.ts";
import { languageOf, pageHtml } from "./page-state.ts";
import type { PageState } from "./page-state.ts";

/** Shows how one payment stands to whoever has its reference; nothing of a card, nothing to press. */
export async function visitIntent(bank: Bank, request: RawRequest): Promise<RawReply> {
  try {
    const { status, body } = await bank.get(request.params["id"] ?? "");
    if (status !== 200) return html(request, { at: status === 404 ? "nowhere" : "silent" });
    // Safe: the bank is our own code and these are the fields that `publicOf` writes.
    const { intent } = body as unknown as { intent: BankIntent };
    const { id: ref, status: stands, capturedMinor, currency } = intent;
    const minor = stands === "succeeded" ? capturedMinor : intent.amountMinor;
    const amount = { minor, currency, exponent: exponentOf(currency) };
    return html(request, { at: "intent", ref, status: stands, amount });
  } catch (error) {
    if (!(error instanceof LineDead)) throw error;
    return html(request, { at: "silent" });
  }
}

const html = (request: RawRequest, state: PageState): RawReply => ({
  status: state.at === "intent" ? 200 : 404,
  headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  body: pageHtml(state, languageOf(request.header("accept-language"))),
});
