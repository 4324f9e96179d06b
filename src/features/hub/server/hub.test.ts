import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, fromIso, toIso } from "#kernel/instant.ts";
import { codeOf, good, head, order } from "#test/support/people/booking.ts";
import { rows } from "#server/db/db.ts";
import { newId } from "#server/ids.ts";
import { bare, brokenStories, taskIdOf, wronglyShown } from "#test/support/people/crew.ts";
import { proofsApi } from "#features/proofs/contract/api.ts";
import { ALWAYS, DEFAULT_RULES } from "#features/proofs/domain/policy.ts";
import { useWorld } from "#test/support/use-world.ts";
import { hubApi } from "../contract/api.ts";

const { world, crew, ada } = useWorld({
  crew: true,
  eachTestAtTen: true,
  runJobs: true,
  payment: "none",
  payWays: ["cash-delivery", "invoice"],
  people: { ada: ["Ada Admin", "org-admin"] },
});

const HUB = { address: "Hubstr. 1, Berlin", keepDays: 3 };

const onShelf = async (delivery?: Delivery): Promise<Delivery> =>
  good(await crew.handle(delivery ?? (await crew.collected()), "to_hub", crew.bo));
const sheetOf = async ({ id }: Delivery) => good(await crew.bo.call(hubApi.readHandOut, { id }));
type Given = Readonly<Record<string, unknown>>;

/** Input of a hand-out as the desk's form sends it, with a photo. */
async function given(delivery: Delivery, more: Given = {}) {
  const { taskId, version } = await sheetOf(delivery);
  const photo = good(await crew.keepPhoto(delivery, taskId, crew.bo));
  const proven = { ...bare, recipientName: "Rita", proofIds: [photo.id] };
  return { ...head(world), id: delivery.id, taskId, version, ...proven, ...more };
}
const handOut = async (delivery: Delivery, more: Given = {}, caller = crew.bo) =>
  caller.call(hubApi.handOut, await given(delivery, more));
const listed = async (asked: Given = {}, caller = crew.bo) =>
  good(await caller.call(hubApi.listHubParcels, asked as never));

describe("the desk's list", () => {
  test("shows what lies at the hub, the longest kept first, since when, until when and for whom", async () => {
    const first = await onShelf();
    world.now += HOUR_MS;
    const second = await onShelf();
    const { items } = await listed({ limit: 50 });
    const own = items.filter(({ id }) => id === first.id || id === second.id);
    expect(own.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(own[0]).toMatchObject({
      number: first.number,
      state: "at_hub",
      waitsFor: "courier",
      courierName: "Kim Kurier",
      parcels: first.parcels,
      since: toIso(world.now - HOUR_MS),
      keptUntil: toIso(world.now - HOUR_MS + 7 * DAY_MS),
    });
  });

  test("is paged, and finds by number, parcel's code, name and phone", async () => {
    const [one, two] = [await onShelf(), await onShelf()];
    const page = await listed({ limit: 1 });
    expect(page.items).toHaveLength(1);
    expect(page.next).not.toBeNull();
    const all = [...page.items];
    for (let { next } = page; next !== null;) {
      const more = await listed({ limit: 1, cursor: next });
      all.push(...more.items);
      next = more.next;
    }
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining([one.id, two.id]));
    for (const search of [one.number, `${one.number}-1`, one.number.toLowerCase().replaceAll("-", " ")])
      expect((await listed({ search })).items.map(({ id }) => id)).toEqual([one.id]);
    const byPhone = await listed({ search: one.recipient.phone ?? "", limit: 50 });
    expect(byPhone.items.map(({ id }) => id)).toEqual(expect.arrayContaining([one.id, two.id]));
    expect((await listed({ search: "Nobody of this name" })).items).toEqual([]);
  });

  test("says whom each waits for: a decision after a missed try, its sender on the way back", async () => {
    const failed = good(
      await crew.step(crew.kim, await crew.collected(), "deliver", "fail", {
        reason: "recipient_absent",
        note: null,
        proofIds: [],
      }),
    );
    await onShelf(failed);
    const back = await onShelf();
    good(await crew.handle(back, "send_back"));
    const waits = async (delivery: Delivery) =>
      (await listed({ search: delivery.number })).items.map(({ waitsFor }) => waitsFor);
    expect(await waits(failed)).toEqual(["decision"]);
    expect(await waits(back)).toEqual(["sender"]);
    expect((await listed({ search: back.number, waitsFor: "courier" })).items).toEqual([]);
    expect(await crew.bo.call(hubApi.readHandOut, { id: failed.id })).toMatchObject({
      status: 409,
      body: { code: "hub.not-here" },
    });
  });

  test("what leaves the hub leaves the list, and comes back with a new time", async () => {
    const delivery = await onShelf();
    good(await crew.handle(delivery, "load"));
    expect((await listed({ search: delivery.number })).items).toEqual([]);
    world.now += HOUR_MS;
    good(await crew.handle(delivery, "to_hub"));
    expect((await listed({ search: delivery.number })).items).toMatchObject([{ since: toIso(world.now) }]);
  });

  test("parcels are kept as long as an administrator says", async () => {
    const delivery = await onShelf();
    expect(codeOf(await crew.bo.call(hubApi.editHub, HUB))).toBe("403 accounts.forbidden");
    expect(good(await ada.call(hubApi.editHub, HUB))).toMatchObject(HUB);
    expect(good(await crew.bo.call(hubApi.readHub, {}))).toMatchObject(HUB);
    const [shown] = (await listed({ search: delivery.number })).items;
    expect(fromIso(shown?.keptUntil ?? "") - fromIso(shown?.since ?? "")).toBe(3 * DAY_MS);
    good(await ada.call(hubApi.editHub, { ...HUB, keepDays: 7 }));
  });

  test("is the office's alone, and another organisation's stays theirs", async () => {
    const delivery = await onShelf();
    const others = newId(world.now);
    await world.run(sql`insert into organization (id, kind, name, currency, timezone, created_at)
      values (${others}, 'carrier', 'Others', 'EUR', 'Europe/Berlin', ${toIso(world.now)})`);
    const seen = await world.db.as({ orgId: others }, (tx) =>
      rows(tx, sql`select id from hub_deliveries union all select org_id from hub_setting`),
    );
    expect(seen).toEqual([]);
    for (const caller of [crew.kim, crew.sam]) {
      expect(codeOf(await caller.call(hubApi.readHandOut, { id: delivery.id }))).toBe(
        "403 accounts.forbidden",
      );
      expect(codeOf(await handOut(delivery, {}, caller))).toBe("403 accounts.forbidden");
      expect(codeOf(await caller.call(hubApi.listHubParcels, {}))).toBe("403 accounts.forbidden");
    }
    expect((await crew.read(crew.bo, delivery.id)).state).toBe("at_hub");
  });
});

