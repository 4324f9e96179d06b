import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { money, share, sum } from "#kernel/money.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Window } from "#kernel/window.ts";
import { acceptOnce } from "#server/db/commands.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { sendLink } from "#features/debts/server/public.ts";
import { decideEdit } from "#features/deliveries/domain/edits.ts";
import type { Editable, Edited, FieldChange } from "#features/deliveries/domain/edits.ts";
import { tripChanges } from "../domain/trip-changes.ts";
import {
  lockDelivery,
  lockOrder,
  notFound,
  PRICED_EDIT,
  viewAfter,
  writeEdits,
} from "#features/deliveries/server/public.ts";
import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import {
  addExtra,
  changeAmount,
  dropUnopened,
  type PaymentRow,
  readPayment,
} from "#features/payments/server/public.ts";
import type { Price } from "#features/quotes/domain/price.ts";
import type { Distance } from "#features/quotes/domain/distance.ts";
import { measureTrip } from "#features/quotes/server/public.ts";
import type { editsApi } from "../contract/api.ts";
import { dropPlaces } from "#features/parcels/server/public.ts";
import { priceAt } from "../domain/price-at.ts";
import type { Moves } from "../domain/price-decision.ts";
import { type Priced, pricedOf, seenBy, type TripParts } from "./price-trip.ts";
import { promisesOf } from "./level-terms.ts";
import { lockPaymentsOf, moneyOf, type OrderMoney } from "./standing.ts";
import { valuesAsked, windowAsked, wishOf } from "./trip-wish.ts";

type Asked = ParsedOf<typeof editsApi.editTrip>;

/**
 * Changes addresses, parcels, service level or window of a delivery with a decision about the price, once for the call's
 * key: delivery, order, history and money in one transaction.
 *
 * @throws Refusal `deliveries.not-found`, `deliveries.changed-meanwhile`, `deliveries.too-late-to-edit`,
 * `edits.price-changed`, `edits.not-possible`, `edits.reason-missing`, and as `pricedOf` and `writeEdits`
 */
export async function editTrip(
  parts: TripParts,
  asked: Asked,
  context: Context,
): Promise<ReplyOf<typeof editsApi.editTrip>> {
  const { actor, db, now, key } = context;
  const seen = await db.as(actor, (tx) => seenBy(tx, context, asked.id));
  const distance = await measureTrip(parts.roads, wishOf(valuesAsked(seen, asked)));
  return db.as(actor, async (tx) => {
    const before = await lockDelivery(tx, asked.id);
    if (!before) throw notFound({ id: asked.id });
    const command = {
      commandId: key,
      occurredAt: now,
      type: PRICED_EDIT,
      aggregateId: before.id,
      body: asked,
    };
    if (await acceptOnce(tx, actor, now, command)) {
      // The way was measured for the version that was read before.
      if (before.version !== asked.version || seen.version !== asked.version)
        throw new Refusal("deliveries.changed-meanwhile", { version: before.version });
      await carryOut(tx, context, { parts, asked, before, distance });
    }
    return { delivery: await viewAfter(tx, context, before.id), asked: await askedOf(tx, asked, before) };
  });
}

interface Work {
  readonly parts: TripParts;
  readonly asked: Asked;
  /** Locked by this transaction. */
  readonly before: DeliveryRecord;
  readonly distance: Distance;
}

async function carryOut(tx: Tx, context: Context, work: Work): Promise<void> {
  const { asked, before, distance, parts } = work;
  const { orgId } = context.actor;
  const values = valuesAsked(before, asked);
  const moved = movedWindow(before, asked, context.now);
  const changes = [...tripChanges(before, values), ...moved.changes];
  if (changes.length === 0) return;
  // Between its delivery and its order, as in every transaction that holds more than one of them.
  await lockPaymentsOf(tx, before.orderId);
  const order = await lockOrder(tx, before.orderId);
  if (!order) throw notFound({ id: before.id });
  const standing = await moneyOf(tx, order, {
    takesCards: parts.cards !== undefined,
    hasCourier: before.courierId !== null,
  });
  const wish = wishOf(values, moved.window);
  const priced = await pricedOf(tx, orgId, { delivery: before, wish, distance, order, money: standing });
  const moves = decidedMoves(asked, priced);
  const price = priceAt(priced.price, moves?.priceMinor ?? standing.standing.priceMinor);
  if (moves) await move(tx, context, work, { money: standing, moves, price });
  if (changes.some(({ field }) => field === "parcels")) await dropPlaces(tx, before.id);
  const isOtherLoad = changes.some(({ field }) => field === "parcels" || field === "service");
  const after = {
    ...values,
    ...moved.after,
    ...(isOtherLoad && (await promisesOf(tx, before, values, priced.level))),
    price,
    distanceM: distance.distanceM,
    distanceSource: distance.source,
  };
  const edited = { after, changes: [...changes, ...priceChanges(asked, priced)] };
  await writeEdits(tx, { ...context, overbook: asked.overbook }, [{ before, edited }]);
}

