import { sql } from "kysely";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Job } from "#server/jobs/jobs.ts";
import { newId } from "#server/ids.ts";
import { lockOrder, readOrderRecord } from "#features/deliveries/server/public.ts";
import type { OrderRecord } from "#features/deliveries/server/public.ts";
import { openPageOf, turnOf } from "../hosted/turn.ts";
import { openKey, operationOf, planOperation } from "../operation.ts";
import type { Operation } from "../operation.ts";
import { sendLink, takeableOf } from "../owed/lose-hold.ts";
import { lockPayment, readPayment } from "../payment-row.ts";
import type { PaymentRow } from "../payment-row.ts";
import { runOperation } from "../run-operation.ts";
import type { Desk } from "../run-operation.ts";
import { holderOf } from "../saved-cards/holder-row.ts";
import { awayKey, doesStand, standingConsents } from "./away-consent.ts";
import { namedConsents } from "./name-cards.ts";

/** How a card was charged whose holder is away. `none`: it was not tried, and never will be for this payment. */
export type AwayWay = "none" | "held" | "declined" | "unclear";

/**
 * Charges a kept card for what is owed, where its holder let us: once for a payment, as its opening. A link that was
 * followed before stands in its place, and a link that is followed later finds what this opened.
 */
export async function chargeAway(desk: Desk, orgId: string, paymentId: string): Promise<AwayWay> {
  const opId = await desk.db.as({ orgId }, (tx) => triedId(tx, paymentId));
  const planned = opId ?? (await plan(desk, orgId, paymentId));
  if (planned === undefined) return "none";
  await runOperation(desk, orgId, planned);
  return desk.db.as({ orgId }, (tx) => awayWayOf(tx, paymentId));
}

/** How the try went that was written down for a payment. */
export async function awayWayOf(tx: Tx, paymentId: string): Promise<AwayWay> {
  const found = await first(
    tx,
    sql<Pick<Operation, "state">>`select state from payment_op
      where org_id = app_org() and payment_id = ${paymentId} and consent_id is not null`,
  );
  if (!found) return "none";
  if (found.state === "done") return "held";
  return found.state === "failed" ? "declined" : "unclear";
}

const triedId = async (tx: Tx, paymentId: string): Promise<string | undefined> =>
  (
    await first(
      tx,
      sql<{ id: string }>`select id from payment_op
        where org_id = app_org() and payment_id = ${paymentId} and consent_id is not null`,
    )
  )?.id;

/** Whether a payment's card would be charged: its mail waits for how that goes. */
export async function isForAway(
  desk: Pick<Desk, "provider" | "chargesAway">,
  tx: Tx,
  order: OrderRecord,
): Promise<boolean> {
  if (desk.chargesAway !== true || order.payerId === null) return false;
  return (await standingConsents(tx, { personId: order.payerId, provider: desk.provider.id }, 1)).length > 0;
}

/** Chooses the card, and writes the one try down. @returns nothing where none may be made */
async function plan(desk: Desk, orgId: string, paymentId: string): Promise<string | undefined> {
  if (!desk.provider.savedCards || desk.chargesAway !== true) return undefined;
  const payerId = await desk.db.as({ orgId }, async (tx) => {
    const payment = await readPayment(tx, paymentId);
    return payment && isUntouched(payment)
      ? (await readOrderRecord(tx, orgId, payment.orderId))?.payerId
      : null;
  });
  if (!payerId) return undefined;
  const [consent] = await namedConsents(desk, orgId, payerId);
  const cardRef = consent?.cardRef;
  if (!consent || !cardRef) return undefined;
  return desk.db.as({ orgId }, async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    const order = payment && (await lockOrder(tx, orgId, payment.orderId));
    if (!payment || !order) return undefined;
    // Somebody else was faster.
    const opId = await triedId(tx, paymentId);
    if (opId !== undefined || !(await mayCharge(desk, tx, payment, order))) return opId;
    const holder = await holderOf(tx, { personId: payerId, provider: desk.provider.id });
    if (!holder?.ref || !(await doesStand(tx, consent.id))) return undefined;
    const op = await planOperation(tx, desk.clock(), {
      id: newId(desk.clock()),
      paymentId,
      kind: "open",
      logicalKey: openKey(paymentId),
      amountMinor: payment.amountMinor,
      away: { consentId: consent.id, holderRef: holder.ref, cardRef },
      instance: desk.instance,
    });
    return op.id;
  });
}

/** Nobody began to pay it. */
const isUntouched = (payment: PaymentRow): boolean =>
  (payment.purpose === "surcharge" || payment.purpose === "recovery") &&
  payment.state === "created" &&
  payment.way === null &&
  payment.ref === null &&
  openPageOf(payment) === null &&
  turnOf(payment) === 0;

/** What the payer was told: extras in all up to the price of the delivery, and the price itself once. */
async function mayCharge(desk: Desk, tx: Tx, payment: PaymentRow, order: OrderRecord): Promise<boolean> {
  if (payment.provider !== desk.provider.id || !isUntouched(payment)) return false;
  if (await operationOf(tx, openKey(payment.id))) return false;
  if ((await takeableOf(tx, order, payment)) < payment.amountMinor) return false;
  const before = await first(
    tx,
    sql<{ minor: number }>`
      select coalesce(sum(p.amount_minor), 0)::bigint as minor from payment p
      join payment_op o on o.org_id = p.org_id and o.payment_id = p.id and o.consent_id is not null
      where p.org_id = app_org() and p.order_id = ${order.id} and p.purpose = ${payment.purpose}
        and o.state <> 'failed'`,
  );
  return (before?.minor ?? 0) + payment.amountMinor <= order.total.minor;
}

/** Charges the card; where it is not to be charged at all, the link goes out. What it came to is told by its end. */
export const awayJob =
  (desk: Desk): Job =>
  async (payload) => {
    const orgId = String(payload["orgId"]);
    const paymentId = String(payload["paymentId"]);
    if ((await chargeAway(desk, orgId, paymentId)) !== "none") return;
    await desk.db.as({ orgId }, (tx) => sendLink(tx, orgId, paymentId, desk.clock()));
  };

/** As the job, while somebody waits for the answer. */
export async function chargeAwayNow(desk: Desk, orgId: string, paymentId: string): Promise<AwayWay> {
  const way = await chargeAway(desk, orgId, paymentId);
  if (way === "none")
    await desk.db.as({ orgId }, (tx) => sendLink(tx, orgId, paymentId, desk.clock(), awayKey(paymentId)));
  return way;
}
