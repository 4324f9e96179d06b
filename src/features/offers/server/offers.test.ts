import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { courierApi } from "#features/courier/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { shiftsApi } from "#features/shifts/contract/api.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { book, good, head } from "#test/support/people/booking.ts";
import { brokenStories, wronglyShown } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";
import { type Offer, offersApi } from "../contract/api.ts";
import { settleDue, settleOffer } from "./end-offers.ts";

const { world, crew, ada } = useWorld({
  crew: true,
  eachTestAtTen: true,
  people: { ada: ["Ada", "org-admin"] },
});

const idOf = ({ actor }: Caller): string => actor.courierId ?? "";
const duty = async (who: Caller, onDuty: boolean) =>
  good(
    await who.call(courierApi.keepShift, { commandId: randomUUID(), occurredAt: toIso(world.now), onDuty }),
  );
const make = (deliveryIds: readonly string[], extra: object = {}, key: string = randomUUID()) =>
  crew.bo.call(
    offersApi.makeOffers,
    { deliveryIds: [...deliveryIds], toAll: true, courierIds: [], seconds: null, ...extra },
    { key },
  );
const offered = async (extra: object = {}): Promise<{ delivery: Delivery; offer: Offer }> => {
  const delivery = await book(world, crew.sam);
  const [offer] = good(await make([delivery.id], extra)).offers;
  if (!offer) throw new Error("nothing was offered");
  return { delivery, offer };
};
const accept = (who: Caller, id: string, key: string = randomUUID()) =>
  who.call(offersApi.acceptOffer, { id }, { key });
const decline = (who: Caller, id: string) => who.call(offersApi.declineOffer, { id }, { key: randomUUID() });
const withdraw = (id: string) => crew.bo.call(offersApi.withdrawOffer, { id }, { key: randomUUID() });
const mine = async (who: Caller, id: string) =>
  good(await who.call(offersApi.readMyOffers, {})).offers.find((one) => one.id === id);
const ofDelivery = async (deliveryId: string): Promise<Offer | undefined> =>
  good(await crew.bo.call(offersApi.listOffers, { deliveryId })).items[0];
const marked = async (deliveryId: string) =>
  good(await crew.bo.call(offersApi.readBoardOffers, {})).offers.find((one) => one.deliveryId === deliveryId);
const parts = () => ({ db: world.db, clock: () => world.now });
const holderOf = async (id: string) => (await crew.read(crew.bo, id)).tasks.map((task) => task.courierId);
const endOf = async (id: string) =>
  world.one(sql<{ as: string | null; at: number | null }>`
    select ended_as as "as", ended_at as at from offer where id = ${id}`);
const refused = (code: string) => ({ status: 409, body: { code } });

beforeAll(async () => {
  for (const who of [crew.kim, crew.lee]) await duty(who, true);
});