describe("handing out", () => {
  test("delivers at the hub: the history, the proof and the courier's day say so, the money follows", async () => {
    const delivery = await onShelf();
    const done = good(await handOut(delivery));
    expect(done).toMatchObject({ state: "delivered", custody: "recipient" });
    expect(done.timeline.at(-1)).toMatchObject({
      type: "delivery.delivered",
      data: { place: "hub", state: "delivered" },
      actor: { name: "Bo Board" },
    });
    expect(done.timeline.at(-1)?.data).not.toHaveProperty("courierId");
    expect(done.tasks.at(-1)).toMatchObject({
      courierName: null,
      outcome: { place: "hub", recipientName: "Rita" },
    });
    expect(done.proofs).toHaveLength(1);
    expect((await listed({ search: delivery.number })).items).toEqual([]);
    expect(await wronglyShown(world)).toEqual([]);
    expect(await brokenStories(world)).toEqual([]);
    const order = good(await crew.bo.call(deliveriesApi.readOrder, { id: delivery.orderId }));
    expect(order.state).toBe("completed");
  });

  test("the same command twice is one hand-out; another one is refused", async () => {
    const delivery = await onShelf();
    const once = await given(delivery);
    const told = good(await crew.bo.call(hubApi.handOut, once as never));
    const again = good(await crew.bo.call(hubApi.handOut, once as never));
    expect(again.version).toBe(told.version);
    const other = await crew.bo.call(hubApi.handOut, { ...once, ...head(world) });
    expect(codeOf(other)).toBe("409 deliveries.wrong-state");
  });

  test("the proofs are the delivery's own: a name and a picture, or a note that says why not", async () => {
    const delivery = await onShelf();
    expect(codeOf(await handOut(delivery, { recipientName: null }))).toBe("422 deliveries.proof-missing");
    expect(codeOf(await handOut(delivery, { proofIds: [randomUUID()] }))).toBe(
      "422 deliveries.proof-unknown",
    );
    expect(codeOf(await handOut(delivery, { ...bare, unproven: true }))).toBe("422 deliveries.note-missing");
    good(await handOut(delivery, { ...bare, unproven: true, note: "Known at the counter" }));
  });

  test("a PIN is asked for at the counter, and a wrong one is counted", async () => {
    const { version } = good(await ada.call(proofsApi.readProofPolicy, {}));
    const rule = {
      id: "r",
      phase: "deliver",
      end: "succeed",
      required: ["pin"],
      preferred: [],
      when: ALWAYS,
    } as const;
    const ask = async (version: number, rules: readonly object[]) =>
      good(await ada.call(proofsApi.editProofPolicy, { version, rules: rules as never })).version;
    const asking = await ask(version, [...DEFAULT_RULES, rule]);
    onTestFinished(async () => void (await ask(asking, DEFAULT_RULES)));
    const delivery = await onShelf();
    const [row] = await world.run<{ pin: string }>(
      sql`select pin from delivery_pin where delivery_id = ${delivery.id}`,
    );
    const pin = row?.pin ?? "";
    const wrong = pin === "0000" ? "1111" : "0000";
    expect((await sheetOf(delivery)).needs.required).toContain("pin");
    expect(codeOf(await handOut(delivery))).toBe("422 deliveries.proof-missing");
    expect(await handOut(delivery, { pin: wrong })).toMatchObject({
      status: 422,
      body: { code: "proofs.pin-wrong", facts: { left: 4 } },
    });
    const done = good(await handOut(delivery, { pin }));
    expect(done.tasks.at(-1)?.outcome?.pinCheck).toBe("right");
  });

  test("cash that is due is shown, and received with the parcels once", async () => {
    const booked = await order(world, crew.sam);
    good(await crew.sam.call(receivablesApi.chooseWay, { id: booked.id, way: "cash-delivery" }));
    const { deliveryId } = good(await crew.sam.call(deliveriesApi.readOrder, { id: booked.id }));
    const assigned = await crew.give(await crew.read(crew.sam, deliveryId ?? ""), crew.kim);
    const delivery = await onShelf(good(await crew.step(crew.kim, assigned, "collect", "succeed", bare)));
    expect((await sheetOf(delivery)).cash).toEqual(booked.total);
    const little = { ...booked.total, minor: booked.total.minor - 1 };
    expect(codeOf(await handOut(delivery, { cash: little }))).toBe("409 payments.due-changed");
    expect((await crew.read(crew.bo, delivery.id)).state).toBe("at_hub");
    const once = await given(delivery, { cash: booked.total });
    good(await crew.bo.call(hubApi.handOut, once as never));
    good(await crew.bo.call(hubApi.handOut, once as never));
    const { items } = good(await crew.sam.call(receivablesApi.readReceivables, { id: booked.id }));
    expect(items.map(({ state, owed }) => [state, owed])).toEqual([["received", booked.total]]);
  });

  test("corrected, the parcels lie at the hub again and can be handed out after all", async () => {
    const delivery = await onShelf();
    const done = good(await handOut(delivery));
    world.now += MINUTE_MS;
    const wrong = { reason: "recipient_absent", note: "Another parcel", recipientName: null, to: "failed" };
    const undone = good(await crew.step(crew.bo, done, "deliver", "correct", wrong));
    expect(undone).toMatchObject({ state: "attempt_failed", custody: "hub" });
    expect((await listed({ search: delivery.number })).items).toMatchObject([{ waitsFor: "decision" }]);
    const again = good(await crew.handle(undone, "retry"));
    expect(again.state).toBe("at_hub");
    expect(good(await handOut(again)).state).toBe("delivered");
    expect(taskIdOf(again, "deliver")).not.toBe(taskIdOf(delivery, "deliver"));
  });
});

