import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { chargeWork } from "#features/charges/server/charge-work.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { deskHandoverApi } from "#features/desk-handover/contract/api.ts";
import { editsApi } from "#features/edits/contract/api.ts";
import { planDelivery } from "#features/notices/server/plan.ts";
import { beginDay, lookAtDay } from "#features/push/server/day.ts";
import { providerOf } from "#test/support/paying/paying.ts";
import { codeOf, good, head } from "#test/support/people/booking.ts";
import { bare, taskIdOf } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import { type Consequences, consequencesApi } from "../contract/api.ts";
import { FORESEEN_ACTS, type ForeseenAct } from "#features/delivery-pages/domain/foreseen-acts.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true });

/** Deliveries of all tests stay, and this database gathers no statistics: without them a look at a courier's day is slow. */
const ANALYZED_EVERY = 30;
let nth = 0;
beforeEach(async () => {
  nth += 1;
  if (nth % ANALYZED_EVERY === 0) await world.run(sql`analyze`);
});

const missed = async (delivery: Delivery, reason = "recipient_absent") =>
  good(await crew.step(crew.kim, delivery, "deliver", "fail", { note: null, proofIds: [], reason }));
const handled = async (delivery: Delivery, type: string) => good(await crew.handle(delivery, type));
const twice = async () =>
  missed(await crew.give(await handled(await missed(await crew.collected()), "retry"), crew.kim));

/** Deliveries in every state that an act of the office can begin from. */
const STATES: Readonly<Record<string, () => Promise<Delivery>>> = {
  assigned: () => crew.assigned(),
  "pickup failed": async () =>
    good(
      await crew.step(crew.kim, await crew.assigned(), "collect", "fail", {
        note: null,
        proofIds: [],
        reason: "not_ready",
      }),
    ),
  collected: () => crew.collected(),
  "on its way": async () => good(await crew.step(crew.kim, await crew.collected(), "deliver", "start")),
  "at the hub": async () => handled(await crew.collected(), "to_hub"),
  "missed by the recipient": async () => missed(await crew.collected()),
  "missed by us": async () => missed(await crew.collected(), "out_of_time"),
  "missed twice": twice,
  "on the way back": async () =>
    crew.give(await handled(await missed(await crew.collected()), "send_back"), crew.kim),
  "another try": async () =>
    crew.give(await handled(await missed(await crew.collected()), "retry"), crew.kim),
  lost: async () => handled(await crew.collected(), "lose"),
  delivered: () => crew.delivered(),
  cancelled: async () => {
    const booked = await crew.assigned();
    return good(await carryOut(booked, "cancel"));
  },
};

const asked = (delivery: Delivery, act: ForeseenAct) => ({
  id: delivery.id,
  act,
  ...(act === "correct" && { taskId: lastEnded(delivery), reason: "weather" }),
});
const lastEnded = ({ tasks }: Delivery): string =>
  tasks.findLast(({ state }) => state === "succeeded" || state === "failed")?.id ?? tasks[0]?.id ?? "";

async function carryOut(delivery: Delivery, act: ForeseenAct) {
  const { id } = delivery;
  if (act === "cancel") {
    const { fee } = good(await crew.bo.call(deliveriesApi.previewCancellation, { id }));
    return crew.bo.call(deliveriesApi.cancelDelivery, { id, ...head(world), fee, note: null });
  }
  const { version } = delivery;
  if (act === "leave") {
    const leave = { how: "neighbour" as const, place: "Müller, ground floor" };
    return crew.bo.call(editsApi.setLeave, { id, version, leave });
  }
  if (act === "disposal")
    return crew.bo.call(editsApi.setDisposal, { id, version, agreed: true, reason: "rang at noon" });
  if (act !== "correct") return crew.handle(delivery, act);
  const task = delivery.tasks.find((one) => one.id === lastEnded(delivery));
  const to = task?.state === "succeeded" ? ("failed" as const) : ("succeeded" as const);
  const reason = to === "failed" ? "weather" : null;
  const said = { to, reason, recipientName: "Rita", note: "wrong", unproven: true as const };
  const command = { ...head(world), type: "correct" as const, taskId: lastEnded(delivery), ...said };
  return crew.bo.call(deliveriesApi.performTask, { id, command });
}

const context = <T>(run: (given: { tx: never; orgId: string; now: number }) => Promise<T>): Promise<T> =>
  world.db.as({ orgId: world.orgId }, (tx) => run({ tx: tx as never, orgId: world.orgId, now: world.now }));
