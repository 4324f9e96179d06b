import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HEADERS } from "#contract/endpoint.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import { checkLate } from "#features/exceptions/server/check-late.ts";
import { importsApi } from "#features/imports/contract/api.ts";
import { offersApi } from "#features/offers/contract/api.ts";
import { paymentsApi } from "#features/payments/contract/api.ts";
import { planningApi } from "#features/planning/contract/api.ts";
import { recurringApi } from "#features/recurring/contract/api.ts";
import { replaysApi } from "#features/replays/contract/api.ts";
import { pushApi } from "#features/push/contract/api.ts";
import { makeLink } from "#features/tracking/server/public.ts";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import { scopeOf } from "#kernel/permission.ts";
import { sha256 } from "#server/db/hash.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import { standingRule } from "#test/support/people/standing-order.ts";
import { good, order } from "#test/support/people/booking.ts";
import { base64 } from "#test/support/people/import-file.ts";
import { replayInput } from "#test/support/people/past-orders.ts";
import { type Crew, openCrew, taskIdOf } from "#test/support/people/crew.ts";
import { endpointsOfRooms } from "#test/support/endpoints.ts";
import { ONE_STREET } from "#test/support/roads/one-street.ts";
import { sampleOf } from "#test/support/seeds/sample.ts";
import { openWorld } from "#test/support/world.ts";
import type { Caller, World } from "#test/support/world.ts";

let world: World;
let callers: readonly Caller[];
let token = "";
const inputs = new Map<string, object>();
const few = new Map<string, number>();
const reads = endpointsOfRooms().filter((endpoint) => endpoint.method === "GET");

/** Messages of the calls that are measured beside a bare row. */
const MOST: Readonly<Record<string, number>> = {
  me: 1,
  listDeliveries: 1,
  countStates: 1,
  readBoard: 1,
  track: 1,
  offerWindows: 1,
  priceWindows: 1,
  readArea: 1,
};

/** Statements of one reading by somebody who may. A call that fails reads nothing, so it does not count. */
async function cost(endpoint: (typeof reads)[number]): Promise<number> {
  const { needs } = endpoint;
  const caller = callers.find(
    ({ actor }) => needs === "anyone" || needs === "self" || scopeOf(actor, needs) !== undefined,
  );
  const input = inputs.get(endpoint.id) ?? (sampleOf(endpoint.input) as object);
  const headers = { [HEADERS.trackingToken]: token };
  const { result, statements } = await world.db.countStatements(() =>
    (caller ?? world.guest()).call(endpoint, input as never, { headers }),
  );
  expect(result.status, `${endpoint.id} ${JSON.stringify(result.body)}`).toBe(200);
  return statements;
}

const addRule = async (caller: Caller): Promise<string> =>
  good(await caller.call(recurringApi.addRule, { rule: standingRule() })).id;

/** Names a replay whose job is done in the calls that read one. */
async function readReplays(of: World): Promise<void> {
  const ada = await of.person("Ada Admin", "org-admin");
  const { id } = good(await ada.call(replaysApi.startReplay, replayInput(of.now)));
  const room = of.server.rooms.find(({ name }) => name === "replays");
  await room?.jobs?.jobs["workOnReplay"]?.({ id });
  for (const name of ["readReplay", "listReplayOrders"]) inputs.set(name, { id });
}

const idOf = (one: { readonly id: string } | undefined): string => one?.id ?? "";

/** Offers deliveries to the courier who reads. */
const offer = async ({ bo, kim }: Crew, ...deliveryIds: string[]): Promise<unknown> =>
  good(
    await bo.call(offersApi.makeOffers, {
      deliveryIds,
      toAll: false,
      courierIds: [kim.actor.courierId ?? ""],
      seconds: null,
    }),
  );