describe("offering", () => {
  test("goes to all on duty for the usual time, and each reads an area, a way and no name", async () => {
    const { delivery, offer } = await offered();
    expect(offer).toMatchObject({
      delivery: { id: delivery.id, number: delivery.number },
      state: "open",
      offeredBy: "Bo Board",
      expiresAt: toIso(world.now + 2 * MINUTE_MS),
      endedAt: null,
      couriers: [
        { name: "Kim Kurier", answer: null, addedSeconds: expect.any(Number) },
        { name: "Lee Later", answer: null },
      ],
    });
    const read = await mine(crew.kim, offer.id);
    expect(read).toMatchObject({ state: "open", answer: null, parcels: 1, addedSeconds: expect.any(Number) });
    const { recipient } = delivery;
    const whole = JSON.stringify(await crew.kim.call(offersApi.readMyOffers, {}));
    for (const secret of [recipient?.name, recipient?.phone, delivery.number])
      expect(whole).not.toContain(secret ?? "?");
    expect(await marked(delivery.id)).toMatchObject({ id: offer.id, state: "open", asked: 2, declined: 0 });
  });

  test("leaves out who cannot take it by the planner, unless the office names them", async () => {
    const delivery = await book(world, crew.sam);
    const means = { id: idOf(crew.kim), vehicleId: null, skills: [], version: 0 };
    const vehicle = { name: `Tiny ${randomUUID().slice(0, 8)}`, class: "bike" as const };
    const capacity = { parcels: 1, massG: 1, volumeMl: 1 };
    const tiny = good(await ada.call(shiftsApi.addVehicle, { ...vehicle, ...capacity, retired: false }));
    good(await ada.call(shiftsApi.editMeans, { ...means, vehicleId: tiny.id }));
    const [offer] = good(await make([delivery.id])).offers;
    expect(offer?.couriers.map(({ name }) => name)).toEqual(["Lee Later"]);
    good(await withdraw(offer?.id ?? ""));
    const [named] = good(await make([delivery.id], { toAll: false, courierIds: [idOf(crew.kim)] })).offers;
    expect(named?.couriers).toMatchObject([{ name: "Kim Kurier", addedSeconds: null }]);
    good(await ada.call(shiftsApi.editMeans, { ...means, version: 1 }));
  });

  test("lasts as long as is said, or as the organisation sets", async () => {
    const { offer } = await offered({ seconds: 30 });
    expect(offer.expiresAt).toBe(toIso(world.now + 30 * SECOND_MS));
    for (const seconds of [29, 1801])
      expect(await make([offer.delivery.id], { seconds })).toMatchObject({
        status: 400,
        body: { fields: [{ path: "seconds" }] },
      });
    good(await ada.call(offersApi.setOfferTime, { seconds: 600 }));
    expect((await offered()).offer.expiresAt).toBe(toIso(world.now + 10 * MINUTE_MS));
    good(await ada.call(offersApi.setOfferTime, { seconds: 120 }));
    expect(await crew.bo.call(offersApi.setOfferTime, { seconds: 60 })).toMatchObject({ status: 403 });
  });

  test("offers several at once, all or none", async () => {
    const [one, two] = [await book(world, crew.sam), await book(world, crew.sam)];
    const third = await crew.assigned();
    expect(await make([one.id, third.id])).toMatchObject(refused("offers.not-open"));
    expect(await ofDelivery(one.id)).toBeUndefined();
    expect(good(await make([one.id, two.id])).offers.map(({ state }) => state)).toEqual(["open", "open"]);
  });

  test("is made once for its key, and not twice at a time", async () => {
    const delivery = await book(world, crew.sam);
    const key = randomUUID();
    const [first] = good(await make([delivery.id], {}, key)).offers;
    expect(good(await make([delivery.id], {}, key)).offers).toEqual([first]);
    expect(await make([delivery.id])).toMatchObject(refused("offers.already-open"));
    world.now += 2 * MINUTE_MS;
    const [again] = good(await make([delivery.id])).offers;
    expect(again?.id).not.toBe(first?.id);
    expect(await endOf(first?.id ?? "")).toMatchObject({ as: "expired", at: world.now });
  });

  test.each([
    ["a delivery that is not there", () => [randomUUID()], {}, "deliveries.not-found"],
    ["a stranger", undefined, { toAll: false, courierIds: [randomUUID()] }, "offers.courier-unknown"],
    ["nobody", undefined, { toAll: false }, "offers.nobody"],
  ])("of or to %s is refused", async (_title, ids, extra, code) => {
    const deliveryIds = ids?.() ?? [(await book(world, crew.sam)).id];
    expect(await make(deliveryIds, extra)).toMatchObject({ body: { code } });
  });
});

