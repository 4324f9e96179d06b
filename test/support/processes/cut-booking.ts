import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { sql } from "kysely";
import type { Delivery, Order } from "#features/deliveries/contract/shapes.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { signed } from "#engines/sandbox-bank/signature.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { first, rows } from "#server/db/db.ts";
import { bare } from "../people/crew.ts";
import { good, order } from "../people/booking.ts";
import { SECRET } from "./crash-stand.ts";
import type { CrashNode, CrashStand } from "./crash-stand.ts";
import { GOOD_CARD } from "../paying/pay-by-card.ts";
import { WEDNESDAY_TEN } from "../world.ts";

/** One booking on its way from order to money at rest; a step that was cut is done again with the same key. */
export interface Booking {
  readonly order: Order;
  readonly keys: { readonly open: string; readonly check: string };
  secret: string | undefined;
  /** The number of the card; one that is taken without a question if absent. */
  readonly number?: string;
}

const STEPS = ["open", "pay", "news", "check", "deliver"] as const;
type Step = (typeof STEPS)[number];

export const newBooking = async ({ world, crew }: CrashStand, number?: string): Promise<Booking> => ({
  order: await order(world, crew.sam),
  keys: { open: randomUUID(), check: randomUUID() },
  secret: undefined,
  ...(number !== undefined && { number }),
});

/** Booked and held, the parcel not yet on its way. */
export async function heldBooking(stand: CrashStand, node: CrashNode, number?: string): Promise<Booking> {
  const booking = await newBooking(stand, number);
  await node.run();
  for (const step of ["open", "pay", "check"] as const) await take(stand, node, step, booking);
  return booking;
}

/** Faults two hours later, after sweeps: always nothing. */
export async function brokenLater(stand: CrashStand, node: CrashNode) {
  await comeToRest(stand, node);
  stand.world.now += 2 * HOUR_MS;
  await node.run("payments.sweep");
  return stand.broken();
}

/** Ten o'clock of a new day. */
export function nextMorning({ world }: CrashStand): void {
  const days = Math.floor((world.now - WEDNESDAY_TEN) / DAY_MS) + 1;
  world.now = WEDNESDAY_TEN + days * DAY_MS;
}

/** The customer and the courier do what they do; only their calls go to the process. */
export async function take(stand: CrashStand, node: CrashNode, step: Step, booking: Booking): Promise<void> {
  const { id } = booking.order;
  if (step === "open")
    booking.secret = (await node.call(paymentsApi.openPayment, { id }, booking.keys.open)).clientSecret;
  else if (step === "pay") {
    const said = await stand.facade.bank.confirm(refOf(booking), booking.secret ?? "", {
      ...GOOD_CARD,
      ...(booking.number !== undefined && { number: booking.number }),
    });
    expect(said.status).toBe(200);
  } else if (step === "news") expect(await tellNews(stand, node, booking)).toBe(200);
  else if (step === "check") await node.call(paymentsApi.checkPayment, { id }, booking.keys.check);
  else await handOver(stand, booking);
}

/** The bank tells the newest thing that happened to the intent, or the one asked for, signed now. */
export async function tellNews(
  stand: CrashStand,
  node: CrashNode,
  booking: Booking,
  nth = -1,
): Promise<number> {
  const all = await stand.facade.events(refOf(booking));
  return post(stand, node, JSON.stringify(all.at(nth)));
}

/** The bank tells that it opened the intent of which it heard last. */
export async function tellFirstNews(stand: CrashStand, node: CrashNode): Promise<number> {
  const all = await stand.facade.events();
  return post(stand, node, JSON.stringify(all.at(-1)));
}

async function post({ world }: CrashStand, node: CrashNode, body: string): Promise<number> {
  await node.run();
  const answer = await fetch(`${node.url}/webhooks/payments/stripe`, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signed(body, [SECRET], world.now) },
    body,
  });
  return answer.status;
}

const refOf = ({ secret = "" }: Booking): string => secret.split("_secret_")[0] ?? "";

/** Given to the courier, collected: the parcel is on its way. */
export async function carry({ world, crew }: CrashStand, { order: { id } }: Booking): Promise<Delivery> {
  const { deliveryId } = good(await crew.sam.call(deliveriesApi.readOrder, { id }));
  const given = await crew.give(await crew.read(crew.bo, deliveryId ?? ""), crew.kim);
  world.now += MINUTE_MS;
  return good(await crew.step(crew.kim, given, "collect", "succeed", bare));
}

export async function handOver(stand: CrashStand, booking: Booking): Promise<void> {
  good(await stand.crew.handOver(await carry(stand, booking)));
}

/**
 * Books and delivers through a process that kills itself on the way, and goes on at the survivor from the step that was
 * cut, after an outage if there is one.
 */
