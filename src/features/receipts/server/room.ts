import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { receiptsApi } from "../contract/receipts.ts";
import { sellerApi } from "../contract/seller.ts";
import { changeSeller, showSeller } from "./change-seller.ts";
import { exportRoute } from "./export/export-route.ts";
import { mailJobs } from "./mail-job.ts";
import { listMyPayments, listReceipts } from "./my-payments.ts";
import { receiptRoute } from "./receipt-route.ts";

/** Receipts, credit notes and the export; they stay where nobody takes cards any more. */
export const receiptsRoom = (parts: RoomParts): Room => ({
  name: "receipts",
  routes: [
    on(receiptsApi.listMyPayments, listMyPayments),
    on(receiptsApi.listReceipts, listReceipts),
    on(sellerApi.readSeller, (_, context) => showSeller(context)),
    on(sellerApi.changeSeller, changeSeller),
  ],
  rawRoutes: [receiptRoute(parts.locales), exportRoute],
  jobs: mailJobs(parts),
  refusals: {},
});
