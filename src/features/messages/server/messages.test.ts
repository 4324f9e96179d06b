import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { courierApi } from "#features/courier/contract/api.ts";
import type { CourierMessage } from "#features/courier/contract/api.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS, toIso } from "#kernel/instant.ts";
import { type Phone, openPhone } from "#test/support/courier/phone.ts";
import { book, good } from "#test/support/people/booking.ts";
import { testSeed } from "#test/support/seeds/test-seed.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";
import { type Message, messagesApi } from "../contract/api.ts";

const { world, crew, ada } = useWorld({
  crew: true,
  eachTestAtTen: true,
  people: { ada: ["Ada", "org-admin"] },
});
let phone: Phone;
beforeEach(() => {
  phone = openPhone(world, crew.kim);
});

const idOf = ({ actor }: Caller): string => actor.courierId ?? "";
const send = (extra: object = {}, key: string = randomUUID()) =>
  crew.bo.call(
    messagesApi.sendMessage,
    { text: "Ring at the back door", courierIds: [idOf(crew.kim)], toAll: false, deliveryId: null, ...extra },
    { key },
  );
const sent = async (extra: object = {}): Promise<Message> => good(await send(extra));
const withdraw = (id: string) => crew.bo.call(messagesApi.withdrawMessage, { id }, { key: randomUUID() });
const listed = async (id: string, asked: object = {}): Promise<Message | undefined> =>
  good(await crew.bo.call(messagesApi.listMessages, { limit: 100, ...asked })).items.find(
    (one) => one.id === id,
  );
const dayOf = async (who: Caller, id: string): Promise<CourierMessage | undefined> =>
  good(await who.call(courierApi.readDay, {})).messages?.find((one) => one.id === id);
const duty = async (who: Caller, onDuty: boolean) =>
  good(
    await who.call(courierApi.keepShift, { commandId: randomUUID(), occurredAt: toIso(world.now), onDuty }),
  );
const verdicts = async (by = phone) =>
  good(await by.send()).results.map(({ verdict, code }) => [verdict, code]);
const acknowledge = (messageId: string, answer: object | null = null, by = phone) =>
  by.tap("message_acknowledged", { messageId, answer });

describe("sending", () => {
  test("a note comes into the courier's day alone, with its delivery", async () => {
    const delivery = await crew.assigned();
    const message = await sent({ deliveryId: delivery.id });
    expect(message).toMatchObject({
      text: "Ring at the back door",
      sentBy: "Bo Board",
      toAll: false,
      delivery: { id: delivery.id, number: delivery.number },
      withdrawnAt: null,
      recipients: [{ name: "Kim Kurier", seenAt: null, acknowledgedAt: null, answer: null }],
    });
    expect(await dayOf(crew.kim, message.id)).toEqual({
      id: message.id,
      text: message.text,
      sentAt: toIso(world.now),
      delivery: message.delivery,
      seenAt: null,
      acknowledgedAt: null,
      answer: null,
    });
    expect(await dayOf(crew.lee, message.id)).toBeUndefined();
    expect(await listed(message.id, { deliveryId: delivery.id })).toEqual(message);
    expect(await listed(message.id, { courierId: idOf(crew.lee) })).toBeUndefined();
  });

  test("the same call again sends nothing more, and another text under its key is refused", async () => {
    const key = randomUUID();
    const message = good(await send({}, key));
    expect(good(await send({}, key))).toEqual(message);
    expect(await send({ text: "Something else" }, key)).toMatchObject({
      status: 422,
      body: { code: "http.idempotency-mismatch" },
    });
    const { items } = good(await crew.bo.call(messagesApi.listMessages, { limit: 100 }));
    expect(items.filter(({ id }) => id === message.id)).toHaveLength(1);
  });

  test("all on duty are those of this moment: who comes on duty later has no part in it", async () => {
    expect(await send({ toAll: true, courierIds: [] })).toMatchObject({
      status: 409,
      body: { code: "messages.nobody-on-duty" },
    });
    await duty(crew.kim, true);
    expect(good(await crew.bo.call(messagesApi.listRecipients, {})).couriers).toEqual([
      { id: idOf(crew.kim), name: "Kim Kurier", onDuty: true },
      { id: idOf(crew.lee), name: "Lee Later", onDuty: false },
    ]);
    const message = await sent({ toAll: true, courierIds: [] });
    await duty(crew.lee, true);
    expect(message.recipients.map(({ name }) => name)).toEqual(["Kim Kurier"]);
    expect(await dayOf(crew.lee, message.id)).toBeUndefined();
    for (const who of [crew.kim, crew.lee]) await duty(who, false);
  });

  test.each([
    ["nobody", { courierIds: [] }, "messages.nobody"],
    ["somebody who is no courier", { courierIds: [randomUUID()] }, "messages.courier-unknown"],
    ["a delivery that is not there", { deliveryId: randomUUID() }, "deliveries.not-found"],
  ])("to %s is refused", async (_title, extra, code) => {
    expect(await send(extra)).toMatchObject({ body: { code } });
  });

  test("an empty or too long text is refused at its field", async () => {
    for (const text of ["  ", "x".repeat(501)])
      expect(await send({ text })).toMatchObject({ status: 400, body: { fields: [{ path: "text" }] } });
  });

  test("a courier neither sends nor reads what the office wrote to others", async () => {
    const mine = await sent();
    for (const answer of [
      await crew.kim.call(messagesApi.listMessages, {}),
      await crew.kim.call(messagesApi.withdrawMessage, { id: mine.id }, { key: randomUUID() }),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: "accounts.forbidden" } });
  });
});

