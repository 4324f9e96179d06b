import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { PayWay } from "#features/payments/contract/api.ts";
import { Id, InstantText, Money } from "#contract/schemas.ts";

/** Amount due for an order without a card, its debtor, and whether it was paid. */
export const Due = z.strictObject({
  orderId: Id,
  way: PayWay,
  owedBy: z.enum(["sender", "recipient"]),
  /** `promised` until the delivery ends, then `due` or `nothing`; `received` once somebody took it. */
  state: z.enum(["promised", "due", "received", "nothing"]),
  /** Amount due or paid. */
  amount: Money,
  receivedAt: z.nullable(InstantText),
});
export type Due = z.output<typeof Due>;

export const duesApi = {
  chooseWay: endpoint({
    id: "chooseWay",
    method: "POST",
    path: "/api/orders/:id/way",
    needs: "anyone",
    summary: "Choose cash or an invoice where no cards are taken: the order is booked at once",
    input: z.strictObject({ id: Id, way: PayWay }),
    reply: Due,
    refusals: [
      "deliveries.not-found",
      "payments.order-closed",
      "payments.way-not-offered",
      "payments.invoice-needs-account",
    ],
    limitPerMinute: 20,
  }),
  readDue: endpoint({
    id: "readDue",
    method: "GET",
    path: "/api/orders/:id/due",
    needs: "anyone",
    summary: "What is to be paid for an order without a card",
    input: z.strictObject({ id: Id }),
    reply: z.strictObject({ due: z.nullable(Due) }),
    refusals: ["deliveries.not-found"],
  }),
  recordCash: endpoint({
    id: "recordCash",
    method: "POST",
    path: "/api/deliveries/:id/cash",
    needs: "task:perform",
    summary: "Cash was handed over for a delivery, by the amount that was shown",
    input: z.strictObject({ id: Id, amount: Money }),
    reply: Due,
    refusals: [
      "deliveries.not-found",
      "payments.none",
      "payments.not-cash",
      "payments.already-received",
      "payments.nothing-owed",
      "payments.due-changed",
    ],
  }),
  recordReceived: endpoint({
    id: "recordReceived",
    method: "POST",
    path: "/api/payments/:id/received",
    needs: "money:refund",
    summary: "The office received what was owed for an order without a card",
    input: z.strictObject({ id: Id, amount: Money }),
    reply: Due,
    refusals: [
      "payments.not-found",
      "payments.none",
      "payments.already-received",
      "payments.nothing-owed",
      "payments.due-changed",
    ],
  }),
};