describe("accepting", () => {
  test("gives the whole delivery to the first, on the plan, and tells the others", async () => {
    const { delivery, offer } = await offered();
    world.now += 20 * SECOND_MS;
    expect(good(await accept(crew.kim, offer.id))).toMatchObject({ state: "accepted", answer: "accepted" });
    expect(await holderOf(delivery.id)).toEqual([idOf(crew.kim), idOf(crew.kim)]);
    const board = boardOf(good(await crew.bo.call(dispatchApi.readBoard, {})));
    const stops = board.couriers.find(({ id }) => id === idOf(crew.kim))?.route.stops ?? [];
    expect(stops.filter(({ deliveryId }) => deliveryId === delivery.id)).toHaveLength(2);
    expect(await accept(crew.lee, offer.id)).toMatchObject(refused("offers.taken"));
    expect(await mine(crew.lee, offer.id)).toMatchObject({ state: "accepted", answer: null });
    expect(await ofDelivery(delivery.id)).toMatchObject({
      state: "accepted",
      couriers: [
        { name: "Kim Kurier", answer: "accepted", answeredAt: toIso(world.now) },
        { name: "Lee Later", answer: null },
      ],
    });
    expect(await marked(delivery.id)).toBeUndefined();
    expect([await wronglyShown(world), await brokenStories(world)]).toEqual([[], []]);
  });

  test("whose answer was lost is asked again under its key, and its winner may say it twice", async () => {
    const { delivery, offer } = await offered();
    const key = randomUUID();
    const first = good(await accept(crew.kim, offer.id, key));
    const { version } = await crew.read(crew.bo, delivery.id);
    // The stored reply is lost, as where the server ended between its commit and its answer.
    await world.run(sql`delete from idempotency where key = ${key}`);
    expect(good(await accept(crew.kim, offer.id, key))).toEqual(first);
    expect(good(await accept(crew.kim, offer.id))).toEqual(first);
    expect((await crew.read(crew.bo, delivery.id)).version).toBe(version);
  });

  test("of many at once has one winner", async () => {
    const others = await Promise.all(
      Array.from({ length: 6 }, (_, nth) => world.person(`Racer ${nth} ${randomUUID()}`, "courier")),
    );
    const couriers = [crew.kim, crew.lee, ...others];
    for (let round = 0; round < 4; round += 1) {
      const { delivery, offer } = await offered({ toAll: false, courierIds: couriers.map(idOf) });
      const answers = await Promise.all(
        couriers.flatMap((who) => [accept(who, offer.id), accept(who, offer.id)]),
      );
      const won = couriers.filter((_, nth) => answers[2 * nth]?.status === 200);
      expect(won).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200))
        expect(answer).toMatchObject(refused("offers.taken"));
      expect(await holderOf(delivery.id)).toEqual(won.flatMap((who) => [idOf(who), idOf(who)]));
    }
    expect([await wronglyShown(world), await brokenStories(world)]).toEqual([[], []]);
  });

  test("races the office: whoever is first has it, and no offer stays open", async () => {
    for (let round = 0; round < 6; round += 1) {
      const { delivery, offer } = await offered();
      const assign = crew.bo.call(dispatchApi.editPlan, {
        edit: {
          commandId: randomUUID(),
          occurredAt: toIso(world.now),
          type: "assign",
          date: toIso(world.now).slice(0, 10),
          deliveryIds: [delivery.id],
          courierId: idOf(crew.lee),
          beforeTaskId: null,
          seen: await revisions(),
        },
      });
      const calls = [
        accept(crew.kim, offer.id),
        round % 2 === 0 ? withdraw(offer.id) : decline(crew.lee, offer.id),
      ];
      await Promise.all([assign, ...calls]);
      await settleOffer(parts(), world.orgId, delivery.id);
      const state = (await ofDelivery(delivery.id))?.state;
      const [holder] = await holderOf(delivery.id);
      // The office may give an accepted delivery to somebody else.
      const holders = state === "accepted" ? [idOf(crew.kim), idOf(crew.lee)] : [null, idOf(crew.lee)];
      expect(holders).toContain(holder);
      expect(holder !== null && state === "open").toBe(false);
    }
    expect([await wronglyShown(world), await brokenStories(world)]).toEqual([[], []]);
  });

  test("is judged by the server's clock, whether a job ran or not", async () => {
    const { delivery, offer } = await offered();
    world.now += 2 * MINUTE_MS - 1;
    expect(await mine(crew.kim, offer.id)).toMatchObject({ state: "open" });
    world.now += 1;
    expect(await accept(crew.kim, offer.id)).toMatchObject(refused("offers.expired"));
    expect(await decline(crew.kim, offer.id)).toMatchObject(refused("offers.expired"));
    expect(await withdraw(offer.id)).toMatchObject(refused("offers.expired"));
    expect(await marked(delivery.id)).toMatchObject({ state: "expired" });
    expect(await holderOf(delivery.id)).toEqual([null, null]);
  });

  test("goes to the end of a route that is another one than was quoted", async () => {
    const { delivery, offer } = await offered();
    const earlier = await offered({ toAll: false, courierIds: [idOf(crew.kim)] });
    good(await accept(crew.kim, earlier.offer.id));
    good(await accept(crew.kim, offer.id));
    const board = boardOf(good(await crew.bo.call(dispatchApi.readBoard, {})));
    const stops = board.couriers.find(({ id }) => id === idOf(crew.kim))?.route.stops ?? [];
    expect(stops.slice(-2).map(({ deliveryId }) => deliveryId)).toEqual([delivery.id, delivery.id]);
  });

  test("finds another place where the quoted one is gone by now", async () => {
    const { delivery, offer } = await offered();
    const [taskId] = (await crew.read(crew.bo, delivery.id)).tasks.map(({ id }) => id);
    const places = JSON.stringify([{ taskId, beforeTaskId: randomUUID() }]);
    await world.run(sql`update offer_asked set places = ${places}::jsonb where offer_id = ${offer.id}`);
    good(await accept(crew.kim, offer.id));
    expect(await holderOf(delivery.id)).toEqual([idOf(crew.kim), idOf(crew.kim)]);
  });

  test("that fails half way leaves nothing: the offer is still there for the others", async () => {
    const { delivery, offer } = await offered();
    const kim = idOf(crew.kim);
    await world.run(sql`update person set status = 'suspended' where courier_id = ${kim}`);
    const answer = await accept(crew.kim, offer.id);
    await world.run(sql`update person set status = 'active' where courier_id = ${kim}`);
    expect(answer).toMatchObject({ body: { code: "dispatch.courier-unknown" } });
    expect(await endOf(offer.id)).toMatchObject({ as: null });
    expect(await mine(crew.kim, offer.id)).toMatchObject({ state: "open", answer: null });
    good(await accept(crew.lee, offer.id));
    expect(await holderOf(delivery.id)).toEqual([idOf(crew.lee), idOf(crew.lee)]);
  });
});