beforeAll(async () => {
  world = await openWorld({ runJobs: false, streets: ONE_STREET });
  const crew = await openCrew(world);
  callers = [
    await world.person("Ada Admin", "org-admin"),
    crew.kim,
    await world.person("Oskar Lind", "waybill-operator"),
  ];
  // The first question makes the keys.
  await crew.kim.call(pushApi.listPushDevices, {});
  const { id, orderId } = await crew.delivered();
  await crew.assigned();
  const shelf = good(await crew.handle(await crew.collected(), "to_hub"));
  inputs.set("readHandOut", { id: shelf.id });
  inputs.set("readHandOver", { id: (await crew.collected()).id });
  const placed = await order(world, crew.sam);
  const { payment } = good(await crew.sam.call(paymentsApi.openPayment, { id: placed.id }));
  inputs.set("readTrace", { id: payment.id });
  ({ token } = await world.db.as({ orgId: world.orgId }, (tx) =>
    makeLink({ tx, orgId: world.orgId, now: world.now }, id, { kind: "act" }),
  ));
  await checkLate(world.db, world.now + DAY_MS);
  const late = good(await crew.bo.call(exceptionsApi.listExceptions, {})).items[0];
  inputs.set("readException", { id: late?.id });
  const ofDelivery = ["readDelivery", "previewCancellation", "listSeals", "readLeave", "readDisposal"];
  for (const name of ofDelivery) inputs.set(name, { id });
  inputs.set("readConsequences", {
    id,
    act: "correct",
    taskId: taskIdOf(good(await crew.bo.call(deliveriesApi.readDelivery, { id })), "deliver"),
    reason: "weather",
  });
  for (const name of [
    "readOrder",
    "readPayment",
    "readTogether",
    "readReceivables",
    "listReceipts",
    "readPastEntry",
    "listDemoTexts",
  ])
    inputs.set(name, { id: placed.id });
  inputs.set("listNotices", { id });
  inputs.set("readNoticeTemplates", { language: "de" });
  await world.run(sql`
    insert into notice (org_id, id, delivery_id, notice, about, corrects, audience, way, state, made_at, due_at, said_at,
      shown_to, address_hash, switch_hash)
    values (${world.orgId}, ${id}, ${id}, 'booked', '', false, 'recipient', 'sms', 'sent', ${toIso(world.now)},
      ${toIso(world.now)}, ${toIso(world.now)}, '+49…56', 'hash', ${sha256(token)})`);
  inputs.set("previewOrderCancellation", { id: orderId });
  inputs.set("readQuote", { id: placed.quoteId });
  const ends = { pickupLon: 13.4, pickupLat: 52.5, dropoffLon: 13.42, dropoffLat: 52.51 };
  inputs.set("priceWindows", { ...ends, massG: 900, parcels: 1 });
  inputs.set("priceTrip", { id, ...ends });
  const [open] = await bookMany(world, 1, { start: world.now + DAY_MS });
  const date = toIso(world.now + DAY_MS).slice(0, 10);
  inputs.set("quoteDelivery", { id: open?.id, date });
  inputs.set("askWhyNot", { id: open?.id, courierId: crew.kim.actor.courierId, date });
  inputs.set("readPlan", { id: good(await crew.bo.call(planningApi.startPlan, { date, seconds: 1 })).id });
  inputs.set("readRunSheet", { id: crew.kim.actor.courierId });
  inputs.set("readStopTime", { id: open?.collect });
  await offer(crew, idOf(open));
  const { id: importId } = good(
    await crew.bo.call(importsApi.importFile, { name: "a.csv", file: base64("Name\nRita\nRay") }),
  );
  for (const name of ["readImport", "listImportRows"]) inputs.set(name, { id: importId });
  await readReplays(world);
  for (const name of ["readRule", "readDays"]) inputs.set(name, { id: await addRule(crew.bo) });
  inputs.set("searchPlaces", { q: "Lindenstraße 5" });
  // A process reads the zone of days once.
  good(await crew.bo.call(dispatchApi.readBoard, {}));
  for (const endpoint of reads) few.set(endpoint.id, await cost(endpoint));

  // More of everything: people, open and planned work, stops, proofs, steps, links.
  for (const nth of [1, 2, 3, 4]) await world.person(`Person ${nth}`, "courier", "sender");
  await offer(crew, ...(await bookMany(world, 40)).slice(0, 9).map(idOf));
  for (let nth = 0; nth < 4; nth += 1) {
    await crew.keepPhoto(await crew.delivered());
    await crew.assigned();
  }
  await addRule(crew.bo);
  await crew.keepPhoto(await crew.read(crew.bo, id));
  await crew.step(crew.bo, await crew.read(crew.bo, id), "deliver", "correct", {
    to: "failed",
    reason: "recipient_absent",
    recipientName: null,
    note: "a neighbour rang",
  });
});
afterAll(() => world.close());

test.each(reads.map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s takes as many statements however many rows there are",
  async (id, endpoint) => {
    const many = await cost(endpoint);
    expect(many).toBe(few.get(id));
    expect(many).toBeLessThanOrEqual(MOST[id] ?? 9);
  },
);