export async function bookThroughCrash(
  stand: CrashStand,
  nodes: { readonly victim: CrashNode; readonly survivor: CrashNode },
  booking: Booking,
  options: { readonly outageMs?: number; readonly goesOn?: boolean } = {},
): Promise<void> {
  const { victim, survivor } = nodes;
  await survivor.pause();
  const cut = await untilDead(stand, victim, booking);
  survivor.resume();
  stand.world.now += options.outageMs ?? 0;
  // A key whose call was cut is free again after its lease of 10 s.
  stand.world.now += MINUTE_MS;
  await survivor.run();
  if (options.goesOn === false) return;
  const [, ...later] = STEPS.slice(STEPS.indexOf(cut));
  if (cut !== "deliver") await take(stand, survivor, cut, booking);
  for (const step of later) await take(stand, survivor, step, booking);
}

/** @returns the step during which the process killed itself */
async function untilDead(stand: CrashStand, victim: CrashNode, booking: Booking): Promise<Step> {
  for (const [at, step] of STEPS.entries()) {
    // It may die of a step only after that step was answered.
    if (!(await lives(victim))) return STEPS[at - 1] ?? step;
    try {
      await take(stand, victim, step, booking);
    } catch (error) {
      if (!isCut(error)) throw error;
      expect(await victim.ended).toBe("SIGKILL");
    }
    if (step === "deliver") expect(await victim.ended).toBe("SIGKILL");
    if (victim.isDead()) return step;
  }
  throw new Error("the process outlived its place");
}

const lives = (victim: CrashNode): Promise<boolean> =>
  victim.run().then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && error.message === "ended: SIGKILL") return false;
      throw error;
    },
  );

const isCut = (error: unknown): boolean => error instanceof TypeError && /fetch failed/.test(error.message);

/** Half an hour goes by with sweeps in every process, at the same time. */
export async function comeToRest({ world }: CrashStand, ...nodes: CrashNode[]): Promise<void> {
  for (let n = 0; n < 5; n += 1) {
    world.now += 6 * MINUTE_MS;
    await Promise.all(nodes.map((node) => node.run("payments.sweep")));
  }
}

/** State of one booking by our rows and by the bank's books. */
export async function booksOf({ world, facade }: CrashStand, { order: { id } }: Booking) {
  const ours = await world.db.owner((tx) =>
    first(
      tx,
      sql<{ id: string; state: string; captured: number; order: string; settles: number; waiting: number }>`
        select p.id, p.state, p.captured_minor as captured, o.state as order,
          (select count(*)::int from payment_op k where k.payment_id = p.id and k.kind in ('capture', 'cancel'))
            as settles,
          (select count(*)::int from payment_op k where k.payment_id = p.id and k.state in ('pending', 'sent'))
            as waiting
        from payment p join sales_order o on o.org_id = p.org_id and o.id = p.order_id
        where o.id = ${id} and p.purpose = 'booking'`,
    ),
  );
  const found = await intentsOf(facade, ours?.id);
  const bank = found.map(async ({ id: intent, status }) =>
    [status, ...(await facade.movements(intent))].join(", "),
  );
  /** Status and movements of every intent that the bank has for it. */
  return { ours, bank: await Promise.all(bank) };
}

/** The intents that the bank has for a payment. */
export const intentsOf = ({ parts }: CrashStand["facade"], paymentId = "") =>
  parts.db.owner((tx) =>
    rows(
      tx,
      sql<{ id: string; status: string }>`select id, status from sandbox_bank.intent
        where payment_id = ${paymentId} order by created_at, id`,
    ),
  );

/** Charged once, by our rows and by the bank's own books. */
export async function expectCaptured(stand: CrashStand, booking: Booking, minor?: number): Promise<void> {
  const { total } = booking.order;
  const due = minor ?? total.minor;
  const rest = total.minor === due ? [] : [`release ${total.minor - due}`];
  expect(await booksOf(stand, booking)).toEqual({
    ours: {
      id: expect.any(String),
      state: "captured",
      captured: due,
      order: expect.any(String),
      settles: 1,
      waiting: 0,
    },
    bank: [["succeeded", `hold ${total.minor}`, `capture ${due}`, ...rest].join(", ")],
  });
}

/** Nothing is held and nothing was taken. */
export async function expectReleased(stand: CrashStand, booking: Booking, wasHeld: boolean): Promise<void> {
  const { minor } = booking.order.total;
  expect(await booksOf(stand, booking)).toMatchObject({
    ours: { captured: 0, waiting: 0 },
    bank: [["canceled", ...(wasHeld ? [`hold ${minor}`, `release ${minor}`] : [])].join(", ")],
  });
}