describe("taking back", () => {
  test("works for ten seconds, and the courier's day is without it", async () => {
    const message = await sent();
    world.now += 10 * SECOND_MS;
    expect(good(await withdraw(message.id)).withdrawnAt).toBe(toIso(world.now));
    expect(await dayOf(crew.kim, message.id)).toBeUndefined();
    expect(await listed(message.id, { group: "open" })).toBeUndefined();
    expect(await listed(message.id)).toMatchObject({ withdrawnAt: toIso(world.now) });
  });

  test("is refused afterwards, and once a courier has seen it", async () => {
    const late = await sent();
    const seen = await sent();
    phone.tap("message_seen", { messageId: seen.id });
    await phone.send();
    world.now += 1;
    expect(await withdraw(seen.id)).toMatchObject({ status: 409, body: { code: "messages.too-late" } });
    world.now += 10 * SECOND_MS;
    expect(await withdraw(late.id)).toMatchObject({ status: 409, body: { code: "messages.too-late" } });
    expect(await withdraw(randomUUID())).toMatchObject({ status: 404 });
  });

  test("the word of a phone that had it already is kept all the same", async () => {
    const message = await sent();
    acknowledge(message.id);
    good(await withdraw(message.id));
    expect(await verdicts()).toEqual([["noted", "messages.withdrawn"]]);
    expect((await listed(message.id))?.recipients).toMatchObject([{ acknowledgedAt: toIso(world.now) }]);
  });
});

