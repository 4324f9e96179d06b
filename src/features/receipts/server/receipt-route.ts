import { isUuid } from "#kernel/id.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type Locale, chooseLocale } from "#kernel/locale.ts";
import type { RawReply, RawRequest, RawRoute } from "#server/http/route.ts";
import { orderFor } from "#features/deliveries/server/public.ts";
import { withOfficeView } from "./my-payments.ts";
import { readReceipt, type ReceiptRow } from "./receipt-row.ts";

/**
 * The page of a receipt, for whoever may see its order.
 *
 * @param locales languages on offer; all of them where nothing is said
 */
export const receiptRoute = (locales: readonly Locale[] | undefined): RawRoute => ({
  id: "readReceipt",
  method: "GET",
  path: "/api/receipts/:id/receipt.pdf",
  needs: "anyone",
  summary: "A receipt or credit note as a page to keep, in the language of the query",
  limitPerMinute: 30,
  run: async (request) => {
    const { number, content, issuedAt } = await ownReceipt(request);
    const { language } = request.query;
    const { receiptPdf } = await import("./receipt-pdf.ts");
    return pdf(number, await receiptPdf(content, issuedAt, chooseLocale([language], locales)));
  },
});

const pdf = (number: string, body: Buffer): RawReply => ({
  status: 200,
  headers: {
    "content-type": "application/pdf",
    "cache-control": "private, no-store",
    "content-disposition": `attachment; filename="${number}.pdf"`,
  },
  body,
});

/** @throws Refusal `payments.no-receipt`, whether there is none or it is somebody else's */
function ownReceipt({ params: { id = "" }, context }: RawRequest): Promise<ReceiptRow> {
  const none = new Refusal("payments.no-receipt");
  if (!isUuid(id)) throw none;
  return context.db.as(context.actor, async (tx) => {
    const receipt = await readReceipt(tx, id);
    if (!receipt) throw none;
    await orderFor(withOfficeView(context), receipt.orderId, tx).catch((error: unknown) => {
      throw error instanceof Refusal ? none : error;
    });
    return receipt;
  });
}
