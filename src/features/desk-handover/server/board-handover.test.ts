import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { courierApi } from "#features/courier/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { historyApi } from "#features/history/contract/api.ts";
import { messagesApi } from "#features/messages/contract/api.ts";
import { toIso } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { book, codeOf, good } from "#test/support/people/booking.ts";
import { bare, taskIdOf, unassign } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true });

const idOf = ({ actor }: Caller): string => actor.courierId ?? "";
const read = async (delivery: Delivery) => crew.read(crew.bo, delivery.id);
const boardFor = async (delivery: Delivery) => {
  const { timezone } = good(await crew.kim.call(courierApi.readDay, {}));
  const { date } = localAt(Date.parse(delivery.window.start), timezone);
  return boardOf(good(await crew.bo.call(dispatchApi.readBoard, { date })));
};
interface Given {
  readonly notes?: readonly Delivery[];
  readonly key?: string;
}
const give = async (
  deliveries: readonly Delivery[],
  to: Caller,
  { notes, key = randomUUID() }: Given = {},
) => {
  const [one] = deliveries;
  if (!one) throw new Error("nothing to give");
  const board = await boardFor(one);
  const edit = {
    type: "assign" as const,
    commandId: key,
    occurredAt: toIso(world.now),
    date: board.date,
    seen: board.couriers.map(({ id, route }) => ({ courierId: id, revision: route.revision })),
    deliveryIds: deliveries.map(({ id }) => id),
    courierId: idOf(to),
    beforeTaskId: null,
    ...(notes && {
      handOver: notes.map(({ id, number }) => ({ deliveryId: id, note: `${number} to Lee.` })),
    }),
  };
  return crew.bo.call(dispatchApi.editPlan, { edit }, { key });
};
const notesOf = async ({ id }: Delivery) =>
  good(await crew.bo.call(messagesApi.listMessages, { deliveryId: id, limit: 10 })).items;
const courierNow = async (delivery: Delivery) => (await read(delivery)).courierName;
const handovers = ({ id }: Delivery) =>
  world.run(
    sql<{ type: string }>`select type from event where aggregate = 'delivery' and aggregate_id = ${id}
      and data ->> 'handover' = 'true' order by seq`,
  );

test("the board refuses to give away parcels that another courier holds, and says who has how many", async () => {
  const held = await crew.collected();
  const answer = await give([held], crew.lee);
  expect(codeOf(answer)).toBe("409 dispatch.parcels-held");
  expect(answer.body).toMatchObject({ facts: { courier: "Kim Kurier", numbers: held.number, n: 1 } });
  expect(await courierNow(held)).toBe("Kim Kurier");
  expect(await notesOf(held)).toEqual([]);
});

test("with a note it hands them over: the history says so, both get the note, and only once", async () => {
  const held = await crew.collected();
  const key = randomUUID();
  const board = boardOf(good(await give([held], crew.lee, { notes: [held], key })));
  expect(board.deliveries.find(({ id }) => id === held.id)?.heldBy).toBe(idOf(crew.lee));
  expect(await courierNow(held)).toBe("Lee Later");
  expect((await handovers(held)).map(({ type }) => type)).toEqual([
    "delivery.unassigned",
    "delivery.assigned",
  ]);
  expect(await notesOf(held)).toMatchObject([
    { text: `${held.number} to Lee.`, recipients: [{ name: "Kim Kurier" }, { name: "Lee Later" }] },
  ]);
  for (const who of [crew.kim, crew.lee]) {
    const { messages = [] } = good(await who.call(courierApi.readDay, {}));
    expect(messages.some(({ text }) => text === `${held.number} to Lee.`)).toBe(true);
  }
  good(await crew.step(crew.lee, held, "deliver", "start"));
});

test("of several only those in another's hands are marked, and all move or none", async () => {
  const held = await crew.collected();
  const planned = await crew.assigned();
  const open = await book(world, crew.sam);
  expect(codeOf(await give([open, planned, held], crew.lee))).toBe("409 dispatch.parcels-held");
  expect((await read(open)).courierName).toBeNull();
  good(await give([open, planned, held], crew.lee, { notes: [open, planned, held] }));
  for (const one of [open, planned, held]) expect(await courierNow(one)).toBe("Lee Later");
  expect(await handovers(held)).toHaveLength(2);
  for (const one of [open, planned]) {
    expect(await handovers(one)).toEqual([]);
    expect(await notesOf(one)).toEqual([]);
  }
});

test("parcels stay with whoever has them when their stop is taken back: the same courier just has it again", async () => {
  const held = await crew.collected();
  await unassign(world, crew.bo, held, [taskIdOf(held, "deliver")]);
  expect((await boardFor(held)).deliveries.find(({ id }) => id === held.id)?.heldBy).toBe(idOf(crew.kim));
  expect(codeOf(await give([held], crew.lee))).toBe("409 dispatch.parcels-held");
  good(await give([held], crew.kim));
  expect(await handovers(held)).toEqual([]);
});

test("a try that failed leaves them in the courier's hands for the next one", async () => {
  const held = await crew.collected();
  good(
    await crew.step(crew.kim, held, "deliver", "fail", {
      note: null,
      proofIds: [],
      reason: "recipient_absent",
    }),
  );
  good(await crew.handle(held, "retry"));
  expect(codeOf(await give([await read(held)], crew.lee))).toBe("409 dispatch.parcels-held");
  good(await give([await read(held)], crew.lee, { notes: [held] }));
  expect((await handovers(held)).map(({ type }) => type)).toEqual(["delivery.assigned"]);
});

test("what is at the hub is handed over by nobody, and the board says that no courier has it", async () => {
  const held = await crew.collected();
  const atHub = good(await crew.handle(held, "to_hub"));
  expect((await boardFor(held)).deliveries.find(({ id }) => id === held.id)?.heldBy).toBeUndefined();
  good(await give([atHub], crew.lee));
  expect(await handovers(held)).toEqual([]);
});

test("an edit is not undone by itself once its parcels were collected", async () => {
  const planned = await crew.assigned();
  const key = randomUUID();
  good(await give([planned], crew.lee, { key }));
  good(await crew.step(crew.lee, planned, "collect", "succeed", bare));
  const answer = await crew.bo.call(historyApi.undoCommand, { id: key });
  expect(answer.status).toBe(409);
  expect(await courierNow(planned)).toBe("Lee Later");
});