describe("what phones say", () => {
  test("bears the time of the tap, however late it comes, and is live at the office", async () => {
    const message = await sent();
    const seenAt = (world.now += MINUTE_MS);
    phone.tap("message_seen", { messageId: message.id });
    const saidAt = (world.now += MINUTE_MS);
    acknowledge(message.id, { ready: "call_me", text: null });
    world.now += 45 * MINUTE_MS;
    expect(await verdicts()).toEqual([
      ["accepted", null],
      ["accepted", null],
    ]);
    const answer = { ready: "call_me", text: null };
    const times = { seenAt: toIso(seenAt), acknowledgedAt: toIso(saidAt), answer };
    expect((await listed(message.id))?.recipients).toMatchObject([times]);
    expect(await dayOf(crew.kim, message.id)).toMatchObject(times);
    expect(await listed(message.id, { group: "open" })).toBeUndefined();
  });

  test("a lost answer is made up for: the stored verdict comes again, and nothing is said twice", async () => {
    const message = await sent();
    acknowledge(message.id);
    const first = await verdicts();
    const before = await listed(message.id);
    world.now += MINUTE_MS;
    expect(good(await phone.sendAgain()).results.map(({ verdict, code }) => [verdict, code])).toEqual(first);
    const other = openPhone(world, crew.kim);
    acknowledge(message.id, null, other);
    expect(await verdicts(other)).toEqual([["noted", "messages.known"]]);
    expect(await listed(message.id)).toEqual(before);
  });

  test("an answer after a bare acknowledgement counts, a second answer does not", async () => {
    const message = await sent();
    acknowledge(message.id);
    await phone.send();
    const saidAt = world.now;
    world.now += MINUTE_MS;
    acknowledge(message.id, { ready: null, text: "In ten minutes" });
    acknowledge(message.id, { ready: "no", text: null });
    expect((await verdicts()).map(([verdict]) => verdict)).toEqual(["accepted", "noted"]);
    expect((await listed(message.id))?.recipients).toMatchObject([
      { acknowledgedAt: toIso(saidAt), answer: { ready: null, text: "In ten minutes" } },
    ]);
  });

  test("a message to somebody else is refused and comes before a person", async () => {
    const message = await sent({ courierIds: [idOf(crew.lee)] });
    acknowledge(message.id);
    expect(await verdicts()).toEqual([["refused", "messages.not-found"]]);
    const { items } = good(await crew.bo.call(exceptionsApi.listExceptions, { kind: "command_refused" }));
    expect(items).toHaveLength(1);
    expect((await listed(message.id))?.recipients).toMatchObject([{ seenAt: null, acknowledgedAt: null }]);
  });

  test("holds up no other command, and an unread version waits alone", async () => {
    const delivery = await crew.assigned();
    const message = await sent({ deliveryId: delivery.id });
    phone.tap("message_seen", { messageId: message.id }, { v: 9 });
    phone.tap("start", { deliveryId: delivery.id, taskId: delivery.tasks[0]?.id });
    expect(good(await phone.send()).results.map(({ verdict }) => verdict)).toEqual(["later", "accepted"]);
  });

  test("none is lost and each is acknowledged once, over calls that fail and come twice, by two phones", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.nat(1),
            fc.nat(2),
            fc.constantFrom("tap" as const, "send" as const, "again" as const, "lost" as const),
          ),
          {
            minLength: 6,
            maxLength: 20,
          },
        ),
        async (steps) => {
          const phones = [openPhone(world, crew.kim), openPhone(world, crew.kim)] as const;
          const messages = await Promise.all([sent(), sent(), sent()]);
          const tapped = new Map(messages.map(({ id }) => [id, [] as (string | null)[]]));
          const does = {
            tap: (by: Phone, id: string) => {
              acknowledge(id, null, by);
              tapped.get(id)?.push(toIso(world.now));
            },
            send: (by: Phone) => by.send(),
            again: (by: Phone) => by.sendAgain(),
            // The phone keeps the commands whose answer it did not hear.
            lost: (by: Phone) => by.send({ commands: [...by.waiting()] }),
          };
          for (const [who, which, what] of steps) {
            world.now += SECOND_MS;
            await does[what](phones[who === 0 ? 0 : 1], messages[which]?.id ?? "");
          }
          for (const by of phones) await by.send();
          for (const [id, taps] of tapped) {
            const at = (await listed(id))?.recipients[0]?.acknowledgedAt;
            expect(taps.length === 0 ? [null] : taps).toContain(at);
          }
        },
      ),
      { seed: testSeed(), numRuns: 15 },
    );
  });
});

test("a message leaves the day after two days, and stays on its stop", async () => {
  const delivery = await crew.assigned();
  const plain = await sent();
  const note = await sent({ deliveryId: delivery.id });
  world.now += 3 * DAY_MS;
  expect(await dayOf(crew.kim, plain.id)).toBeUndefined();
  const day = good(await crew.kim.call(courierApi.readDay, {}));
  const isThere = day.stops.some(({ deliveryId }) => deliveryId === delivery.id);
  expect((await dayOf(crew.kim, note.id)) !== undefined).toBe(isThere);
});

test("another organisation's people and other deliveries see nothing of it", async () => {
  const other = await book(world, crew.sam);
  const message = await sent({ deliveryId: other.id });
  expect(await listed(message.id, { deliveryId: randomUUID() })).toBeUndefined();
  expect((await ada.call(messagesApi.listMessages, { deliveryId: other.id })).body).toMatchObject({
    items: [{ id: message.id }],
  });
  expect(await crew.sam.call(messagesApi.listMessages, { deliveryId: other.id })).toMatchObject({
    status: 403,
  });
});
