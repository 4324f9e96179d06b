import { randomUUID } from "node:crypto";
import { HEADERS } from "#contract/endpoint.ts";
import { courierApi } from "#features/courier/contract/api.ts";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import type { PayWay } from "#features/payments/domain/due.ts";
import { type ProofRule, proofsApi } from "#features/proofs/contract/api.ts";
import { ALWAYS } from "#features/proofs/domain/policy.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { requestInTown } from "#test/support/paying/money-by-wire.ts";
import { callWire } from "#test/support/processes/product.ts";
import { tokenOf } from "#test/support/sign-in/sign-in.ts";

/** A parcel of a size, paid without a card. */
export interface Wish {
  readonly size: ProofRule["when"]["sizes"][number];
  readonly way: PayWay;
}

export interface Aboard {
  readonly orderId: string;
  readonly stop: CourierStop;
}

const CONTACT = { name: "Rita", phone: "+4930123456", email: null, note: "" };

/** Books the parcels at a product that takes no cards; Carla collected them and is to deliver them today. */
export async function parcelsAboard(url: string, wishes: readonly Wish[]): Promise<Aboard[]> {
  const sender = { token: tokenOf(url, "ada") };
  const office = { token: tokenOf(url, "bo") };
  const request = await requestInTown(url);
  const booked: { readonly orderId: string; readonly deliveryId: string }[] = [];
  for (const { size, way } of wishes) {
    const parcels = request.parcels.map((parcel) => ({ ...parcel, size }));
    const { id: quoteId, requestHash } = await callWire(
      url,
      quotesApi.makeQuote,
      { ...request, parcels },
      sender,
    );
    const order = { quoteId, requestHash, sender: CONTACT, recipient: CONTACT };
    const { id: orderId } = await callWire(url, deliveriesApi.placeOrder, order, sender);
    await callWire(url, receivablesApi.chooseWay, { id: orderId, way }, sender);
    const { deliveryId } = await callWire(url, deliveriesApi.readOrder, { id: orderId }, sender);
    booked.push({ orderId, deliveryId: deliveryId ?? "" });
  }
  const stops = await assignToCarla(
    url,
    booked.map(({ deliveryId }) => deliveryId),
  );
  for (const { deliveryId: id, taskId } of stops.filter(({ kind }) => kind === "collect")) {
    const head = { commandId: randomUUID(), occurredAt: new Date().toISOString(), taskId };
    const command = {
      ...head,
      type: "succeed" as const,
      recipientName: null,
      note: null,
      proofIds: [],
    };
    await callWire(url, deliveriesApi.performTask, { id, command }, office);
  }
  const { stops: day } = await callWire(url, courierApi.readDay, {}, { token: tokenOf(url, "carla") });
  return booked.map(({ orderId, deliveryId }) => {
    const stop = day.find((one) => one.deliveryId === deliveryId && one.kind === "deliver");
    if (!stop || stop.blocked) throw new Error("what was collected is not to be delivered today");
    return { orderId, stop };
  });
}

/** Puts deliveries on Carla's route of today. @returns their stops */
async function assignToCarla(url: string, deliveryIds: readonly string[]): Promise<CourierStop[]> {
  const office = { token: tokenOf(url, "bo") };
  const board = boardOf(await callWire(url, dispatchApi.readBoard, {}, office));
  const carla = board.couriers.find(({ name }) => name.startsWith("Carla"));
  if (!carla) throw new Error("the demo has no Carla");
  const edit = {
    type: "assign" as const,
    commandId: randomUUID(),
    occurredAt: new Date().toISOString(),
    date: board.date,
    deliveryIds: [...deliveryIds],
    courierId: carla.id,
    beforeTaskId: null,
    seen: [{ courierId: carla.id, revision: carla.route.revision }],
  };
  await callWire(url, dispatchApi.editPlan, { edit }, office);
  const { stops } = await callWire(url, courierApi.readDay, {}, { token: tokenOf(url, "carla") });
  return stops.filter(({ deliveryId }) => deliveryIds.includes(deliveryId));
}

/** Lets a parcel's size say which proof its delivery needs. */
export async function askProofsBySize(
  url: string,
  needs: Readonly<Partial<Record<Wish["size"], ProofRule["required"]>>>,
): Promise<void> {
  const admin = { token: tokenOf(url, "greta") };
  const { version } = await callWire(url, proofsApi.readProofPolicy, {}, admin);
  const when = { ...ALWAYS, serviceLevels: [] };
  const rules = Object.entries(needs).map(([size, required]): ProofRule => {
    // Safe: the keys are sizes.
    const sizes = [size as Wish["size"]];
    return { id: size, phase: "deliver", end: "succeed", required, preferred: [], when: { ...when, sizes } };
  });
  await callWire(url, proofsApi.editProofPolicy, { version, rules }, admin);
}

/** PIN as the recipient reads it on the tracking page. */
export async function pinOf(url: string, { deliveryId }: CourierStop): Promise<string> {
  const shared = await callWire(
    url,
    trackingApi.shareDelivery,
    { id: deliveryId },
    { token: tokenOf(url, "bo") },
  );
  const headers = { [HEADERS.trackingToken]: shared.token };
  const { pin } = await callWire(url, trackingApi.track, {}, { headers });
  if (pin === null) throw new Error("the delivery has no PIN");
  return pin;
}