describe("a race at the hub", () => {
  test.each([
    ["the parcels go back onto a route", "load", "collected"],
    ["they are sent back", "send_back", "returning"],
  ])("with %s has one winner, and the other is told", async (_, type, state) => {
    const delivery = await onShelf();
    const wish = await given(delivery);
    const both = await Promise.all([
      crew.bo.call(hubApi.handOut, wish as never),
      crew.handle(delivery, type, ada),
    ]);
    const codes = both.map(({ status }) => String(status)).toSorted();
    expect(codes).toEqual(["200", "409"]);
    const after = await crew.read(crew.bo, delivery.id);
    expect(after.state).toBe(both[0].status === 200 ? "delivered" : state);
    expect(after.custody).toBe(both[0].status === 200 ? "recipient" : type === "load" ? "courier" : "hub");
  });

  test("two desks hand out once, and whoever saw an older version looks again", async () => {
    const delivery = await onShelf();
    const wishes = [await given(delivery), await given(delivery)];
    const both = await Promise.all(wishes.map((wish) => crew.bo.call(hubApi.handOut, wish as never)));
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
    const other = await onShelf();
    const seen = await given(other);
    await crew.give(other, crew.lee).catch(() => undefined);
    good(await crew.handle(good(await crew.handle(other, "load")), "to_hub"));
    expect(codeOf(await crew.bo.call(hubApi.handOut, seen as never))).toBe(
      "409 deliveries.changed-meanwhile",
    );
  });
});
