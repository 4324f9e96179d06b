import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { findingsApi } from "#features/books/contract/findings.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import { DAY_MS, HOUR_MS } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import { openCrashStand } from "#test/support/processes/crash-stand.ts";
import type { CrashNode, CrashStand } from "#test/support/processes/crash-stand.ts";
import {
  booksOf,
  brokenLater,
  comeToRest,
  expectCaptured,
  handOver,
  heldBooking,
  intentsOf,
  newBooking,
  nextMorning,
  take,
} from "#test/support/processes/cut-booking.ts";
import type { Booking } from "#test/support/processes/cut-booking.ts";

const ADA = "Ada Admin";
const PART = 500;
let stand: CrashStand;
beforeAll(async () => {
  stand = await openCrashStand();
  await stand.world.person(ADA, "org-admin");
});
afterAll(() => stand.close());

const idOf = async (booking: Booking): Promise<string> => (await booksOf(stand, booking)).ours?.id ?? "";
const halt = async (node: CrashNode) =>
  (await node.call(findingsApi.readMoneyHealth, {}, undefined, ADA)).halt;
const refund = (node: CrashNode, paymentId: string, id: string) =>
  node.call(
    refundsApi.askRefund,
    { paymentId, id, amount: { minor: PART, currency: "EUR" }, reason: "late" },
    undefined,
    ADA,
  );
const moved = async (paymentId: string): Promise<readonly string[]> => {
  const [intent] = await intentsOf(stand.facade, paymentId);
  return stand.facade.movements(intent?.id ?? "none");
};

test(
  "row 22 a backup is restored: nothing goes out until both books agree, what the bank remembers is adopted, what was lost is a person's",
  { timeout: 240_000 },
  async () => {
    let node = await stand.start();
    nextMorning(stand);
    const refunded = await heldBooking(stand, node);
    await handOver(stand, refunded);
    await comeToRest(stand, node);
    await expectCaptured(stand, refunded);
    const refundedId = await idOf(refunded);
    const captured = await heldBooking(stand, node);
    const confirmed = await newBooking(stand);
    // Its time is not over while both books are compared: whoever ends unpaid orders leaves it alone.
    await stand.world.db.owner((tx) =>
      sql`update sales_order set expires_at = expires_at + interval '2 days' where id = ${confirmed.order.id}`.execute(
        tx,
      ),
    );
    await take(stand, node, "open", confirmed);
    await stand.backUp();

    // Missing from the backup: a capture, a refund, a card that was confirmed, a whole booking.
    node = await stand.start();
    await node.run();
    for (const step of ["pay", "check"] as const) await take(stand, node, step, confirmed);
    await handOver(stand, captured);
    expect(await refund(node, refundedId, randomUUID())).toMatchObject({ state: "succeeded" });
    const lost = await heldBooking(stand, node);
    await comeToRest(stand, node);
    await expectCaptured(stand, captured);
    const [lostId, lostTotal] = [await idOf(lost), lost.order.total.minor];
    await stand.restoreAll();
    expect((await booksOf(stand, captured)).ours).toMatchObject({ state: "authorized", captured: 0 });

    // The parcel is handed over again, and nobody can ask for the same refund again meanwhile.
    stand.world.now += HOUR_MS;
    stand.facade.seen.splice(0);
    await stand.facade.plan("events", "drop_response", 1_000);
    node = await stand.start();
    const second = await stand.start();
    await handOver(stand, captured);
    await node.run("payments.sweep");
    expect(await halt(node)).toMatchObject({ why: "restored" });
    await expect(refund(node, refundedId, randomUUID())).rejects.toThrow("503 payments.provider-silent");
    const { order } = await newBooking(stand);
    await expect(second.call(paymentsApi.openPayment, { id: order.id })).rejects.toThrow("503");
    const sent = stand.facade.seen.filter(({ call }) => ["open", "capture", "refund"].includes(call));
    expect(sent).toEqual([]);

    await stand.facade.clear();
    await comeToRest(stand, node, second);
    expect(await halt(second)).toBeNull();
    await expectCaptured(stand, captured);
    expect((await booksOf(stand, confirmed)).ours).toMatchObject({ state: "authorized", order: "confirmed" });
    const { minor } = refunded.order.total;
    expect(await moved(refundedId)).toEqual([`hold ${minor}`, `capture ${minor}`, `refund ${PART}`]);
    const adopted = await stand.world.db.owner((tx) =>
      first(
        tx,
        sql`select p.state, p.refunded_minor as given, r.reason from payment p
          join refund_request r on r.payment_id = p.id where p.id = ${refundedId}`,
      ),
    );
    expect(adopted).toEqual({ state: "captured", given: PART, reason: "elsewhere" });

    // A payment that was lost altogether holds money at the bank: a person releases it.
    const { items } = await node.call(findingsApi.listFindings, { group: "open", limit: 50 }, undefined, ADA);
    const [finding] = items.filter(({ kind }) => kind === "unknown-intent");
    expect(finding?.fixes).toContain("release");
    await node.call(findingsApi.resolveFinding, { id: finding?.id ?? "", fix: "release" }, undefined, ADA);
    expect(await moved(lostId)).toEqual([`hold ${lostTotal}`, `release ${lostTotal}`]);

    // New keys are of a new epoch.
    stand.world.now += DAY_MS;
    nextMorning(stand);
    const later = await heldBooking(stand, second);
    const keys = await stand.world.db.owner((tx) =>
      rows(
        tx,
        sql<{ key: string }>`select k.idem_key as key from payment_op k join payment p on p.id = k.payment_id
        where p.order_id = ${later.order.id}`,
      ),
    );
    expect(keys.map(({ key }) => key.split(":").slice(0, 2))).toEqual([[stand.world.orgId, "e2"]]);
    await second.end();
    expect(await brokenLater(stand, node)).toEqual([]);
  },
);
