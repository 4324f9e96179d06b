import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { HandleCommand, TaskCommand } from "#features/deliveries/contract/commands.ts";
import type { Contact, Order } from "#features/deliveries/contract/shapes.ts";
import { latest } from "#features/deliveries/domain/delivery.ts";
import type { TaskKind } from "#features/deliveries/domain/task-lifecycle.ts";
import { readDelivery } from "#features/deliveries/server/public.ts";
import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import type { Address } from "#features/places/contract/api.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import type { ParcelInput, QuoteRequest } from "#features/quotes/contract/api.ts";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { TOKEN_RANDOM_BYTES, token22 } from "#kernel/token.ts";
import type { Db } from "#server/db/db.ts";
import type { ApiCaller, Who } from "./api-caller.ts";
import type { Cast } from "./cast.ts";
import type { SandboxCard } from "./card.ts";
import type { DemoCard } from "./story.ts";

/** Content of one booking. */
export interface Booking {
  readonly sender: Contact;
  readonly recipient: Contact;
  readonly pickup: Address;
  readonly dropoff: Address;
  readonly parcels: readonly ParcelInput[];
  readonly serviceLevel: QuoteRequest["serviceLevel"];
  readonly window: QuoteRequest["window"];
  /** Booked with Ada's account, or by a guest. */
  readonly byAda: boolean;
  readonly card: DemoCard;
}

/** Actions of the demo's people: what they would do in their browsers, at the simulation's own time. */
export interface DemoActions {
  book(booking: Booking): Promise<{ readonly deliveryId: string; readonly who: Who }>;
  assign(deliveryIds: readonly string[], courier: number, date: string): Promise<void>;
  perform(deliveryId: string, courier: number, kind: TaskKind, deed: TaskDeed): Promise<void>;
  handle(deliveryId: string, type: HandleCommand["type"], note: string | null): Promise<void>;
  cancel(deliveryId: string, who: Who): Promise<void>;
  /** Out of what was taken for it, in minor units of its currency. */
  refund(deliveryId: string, minor: number, reason: "late" | "damaged"): Promise<void>;
  /** Asked of its sender on top of the price, for waiting. */
  surcharge(deliveryId: string, minor: number): Promise<void>;
}

/** `image` is base64. */
export interface Picture {
  readonly kind: "photo" | "signature";
  readonly image: string;
}

export type TaskDeed =
  | { readonly type: "start" | "arrive" }
  | {
      readonly type: "succeed";
      readonly offline?: boolean;
      readonly recipientName: string | null;
      readonly proofs: readonly Picture[];
    }
  | {
      readonly type: "fail";
      readonly reason: string;
      readonly note: string | null;
      readonly proofs: readonly Picture[];
    }
  | { readonly type: "correct"; readonly recipientName: string };

interface Parts {
  readonly db: Db;
  readonly orgId: string;
  readonly api: ApiCaller;
  readonly cast: Cast;
  readonly clock: () => Instant;
  readonly card: SandboxCard;
}

