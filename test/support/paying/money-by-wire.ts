import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { HEADERS } from "#contract/endpoint.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { TaskCommand } from "#features/deliveries/contract/commands.ts";
import type { Contact, Delivery } from "#features/deliveries/contract/shapes.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { traceApi } from "#features/books/contract/trace.ts";
import { placesApi } from "#features/places/contract/api.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import type { QuoteRequest } from "#features/quotes/contract/api.ts";
import { photo } from "../people/photo.ts";
import { callWire } from "../processes/product.ts";
import { tokenOf } from "../sign-in/sign-in.ts";

const LOOK_MS = 100;
const MOST_LOOKS = 600;
const CONTACT: Contact = { name: "Bench", phone: "+4930123456", email: null, note: "" };

/** A small parcel across the middle of the town, in the first window that is offered. */
export async function requestInTown(url: string): Promise<QuoteRequest> {
  const area = await callWire(url, placesApi.readArea, {});
  const { windows } = await callWire(url, quotesApi.offerWindows, {});
  const [ring = []] = area.polygon.coordinates;
  const lon = ring.reduce((sum, [x]) => sum + x / ring.length, 0);
  const lat = ring.reduce((sum, [, y]) => sum + y / ring.length, 0);
  const at = async (dx: number) => {
    const { hit } = await callWire(url, placesApi.placeAt, { lon: lon + dx, lat });
    if (!hit) throw new Error("no address in the middle of the town");
    return { ...hit.address, pinConfirmed: true };
  };
  const [offer] = windows;
  if (!offer) throw new Error("no window is offered now");
  return {
    pickup: await at(-0.004),
    dropoff: await at(0.004),
    parcels: [{ size: "small", massG: 900, contents: "", fragile: false }],
    serviceLevel: offer.serviceLevel,
    window: offer.window,
  };
}

/** Person who books: Ada, or a guest with a key of theirs; mails go to the address, where there is one. */
export interface Payer {
  readonly email?: string;
  readonly guestKey?: string;
  /** The recipient's own address, to which their link goes. */
  readonly recipientEmail?: string;
  /** Recipient by whose name a test finds its own deliveries among those of others. */
  readonly recipient?: string;
  /** Every parcel is only for recipients of 18 years or more. */
  readonly forAdults?: boolean;
  /** Number of parcels; one unless it is said. */
  readonly parcels?: number;
}

/** A booking whose price is held on a card. */
export interface HeldByWire {
  readonly orderId: string;
  readonly number: string;
  readonly paymentId: string;
  readonly deliveryId: string;
  readonly minor: number;
}

export type MoneyByWire = ReturnType<typeof moneyByWire>;

/** People of a running product who book, pay by card and deliver, without a browser. */
export function moneyByWire(url: string) {
  const sender = { token: tokenOf(url, "ada") };
  const office = { token: tokenOf(url, "greta") };

  const as = ({ guestKey }: Payer) =>
    guestKey === undefined ? sender : { headers: { [HEADERS.bookingKey]: guestKey } };

  /** A booking that waits for its payment. */
  const placed = async (who: Payer = {}): Promise<{ readonly orderId: string; readonly number: string }> => {
    const request = await requestInTown(url);
    const each = request.parcels.map((parcel) => ({ ...parcel, ageRestricted: who.forAdults === true }));
    const parcels = Array.from({ length: who.parcels ?? 1 }, () => each).flat();
    const quote = await callWire(url, quotesApi.makeQuote, { ...request, parcels }, as(who));
    const { id: orderId, number } = await callWire(
      url,
      deliveriesApi.placeOrder,
      {
        quoteId: quote.id,
        requestHash: quote.requestHash,
        sender: { ...CONTACT, email: who.email ?? null },
        recipient: {
          ...CONTACT,
          name: who.recipient ?? CONTACT.name,
          email: who.recipientEmail ?? null,
        },
      },
      as(who),
    );
    return { orderId, number };
  };

  const held = async (card = "4242424242424242", who: Payer = {}): Promise<HeldByWire> => {
    const payer = as(who);
    const { orderId, number } = await placed(who);
    const { clientSecret, payment } = await callWire(url, paymentsApi.openPayment, { id: orderId }, payer);
    const [intent = ""] = clientSecret.split("_secret_");
    const answer = await fetch(`${url}/sandbox-bank/v1/intents/${intent}/confirm`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-sandbox-secret": clientSecret },
      body: JSON.stringify({ number: card, month: 12, year: 2049, cvc: "123" }),
    });
    if (!answer.ok) throw new Error(`the bank answered ${answer.status}`);
    await callWire(url, paymentsApi.checkPayment, { id: orderId }, payer);
    const { deliveryId, total } = await callWire(url, deliveriesApi.readOrder, { id: orderId }, payer);
    return { orderId, number, paymentId: payment.id, deliveryId: deliveryId ?? "", minor: total.minor };
  };

  const perform = (delivery: Delivery, kind: "collect" | "deliver", done: object) => {
    const taskId = delivery.tasks.findLast((task) => task.kind === kind)?.id ?? "";
    const command = {
      commandId: randomUUID(),
      occurredAt: new Date().toISOString(),
      taskId,
      ...done,
    } as TaskCommand;
    return callWire(url, deliveriesApi.performTask, { id: delivery.id, command }, office);
  };

  /**
   * Gives it to a courier, who collects it and hands it over: its money is taken.
   *
   * @param meanwhile happens while the courier has it: before that, work on a delivery whose money is lost is refused
   */
  const deliver = async ({ deliveryId }: HeldByWire, meanwhile?: () => Promise<void>): Promise<void> => {
    const delivery = await callWire(url, deliveriesApi.readDelivery, { id: deliveryId }, office);
    const board = await callWire(url, dispatchApi.readBoard, {}, office);
    const [courier] = board.couriers;
    await callWire(
      url,
      dispatchApi.editPlan,
      {
        edit: {
          type: "assign",
          commandId: randomUUID(),
          occurredAt: new Date().toISOString(),
          date: board.date,
          deliveryIds: [deliveryId],
          courierId: courier?.id ?? "",
          beforeTaskId: null,
          seen: board.couriers.map(({ id: courierId, route: { revision } }) => ({ courierId, revision })),
        },
      },
      office,
    );
    const outcome = { type: "succeed", recipientName: null, note: null, proofIds: [] };
    await perform(delivery, "collect", outcome);
    await meanwhile?.();
    const proofId = randomUUID();
    const taskId = delivery.tasks.findLast((task) => task.kind === "deliver")?.id ?? "";
    await callWire(
      url,
      deliveriesApi.keepProof,
      {
        id: deliveryId,
        proofId,
        taskId,
        kind: "photo",
        takenAt: new Date().toISOString(),
        image: await photo(),
      },
      office,
    );
    await perform(delivery, "deliver", { ...outcome, recipientName: "Rita", proofIds: [proofId] });
  };

  /** A booking whose money was taken. */
  const taken = async (card?: string): Promise<HeldByWire> => {
    const one = await held(card);
    await deliver(one);
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      const { payment } = await callWire(url, traceApi.readTrace, { id: one.paymentId }, office);
      if (payment.state === "captured") return one;
      await sleep(LOOK_MS);
    }
    throw new Error(`${one.number} was delivered and its money was not taken`);
  };
  return { sender, office, placed, held, deliver, taken };
}