/** Everything that follows an act by its events, at once. */
const follow = (id: string) =>
  context(async (given) => {
    await planDelivery(given, id);
    await chargeWork(given, providerOf(world).id, id);
  });
const kimsDay = { courierId: () => crew.kim.actor.courierId ?? "" };
const kimKnows = () =>
  context(async (given) => {
    await sql`delete from push_day where org_id = app_org()`.execute(given.tx);
    const me = await sql<{
      id: string;
    }>`select id from people where courier_id = ${kimsDay.courierId()}`.execute(given.tx);
    await beginDay(given, { courierId: kimsDay.courierId(), personId: me.rows[0]?.id ?? "" });
  });

interface Row {
  readonly line: string;
  readonly state: string;
}
const notices = async (id: string): Promise<Row[]> =>
  world.run(sql<Row>`
    select id || ' ' || audience || ' ' || way || ' ' || notice || ' ' || corrects as line, state from notice
    where delivery_id = ${id} and notice <> 'late'`);
const charges = async ({ orderId }: Delivery): Promise<number> =>
  (
    await world.run(sql<{ minor: number }>`
      select coalesce(sum(amount_minor), 0)::int as minor from payment
      where order_id = ${orderId} and purpose = 'surcharge' and state <> 'voided'`)
  )[0]?.minor ?? 0;

const lineOf = ({ audience, way, notice, corrects }: Consequences["told"][number]): string =>
  `${audience} ${way} ${notice} ${corrects}`;
const bare1 = ({ line }: Row): string => line.split(" ").slice(1).join(" ");

/** Changes of an act: the notices, the charges, Kim's day. */
async function changedBy(before: Delivery, act: ForeseenAct) {
  const [saidBefore, chargedBefore] = [await notices(before.id), await charges(before)];
  const after = good(await carryOut(before, act));
  await follow(after.id);
  const said = await notices(after.id);
  const isWaiting = (rows: readonly Row[], line: string) =>
    rows.some((row) => row.line === line && row.state === "waiting");
  const day = await context((given) => lookAtDay(given, kimsDay.courierId()));
  return {
    after,
    told: said.filter(({ line }) => !saidBefore.some((row) => row.line === line)).map(bare1),
    dropped: saidBefore
      .filter(({ line }) => isWaiting(saidBefore, line) && !isWaiting(said, line))
      .map(bare1),
    charged: (await charges(after)) - chargedBefore,
    taken: day?.taken ?? 0,
  };
}

const sumOf = (money: Consequences["money"], end: string): number =>
  money.filter(({ what }) => what.endsWith(end)).reduce((sum, { amount }) => sum + amount.minor, 0);
const sorted = (lines: readonly string[]) => lines.toSorted();

const CASES = Object.keys(STATES).flatMap((state) =>
  FORESEEN_ACTS.filter((act) => act !== "hand_out" && act !== "hand_over").map(
    (act) => [state, act] as const,
  ),
);

/** The act as it was shown, and as it turned out; where it is refused, both are the refusal. */
async function playedBoth(before: Delivery, act: ForeseenAct) {
  const answer = await crew.bo.call(consequencesApi.readConsequences, asked(before, act));
  if (answer.status !== 200) return [codeOf(answer), codeOf(await carryOut(before, act))];
  const { told, dropped, money, couriers, version, givenTo: _, ...stands } = good(answer);
  const { after, ...changed } = await changedBy(before, act);
  return [
    {
      version,
      ...stands,
      told: sorted(told.map(lineOf)),
      dropped: sorted(dropped.map(lineOf)),
      charged: sumOf(money, "-asked") - sumOf(money, "-dropped"),
      isCourierTold: couriers.some(({ push }) => push),
    },
    {
      version: before.version,
      state: after.state,
      custody: after.custody,
      told: sorted(changed.told),
      dropped: sorted(changed.dropped),
      charged: changed.charged,
      isCourierTold: changed.taken > 0,
    },
  ];
}

test.each(CASES)("what is shown of a delivery %s is what %s does", async (state, act) => {
  const before = await (STATES[state] as () => Promise<Delivery>)();
  await follow(before.id);
  await kimKnows();
  const [shown, happened] = await playedBoth(before, act);
  expect(shown).toEqual(happened);
});

