import { randomBytes, randomUUID } from "node:crypto";
import { HEADERS } from "#contract/endpoint.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Contact, Delivery, Order } from "#features/deliveries/contract/shapes.ts";
import { confirmOrder } from "#features/deliveries/server/public.ts";
import type { Address } from "#features/places/contract/api.ts";
import { createArea } from "#features/places/server/public.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";
import type { Quote, QuoteRequest } from "#features/quotes/contract/api.ts";
import { aheadOf, offerableWindows } from "#features/quotes/domain/windows.ts";
import { ensurePriceList } from "#features/quotes/server/public.ts";
import type { Actor } from "#kernel/actor.ts";
import { toIso } from "#kernel/instant.ts";
import { token22 } from "#kernel/token.ts";
import { newId } from "#server/ids.ts";
import type { Answer, Caller, CallOptions, World } from "../world.ts";

/** Parts of a world that booking needs: a server of a benchmark has it, too. */
type Shop = Pick<World, "db" | "orgId" | "now">;

/** Around the middle of Berlin, about 20 km across. */
const RING: [number, number][] = [
  [13.2, 52.4],
  [13.6, 52.4],
  [13.6, 52.6],
  [13.2, 52.6],
  [13.2, 52.4],
];

const ZONE = "Europe/Berlin";
const HOURS = {
  weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: "08:00", closes: "22:00" })),
  exceptions: [],
};

/** An area open every day from 8 to 22, and the default price list. */
export async function openShop(world: Shop, orgId = world.orgId): Promise<void> {
  await world.db.as({ orgId }, async (tx) => {
    await createArea(tx, {
      id: newId(world.now),
      name: "Berlin",
      timezone: ZONE,
      polygon: { type: "Polygon", coordinates: [RING] },
      hours: HOURS,
      maxDistanceM: 40_000,
      maxMassG: 100_000,
    });
    await ensurePriceList(tx, world.now);
  });
}

export const address = (label: string, lon: number, lat: number): Address => ({
  label,
  street: label,
  houseNumber: null,
  postcode: null,
  city: "Berlin",
  detail: null,
  point: { lon, lat },
  precision: "rooftop",
  pinConfirmed: true,
});

/** From Lindenstraße to Kanalstraße, one small parcel, in a window offered now. */
export const request = (world: Shop, changes: Partial<QuoteRequest> = {}): QuoteRequest => ({
  pickup: address("Lindenstraße 5", 13.4, 52.5),
  dropoff: address("Kanalstraße 3", 13.42, 52.51),
  parcels: [{ size: "small", massG: 2_000, contents: "books", fragile: false }],
  serviceLevel: "same_day",
  window: changes.window ?? windowOf(world, changes.serviceLevel ?? "same_day"),
  ...changes,
});

/** The second window that the level offers now: today's first may be gone while a test moves the clock. */
function windowOf(world: Shop, level: QuoteRequest["serviceLevel"]): QuoteRequest["window"] {
  const offered = offerableWindows({ hours: HOURS, zone: ZONE, now: world.now, ...aheadOf(true) }).filter(
    (one) => one.serviceLevel === level,
  );
  const { window } = offered[1] ?? offered[0] ?? {};
  if (!window) throw new Error(`no ${level} window at ${toIso(world.now)}`);
  return { start: toIso(window.start), end: toIso(window.end) };
}

export const contact = (name: string, phone = "+4930123456"): Contact => ({
  name,
  phone,
  email: "mail@example.org",
  note: "ring twice",
});

/** A guest's secret, as the browser makes it. */
export const bookingKey = (): string => token22(randomBytes(48));
export const withKey = (key: string) => ({ headers: { [HEADERS.bookingKey]: key } });

/** Fails with the whole answer when it is not a success. */
export function good<R>(answer: Answer<R>): R {
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** An answer's status and code: "409 payments.order-closed". */
export const codeOf = ({ status, body }: Pick<Answer<object>, "status" | "body">): string =>
  body.code === undefined ? String(status) : `${status} ${body.code}`;

export const quote = async (
  world: World,
  caller: Caller,
  changes: Partial<QuoteRequest> = {},
  options: CallOptions = {},
): Promise<Quote> => good(await caller.call(quotesApi.makeQuote, request(world, changes), options));

/** A guest's order under their booking key. */
export async function guestOrder(world: World, key: string, recipient = contact("Rita Ray")): Promise<Order> {
  const guest = world.guest();
  const quoted = await quote(world, guest, {}, withKey(key));
  return good(await guest.call(deliveriesApi.placeOrder, orderInput(quoted, recipient), withKey(key)));
}

export const orderInput = (quoted: Quote, recipient = contact("Rita Ray")) => ({
  quoteId: quoted.id,
  requestHash: quoted.requestHash,
  sender: contact("Sam Sender"),
  recipient,
});

export const order = async (
  world: World,
  caller: Caller,
  changes: Partial<QuoteRequest> = {},
): Promise<Order> =>
  good(await caller.call(deliveriesApi.placeOrder, orderInput(await quote(world, caller, changes))));

export const systemOf = (orgId: string): Actor => ({ kind: "system", orgId, roles: [] });

/** As the payment provider's word would do it. @returns the delivery's id */
export async function pay(world: Shop, orderId: string): Promise<string> {
  const actor = systemOf(world.orgId);
  const { deliveryId } = await world.db.as(actor, (tx) => confirmOrder(tx, actor, world.now, orderId));
  return deliveryId;
}

/** Quoted, ordered and paid. */
export async function book(
  world: World,
  sender: Caller,
  changes: Partial<QuoteRequest> = {},
): Promise<Delivery> {
  const placed = await order(world, sender, changes);
  const id = await pay(world, placed.id);
  return good(await sender.call(deliveriesApi.readDelivery, { id }));
}

/** A command's head: a fresh id, now. */
export const head = (world: World) => ({ commandId: randomUUID(), occurredAt: toIso(world.now) });
