import { fromStripe } from "#kernel/stripe-amount.ts";
import type { Answer } from "../books.ts";
import { pagesSince, takePage, workOnPage } from "../hosted-page.ts";
import { cancel } from "../intent.ts";
import type { BankIntent, Step } from "../intent.ts";
import { wirePage } from "../page/page-state.ts";
import { wireList } from "../wire.ts";
import { limitIn, sayNo, sinceIn } from "./shop-request.ts";
import type { ShopRequest, Work } from "./shop-request.ts";

const marksIn = (form: URLSearchParams, where: string): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith(`${where}[`) && name.endsWith("]") ? [[name.slice(where.length + 1, -1), value]] : [],
    ),
  );

/** Opens a page that holds the whole price of its one line. */
export function openPage({ form }: ShopRequest): Work | Answer {
  const price = fromStripe(
    Number(form.get("line_items[0][price_data][unit_amount]")),
    form.get("line_items[0][price_data][currency]") ?? "",
  );
  const isHold = form.get("payment_intent_data[capture_method]") === "manual";
  // A bank that may show another currency holds another amount than was asked for.
  const isAdapted = form.get("adaptive_pricing[enabled]") !== "false";
  if (!price || price.minor < 1) return sayNo(400, "parameter_invalid_integer");
  if (form.get("mode") !== "payment" || form.get("line_items[0][quantity]") !== "1" || !isHold || isAdapted)
    return sayNo(400, "parameter_missing");
  const metadata = marksIn(form, "payment_intent_data[metadata]");
  return async (tx, now) => {
    const page = await takePage(
      tx,
      {
        paymentId: metadata["payment_id"] ?? "",
        amountMinor: price.minor,
        currency: price.currency,
        metadata,
        description: form.get("line_items[0][price_data][product_data][name]") ?? "",
        returnUrl: form.get("success_url") ?? "",
      },
      now,
    );
    return { status: 200, body: wirePage(page) };
  };
}

export const readPage = ({ id }: ShopRequest): Work => onPage(id);
export const expirePage = ({ id }: ShopRequest): Work => onPage(id, cancel);

export const listPages =
  ({ query }: ShopRequest): Work =>
  async (tx) => {
    const limit = limitIn(query);
    const window = { since: sinceIn(query), after: query.get("starting_after"), limit: limit + 1 };
    const pages = await pagesSince(tx, window);
    return { status: 200, body: wireList(pages.slice(0, limit).map(wirePage), pages.length > limit) };
  };

const onPage =
  (id: string, take?: (intent: BankIntent) => Step): Work =>
  async (tx, now) => {
    const page = await workOnPage(tx, id, now, take);
    if (page === undefined) return sayNo(404, "resource_missing");
    return page === "paid" ? sayNo(400, "resource_complete") : { status: 200, body: wirePage(page) };
  };
