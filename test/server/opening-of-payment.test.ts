import { expect, test } from "vitest";
import { good, order, request } from "#test/support/people/booking.ts";
import { paymentDepsOf } from "#test/support/paying/paying.ts";
import { useShop } from "#test/support/use-world.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { readPayment } from "#features/payments/server/base/payment-row.ts";
import type { NewIntent } from "#features/payments/server/base/gateway.ts";
import { KINDS } from "#features/payments/server/operations/operation-kinds.ts";

const { world, sam } = useShop();

test.each([
  ["with the payer's address", "203.0.113.7"],
  ["and no payer's address where none is known", null],
])(
  "an order's opening fills number, recipient and address at the provider, %s",
  async (_says, payerAddress) => {
    const placed = await order(world, sam);
    const { payment } = good(await sam.call(paymentsApi.openPayment, { id: placed.id }));
    const row = await world.db.as({ orgId: world.orgId }, (tx) => readPayment(tx, payment.id));
    if (!row) throw new Error("no payment");
    const told: NewIntent[] = [];
    const deps = paymentDepsOf(world);
    const provider = {
      ...deps.provider,
      openIntent: (wish: NewIntent) => {
        told.push(wish);
        return deps.provider.openIntent(wish);
      },
    };
    const claimed = { op: { payerAddress }, payment: row, orgId: world.orgId } as never;
    await KINDS.open.send({ ...deps, provider }, claimed, `key of ${placed.id}`);
    const { label, city } = request(world).dropoff;
    expect(told).toMatchObject([
      {
        paymentId: payment.id,
        about: {
          orderNumber: placed.number,
          recipient: { name: placed.recipient.name, phone: placed.recipient.phone },
          address: { line: label, postcode: null, city },
        },
      },
    ]);
    expect(told[0]?.about?.payerAddress).toBe(payerAddress ?? undefined);
  },
);
