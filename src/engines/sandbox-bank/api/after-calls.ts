import { fromCardUnits } from "#features/payments/server/public.ts";
import { refundIn, standingOf } from "../after-capture.ts";
import type { Standing } from "../after-capture.ts";
import { wireList } from "../wire.ts";
import type { Wire } from "../wire.ts";
import { wireDispute, wireRefund } from "../wire-after.ts";
import { limitIn, metadataIn, sayNo } from "./shop-request.ts";
import type { ShopRequest, Work } from "./shop-request.ts";

export function refund({ form }: ShopRequest): Work {
  const metadata = metadataIn(form);
  return async (tx, now) => {
    const standing = await standingOf(tx, form.get("payment_intent") ?? "", now);
    if (!standing) return sayNo(404, "resource_missing");
    const amount = Number(form.get("amount") ?? "0");
    const amountMinor = fromCardUnits(amount, standing.intent.currency)?.minor ?? 0;
    const order = { mark: metadata["op_id"] ?? null, metadata, amountMinor };
    const given = await refundIn(tx, standing, order, now);
    if (typeof given === "string") return sayNo(400, given);
    return { status: 200, body: wireRefund(given, standing.intent) };
  };
}

const refundsIn = ({ intent, refunds: all }: Standing) => all.map((one) => wireRefund(one, intent));
const disputesIn = ({ intent, disputes: all }: Standing) => all.map((one) => wireDispute(one, intent));

export const refunds = (request: ShopRequest): Work => listed(request, refundsIn);

export const disputes = (request: ShopRequest): Work => listed(request, disputesIn);

/** Newest first, from after the one that is named. */
function listed({ query }: ShopRequest, allIn: (standing: Standing) => readonly Wire[]): Work {
  return async (tx, now) => {
    const standing = await standingOf(tx, query.get("payment_intent") ?? "", now);
    if (!standing) return sayNo(404, "resource_missing");
    const newest = allIn(standing).toReversed();
    const after = query.get("starting_after");
    const from = after === null ? 0 : newest.findIndex(({ id }) => id === after) + 1;
    const data = newest.slice(from, from + limitIn(query));
    return { status: 200, body: wireList(data, from + data.length < newest.length) };
  };
}