export function demoActionsOf({ db, orgId, api, cast, clock, card }: Parts): DemoActions {
  const head = () => ({ commandId: randomUUID(), occurredAt: toIso(clock()) });
  const bo: Who = { actor: cast.bo };
  const greta: Who = { actor: cast.greta };
  const courierOf = (nth: number) => {
    const courier = cast.couriers[nth % cast.couriers.length];
    if (!courier) throw new Error("the demo has no couriers");
    return courier;
  };
  const read = async (deliveryId: string): Promise<DeliveryRecord> => {
    const found = await db.as({ orgId }, (tx) => readDelivery(tx, deliveryId));
    if (!found) throw new Error("a delivery of the demo is gone");
    return found;
  };
  const pay = async (who: Who, order: Order, by: DemoCard): Promise<string> => {
    await card.pay(who, order.id, by);
    const { deliveryId } = await api.call(who, deliveriesApi.readOrder, { id: order.id });
    if (deliveryId === null) throw new Error("an order of the demo was paid and not confirmed");
    return deliveryId;
  };
  return {
    async book({ sender, recipient, byAda, card: by, ...request }) {
      const who: Who = byAda
        ? { actor: cast.ada }
        : {
            actor: { kind: "guest", orgId, roles: [] },
            bookingKey: token22(randomBytes(TOKEN_RANDOM_BYTES)),
          };
      const quote = await api.call(who, quotesApi.makeQuote, { ...request, parcels: [...request.parcels] });
      const { id: quoteId, requestHash } = quote;
      const order = await api.call(who, deliveriesApi.placeOrder, {
        quoteId,
        requestHash,
        sender,
        recipient,
      });
      return { deliveryId: await pay(who, order, by), who };
    },
    async assign(deliveryIds, courier, date) {
      const { courierId } = courierOf(courier);
      const seen = await seenRoutes(db, orgId, date);
      await api.call(bo, dispatchApi.editPlan, {
        edit: {
          ...head(),
          type: "assign",
          date,
          deliveryIds: [...deliveryIds],
          courierId,
          beforeTaskId: null,
          seen,
        },
      });
    },
    async perform(deliveryId, courier, kind, deed) {
      const who: Who = { actor: courierOf(courier).actor };
      const task = latest(await read(deliveryId), kind);
      if (!task) throw new Error(`nothing to ${kind}`);
      const proofIds = [];
      for (const proof of "proofs" in deed ? deed.proofs : []) {
        const proofId = randomUUID();
        proofIds.push(proofId);
        await api.call(who, deliveriesApi.keepProof, {
          ...proof,
          id: deliveryId,
          proofId,
          taskId: task.id,
          takenAt: toIso(clock()),
        });
      }
      const command = commandOf(deed, { ...head(), taskId: task.id }, proofIds);
      await api.call(who, deliveriesApi.performTask, { id: deliveryId, command });
    },
    async handle(deliveryId, type, note) {
      await api.call(bo, deliveriesApi.handleDelivery, {
        id: deliveryId,
        command: { ...head(), type, note },
      });
    },
    async cancel(deliveryId, who) {
      const by = who.actor.kind === "guest" ? bo : who;
      const { fee } = await api.call(by, deliveriesApi.previewCancellation, { id: deliveryId });
      await api.call(by, deliveriesApi.cancelDelivery, { id: deliveryId, ...head(), fee, note: null });
    },
    async refund(deliveryId, minor, reason) {
      const { orderId } = await read(deliveryId);
      const payment = await api.call(greta, paymentsApi.readPayment, { id: orderId });
      await api.call(greta, refundsApi.askRefund, {
        paymentId: payment.id,
        id: randomUUID(),
        amount: { minor, currency: payment.amount.currency },
        reason,
      });
    },
    async surcharge(deliveryId, minor) {
      const { orderId } = await read(deliveryId);
      const { amount } = await api.call(bo, paymentsApi.readPayment, { id: orderId });
      await api.call(bo, receivablesApi.askSurcharge, {
        id: orderId,
        paymentId: randomUUID(),
        amount: { minor, currency: amount.currency },
        reason: "waiting",
      });
    },
  };
}

/** The revisions that the board of that day shows right now. */
const seenRoutes = (db: Db, orgId: string, date: string) =>
  db.as({ orgId }, async (tx) => {
    const found = await sql<{ courierId: string; revision: number }>`
      select courier_id as "courierId", revision from routes where org_id = app_org() and service_date = ${date}`.execute(
      tx,
    );
    return found.rows;
  });

function commandOf(
  deed: TaskDeed,
  head: { commandId: string; occurredAt: string; taskId: string },
  proofIds: string[],
): TaskCommand {
  switch (deed.type) {
    case "start":
    case "arrive":
      return { ...head, type: deed.type, offline: false };
    case "succeed":
      return {
        ...head,
        type: "succeed",
        offline: deed.offline === true,
        recipientName: deed.recipientName,
        note: null,
        proofIds,
      };
    case "fail":
      return { ...head, type: "fail", offline: false, reason: deed.reason, note: deed.note, proofIds };
    case "correct":
      return {
        ...head,
        type: "correct",
        to: "succeeded",
        reason: null,
        recipientName: deed.recipientName,
        note: "Wrong button",
      };
  }
}
