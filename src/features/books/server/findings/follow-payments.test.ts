import { sql } from "kysely";
import { expect, test } from "vitest";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { lockPayment, savePayment } from "#features/payments/server/public.ts";
import { good } from "#test/support/people/booking.ts";
import { lostHold } from "#test/support/paying/lost-hold.ts";
import { held } from "#test/support/paying/paying.ts";
import { useWorld } from "#test/support/use-world.ts";
import { traceApi } from "../../contract/trace.ts";

const { world, sam, ada } = useWorld({
  runJobs: true,
  refundLimits: { EUR: 100 },
  shop: true,
  people: { sam: ["Sam", "sender"], ada: ["Ada", "org-admin"] },
});

const kinds = async (id: string) =>
  good(await ada.call(traceApi.readTrace, { id })).findings.map(({ kind }) => kind);

test("a payment that comes under review is a finding in the transaction of that change, or of none", async () => {
  const { paymentId } = await held(world, sam);
  const doubt = (fails: boolean) =>
    world.db.as({ orgId: world.orgId }, async (tx) => {
      const payment = await lockPayment(tx, paymentId);
      if (payment) await savePayment({ tx, now: world.now }, payment, { ...payment, mismatch: true });
      if (fails) throw new Error("undone");
    });
  await expect(doubt(true)).rejects.toThrow("undone");
  expect(await kinds(paymentId)).toEqual([]);
  await doubt(false);
  expect(await kinds(paymentId)).toEqual(["payment-review"]);
});

test("what is too little for a card is noted for the office, and its write-off closes the finding", async () => {
  const { orderId, paymentId } = await lostHold(world, sam);
  await world.run(sql`update payment set state = 'voided' where for_payment_id = ${paymentId}`);
  await world.run(sql`update payment set owed_minor = 20 where id = ${paymentId}`);
  const link = await ada.call(receivablesApi.sendPayLink, { id: orderId });
  expect(link.body.code).toBe("payments.nothing-owed");
  expect(await kinds(paymentId)).toContain("owed-too-little");
  good(await ada.call(receivablesApi.writeOff, { id: paymentId, agree: true }));
  expect(await kinds(paymentId)).not.toContain("owed-too-little");
});