test("the price of another try and of the way back is what is asked for once it was made", async () => {
  const ask = async (delivery: Delivery, act: ForeseenAct) =>
    good(await crew.bo.call(consequencesApi.readConsequences, asked(delivery, act))).money;
  const again = await missed(await crew.collected());
  const [shown] = await ask(again, "retry");
  const tried = await crew.give(await handled(again, "retry"), crew.kim);
  await crew.handOver(tried);
  await follow(again.id);
  expect(shown).toMatchObject({ what: "extraAttempt-later", amount: { minor: await charges(again) } });
  const refused = await missed(await crew.collected(), "refused");
  const [way] = await ask(refused, "send_back");
  const back = await crew.give(await handled(refused, "send_back"), crew.kim);
  good(await crew.step(crew.kim, back, "return", "succeed", bare));
  await follow(refused.id);
  expect(way).toMatchObject({ what: "return-later", amount: { minor: await charges(refused) } });
  expect(await ask(await missed(await crew.collected(), "weather"), "retry")).toEqual([]);
});

test("a lost delivery is free, and found its price is owed again", async () => {
  const ask = async (delivery: Delivery, act: ForeseenAct) =>
    good(await crew.bo.call(consequencesApi.readConsequences, asked(delivery, act))).money;
  const collected = await crew.collected();
  const total = (await crew.read(crew.bo, collected.id)).price?.total;
  expect(await ask(collected, "lose")).toEqual([{ what: "price-free", amount: total }]);
  expect(await ask(await handled(collected, "lose"), "find")).toEqual([
    { what: "price-owed", amount: total },
  ]);
});

test.each([
  ["collected", () => crew.collected()],
  ["on its way", async () => good(await crew.step(crew.kim, await crew.collected(), "deliver", "start"))],
])("what is shown of handing a delivery over that is %s is what it does", async (_state, made) => {
  const before = await made();
  await follow(before.id);
  await kimKnows();
  const courierId = crew.lee.actor.courierId ?? "";
  const input = { id: before.id, act: "hand_over" as const, courierId };
  const shown = good(await crew.bo.call(consequencesApi.readConsequences, input));
  expect(shown.givenTo).toEqual({ name: "Lee Later", push: false });
  expect(shown.couriers).toEqual([{ name: "Kim Kurier", push: true }]);
  expect(shown.money).toEqual([]);
  const said = await notices(before.id);
  const { version } = await crew.read(crew.bo, before.id);
  const note = "Kim hands over to Lee.";
  const after = good(
    await crew.bo.call(deskHandoverApi.handOver, { id: before.id, version, courierId, note }),
  );
  await follow(before.id);
  expect([after.state, after.custody]).toEqual([shown.state, shown.custody]);
  const fresh = (await notices(before.id)).filter(({ line }) => !said.some((row) => row.line === line));
  expect(sorted(shown.told.map(lineOf))).toEqual(sorted(fresh.map(bare1)));
  const day = await context((given) => lookAtDay(given, kimsDay.courierId()));
  expect(day?.taken).toBe(1);
});

test("what the office gives to a courier who took the parcels over is shown for that very task", async () => {
  const planned = await crew.assigned();
  await kimKnows();
  const input = {
    id: planned.id,
    act: "hand_over" as const,
    taskId: taskIdOf(planned, "deliver"),
    courierId: crew.lee.actor.courierId ?? "",
  };
  const shown = good(await crew.bo.call(consequencesApi.readConsequences, input));
  expect(shown).toMatchObject({
    givenTo: { name: "Lee Later" },
    couriers: [{ name: "Kim Kurier" }],
    money: [],
  });
});

test("a handover to nobody, or of what no courier has, is refused as the act itself", async () => {
  const ask = async (delivery: Delivery, courierId?: string) =>
    codeOf(
      await crew.bo.call(consequencesApi.readConsequences, {
        id: delivery.id,
        act: "hand_over",
        ...(courierId !== undefined && { courierId }),
      }),
    );
  const collected = await crew.collected();
  expect(await ask(collected, crew.kim.actor.courierId)).toBe("422 custody.own-code");
  expect(await ask(collected, collected.id)).toBe("422 dispatch.courier-unknown");
  expect(await ask(collected)).toBe("422 dispatch.courier-unknown");
  expect(await ask(await crew.assigned(), crew.lee.actor.courierId)).toBe("409 custody.not-held");
});

test("whoever may not handle deliveries asks in vain, and so does one about no delivery", async () => {
  const { id } = await crew.assigned();
  const input = { id, act: "cancel" as const };
  expect((await crew.kim.call(consequencesApi.readConsequences, input)).status).toBe(403);
  expect((await crew.sam.call(consequencesApi.readConsequences, input)).status).toBe(403);
  const nowhere = { ...input, id: taskIdOf(await crew.read(crew.bo, id), "deliver") };
  expect(codeOf(await crew.bo.call(consequencesApi.readConsequences, nowhere))).toBe(
    "404 deliveries.not-found",
  );
});