interface MovedWindow extends Pick<Edited, "changes"> {
  readonly after: Partial<Pick<Editable, "window" | "pickupWindow">>;
  /** Absent where it stays. */
  readonly window?: Window;
}

/** Another window, with that of its pickup. @throws Refusal as `decideEdit` */
function movedWindow(before: DeliveryRecord, { window: named }: Asked, now: Instant): MovedWindow {
  const window = windowAsked(named?.start, named?.end, ["window.start", "window.end"]);
  const { after, changes } = decideEdit(before, window ? { window } : {}, now);
  if (!window || changes.length === 0) return { after: {}, changes: [] };
  return { after: { window: after.window, pickupWindow: after.pickupWindow }, changes, window };
}

/**
 * The acts that the decision asks for; none where there is no difference, or where it is waived.
 *
 * @throws Refusal `edits.price-changed`, `edits.not-possible`, `edits.reason-missing`
 */
function decidedMoves({ difference, decision, reason }: Asked, priced: Priced): Moves | undefined {
  const { differenceMinor, moves } = priced;
  const { currency } = priced.price.total;
  if (difference.minor !== differenceMinor || difference.currency !== currency)
    throw new Refusal("edits.price-changed", { differenceMinor, currency });
  if (differenceMinor === 0) return undefined;
  if (decision === "keep") {
    if (reason === "") throw new Refusal("edits.reason-missing", { field: "reason" });
    return undefined;
  }
  if (typeof moves === "string" || decision !== (differenceMinor > 0 ? "charge" : "give-back"))
    throw new Refusal("edits.not-possible", { differenceMinor, currency });
  return moves;
}

interface Move {
  readonly money: OrderMoney;
  readonly moves: Moves;
  /** The price that the booking's own payment settles from now on. */
  readonly price: Pick<Price, "total" | "taxes">;
}

/** Writes what a decision does to the payments of the order; its price is written with the delivery. */
async function move(tx: Tx, context: Context, work: Work, decided: Move): Promise<void> {
  const { actor, now } = context;
  const { money: orderMoney, moves, price } = decided;
  const { payments, booking } = orderMoney;
  // A card holds what it holds; without one the amount itself is what is owed.
  if (booking && booking.way !== null && price.total.minor !== booking.amountMinor)
    await changeAmount(tx, booking.id, price.total.minor, taxOf(price));
  for (const { id, minor } of moves.lowered) {
    const extra = payments.find((payment) => payment.id === id);
    if (extra) await lowerExtra(tx, now, extra, minor);
    if (minor > 0) await sendLink(tx, actor.orgId, id, now);
  }
  if (moves.extraMinor > 0) await ask(tx, context, work, decided);
}

const taxOf = ({ taxes, total: { currency } }: Move["price"]): number =>
  sum(
    taxes.map(({ amount }) => amount),
    currency,
  ).minor;

/** Asks the sender for a surcharge by its link. */
async function ask(tx: Tx, context: Context, work: Work, { moves, price }: Move): Promise<void> {
  const { actor, now } = context;
  const { asked, before, parts } = work;
  const { paymentId: id, reason } = asked;
  if (!parts.cards || (await readPayment(tx, id))) throw new Refusal("edits.not-possible");
  const { minor, currency } = price.total;
  const amount = money(moves.extraMinor, currency);
  await addExtra(tx, now, {
    id,
    orderId: before.orderId,
    asked: { reason: "changed", note: reason === "" ? null : reason, by: actor.userId ?? null },
    provider: parts.cards.provider.id,
    amount,
    taxMinor: minor === 0 ? 0 : share(amount, taxOf(price), minor).minor,
  });
  await sendLink(tx, actor.orgId, id, now);
}

/** @param extra unopened, locked by this transaction */
async function lowerExtra(tx: Tx, now: number, extra: PaymentRow, minor: number): Promise<void> {
  if (minor === 0) return void (await dropUnopened(tx, extra, now));
  const { taxMinor, amountMinor, currency } = extra;
  await changeAmount(tx, extra.id, minor, share(money(minor, currency), taxMinor, amountMinor).minor);
}

/** The price in the history, as `minor CURRENCY`: what was decided, or what would have been to pay and was waived. */
function priceChanges({ decision, reason }: Asked, priced: Priced): FieldChange[] {
  const { differenceMinor, price, decidedMinor } = priced;
  if (differenceMinor === 0) return [];
  const text = (minor: number): string => `${minor} ${price.total.currency}`;
  const [before, after] = [text(decidedMinor), text(price.total.minor)];
  const told: FieldChange =
    decision === "keep"
      ? { field: "price-kept", from: after, to: before }
      : { field: "price", from: before, to: after };
  return reason === "" ? [told] : [told, { field: "price-reason", from: null, to: reason }];
}

/** The surcharge of this call, where it made one. */
async function askedOf(
  tx: Tx,
  { paymentId }: Asked,
  { orderId, sender }: DeliveryRecord,
): Promise<ReplyOf<typeof editsApi.editTrip>["asked"]> {
  const extra = await readPayment(tx, paymentId);
  if (extra?.orderId !== orderId) return null;
  return { amount: money(extra.amountMinor, extra.currency), mailed: sender.email !== null };
}