const revisions = async () =>
  boardOf(good(await crew.bo.call(dispatchApi.readBoard, {}))).couriers.map(({ id, route }) => ({
    courierId: id,
    revision: route.revision,
  }));

describe("the end", () => {
  test("comes when everybody declined, and is a mark on the board until it is offered again", async () => {
    const { delivery, offer } = await offered();
    good(await decline(crew.kim, offer.id));
    good(await decline(crew.kim, offer.id));
    expect(await accept(crew.kim, offer.id)).toMatchObject(refused("offers.declined"));
    expect(await marked(delivery.id)).toMatchObject({ state: "open", declined: 1 });
    good(await decline(crew.lee, offer.id));
    expect(await marked(delivery.id)).toMatchObject({ state: "declined", declined: 2 });
    world.now += SECOND_MS;
    good(await make([delivery.id]));
    expect(await marked(delivery.id)).toMatchObject({ state: "open", declined: 0 });
  });

  test("comes when the office takes it back, once", async () => {
    const { offer } = await offered();
    expect(good(await withdraw(offer.id))).toMatchObject({ state: "withdrawn", endedAt: toIso(world.now) });
    good(await withdraw(offer.id));
    expect(await accept(crew.kim, offer.id)).toMatchObject(refused("offers.withdrawn"));
    expect(await marked(offer.delivery.id)).toBeUndefined();
  });

  test.each([
    ["assigned", async (delivery: Delivery) => void (await crew.give(delivery, crew.lee))],
    [
      "over",
      async (delivery: Delivery) =>
        void good(
          await crew.sam.call(deliveriesApi.cancelDelivery, {
            id: delivery.id,
            ...head(world),
            fee: { minor: 0, currency: "EUR" },
            note: null,
          }),
        ),
    ],
    [
      "changed",
      async ({ id, window }: Delivery) => {
        const later = (text: string) => toIso(Date.parse(text) + DAY_MS);
        const edit = {
          ...head(world),
          type: "postpone" as const,
          date: window.start.slice(0, 10),
          deliveryIds: [id],
          toDate: later(window.start).slice(0, 10),
          seen: await revisions(),
        };
        good(await crew.bo.call(dispatchApi.editPlan, { edit }));
      },
    ],
  ])("follows at once when the delivery is %s, and a job that runs twice writes it once", async (as, act) => {
    const { delivery, offer } = await offered();
    await act(delivery);
    expect(await mine(crew.kim, offer.id)).toMatchObject({ state: as });
    expect(await accept(crew.kim, offer.id)).toMatchObject(refused(`offers.${as}`));
    expect(await endOf(offer.id)).toMatchObject({ as: null });
    await Promise.all([1, 2].map(() => settleOffer(parts(), world.orgId, delivery.id)));
    const first = await endOf(offer.id);
    expect(first).toEqual({ as, at: world.now });
    world.now += MINUTE_MS;
    await settleOffer(parts(), world.orgId, delivery.id);
    expect(await endOf(offer.id)).toEqual(first);
  });

  test("of what nobody answered is written by a job, with the time it had", async () => {
    const { offer } = await offered();
    await settleDue(parts());
    expect(await endOf(offer.id)).toMatchObject({ as: null });
    const due = (world.now += 2 * MINUTE_MS);
    world.now += MINUTE_MS;
    await settleDue(parts());
    expect(await endOf(offer.id)).toEqual({ as: "expired", at: due });
    await settleDue(parts());
    const told = await world.run(sql<{ type: string; audience: object }>`
      select type, audience from event where aggregate = 'offer' and aggregate_id = ${offer.id} order by seq`);
    const ended = told.filter(({ type }) => type === "offer.ended").map(({ audience }) => audience);
    expect(ended).toEqual([{ staff: true }, { courierId: idOf(crew.kim) }, { courierId: idOf(crew.lee) }]);
  });

  test("is told for half an hour and then no more", async () => {
    const { offer } = await offered();
    good(await withdraw(offer.id));
    world.now += 29 * MINUTE_MS;
    expect(await mine(crew.lee, offer.id)).toMatchObject({ state: "withdrawn" });
    world.now += 2 * MINUTE_MS;
    expect(await mine(crew.lee, offer.id)).toBeUndefined();
  });

  test("queues a job with the event that ends it, and none for a delivery that is not offered", async () => {
    const queued = async (deliveryId: string) => {
      const jobs = await world.db.owner((tx) =>
        rows(
          tx,
          sql<{ key: string | null }>`
            select j.key from graphile_worker.jobs j where j.task_identifier = 'offers.settle' and j.key = ${`offers.settle:${deliveryId}`}`,
        ),
      );
      return jobs.length;
    };
    const { delivery } = await offered();
    await crew.give(delivery, crew.lee);
    const plain = await crew.assigned();
    expect([await queued(delivery.id), await queued(plain.id)]).toEqual([1, 0]);
  });
});

describe("others", () => {
  test("a courier to whom it did not go neither reads nor answers it, and no courier reads the office's list", async () => {
    const { offer } = await offered({ toAll: false, courierIds: [idOf(crew.kim)] });
    expect(await mine(crew.lee, offer.id)).toBeUndefined();
    for (const answer of [await accept(crew.lee, offer.id), await decline(crew.lee, offer.id)])
      expect(answer).toMatchObject({ status: 404, body: { code: "offers.not-found" } });
    expect(await crew.kim.call(offersApi.listOffers, {})).toMatchObject({ status: 403 });
    expect(await crew.bo.call(offersApi.readMyOffers, {})).toMatchObject({ status: 403 });
    expect(await crew.sam.call(offersApi.listOffers, {})).toMatchObject({ status: 403 });
  });

  test("another organisation has no part in it", async () => {
    const { offer } = await offered();
    const found = await world.db.as({ orgId: randomUUID() }, (tx) =>
      rows(tx, sql`select 1 from offer where id = ${offer.id} union all select 1 from offer_asked`),
    );
    expect(found).toEqual([]);
  });
});
