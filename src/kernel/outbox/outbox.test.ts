import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { uuidv7 } from "#kernel/id.ts";
import { DAY_MS } from "#kernel/instant.ts";
import {
  type Line,
  START,
  entry,
  makePhone,
  makeServer,
  picture,
  statesOf,
} from "#test/support/outbox/phone-and-server.ts";
import type { Op } from "./op.ts";
import { makeOutbox } from "./outbox.ts";
import type { Transport } from "./ports.ts";

test("commands are numbered from 1 and frozen at the tap", async () => {
  const phone = makePhone(makeServer());
  const [first] = await phone.outbox.record([entry("a")]);
  phone.time.wall += 60_000;
  const [second, third] = await phone.outbox.record([entry("a"), entry("b")]);
  expect([first, second, third].map((op) => op?.command.seq)).toEqual([1, 2, 3]);
  expect(first?.command).toMatchObject({
    wall: START,
    life: "life",
    body: '{"deliveryId":"a","taskId":"t"}',
  });
  expect(second?.command.wall).toBe(START + 60_000);
});

test("without a network everything stays, and goes once in its order when there is one", async () => {
  const server = makeServer();
  const phone = makePhone(server);
  phone.line.now = () => "lost";
  await phone.outbox.record([entry("a")]);
  await phone.outbox.record([entry("b")]);
  expect(await phone.outbox.drain()).toBe("no-network");
  expect(await statesOf(phone)).toEqual(["waiting", "waiting"]);
  phone.line.now = () => "good";
  expect(await phone.outbox.drain()).toBe("sent");
  expect(await statesOf(phone)).toEqual(["done", "done"]);
  expect(server.log.map(({ seq }) => seq)).toEqual([1, 2]);
});

test("a command that is answered later holds its own delivery and no other", async () => {
  let isDown = true;
  const server = makeServer((type) => (isDown && type === "odd" ? "later" : "accepted"));
  const phone = makePhone(server);
  await phone.outbox.record([entry("a", { type: "odd" }), entry("b"), entry("a")]);
  expect(await phone.outbox.drain()).toBe("later");
  expect(await statesOf(phone)).toEqual(["waiting", "done", "waiting"]);
  isDown = false;
  expect(await phone.outbox.drain()).toBe("sent");
  expect(server.log.map(({ seq }) => seq)).toEqual([2, 1, 3]);
});

test("a refused command needs a look and holds nothing up", async () => {
  const server = makeServer((type) => (type === "odd" ? "refused" : "accepted"));
  const phone = makePhone(server);
  const [odd] = await phone.outbox.record([entry("a", { type: "odd" }), entry("a")]);
  expect(await phone.outbox.drain()).toBe("sent");
  expect(await statesOf(phone)).toEqual(["look", "done"]);
  await phone.outbox.confirm([odd?.command.id ?? ""]);
  expect((await phone.store.read()).ops[0]?.isSeen).toBe(true);
});

test("an outcome can be withdrawn until it is sent, and its picture waits for the next try", async () => {
  const server = makeServer();
  const phone = makePhone(server);
  phone.store.addFile(picture("p", 3), new Uint8Array(3));
  phone.store.drafts.add("done.t");
  const outcome = entry("a", { type: "succeed", canUndo: true, fileIds: ["p"], droppedDrafts: ["done.t"] });
  const [op] = await phone.outbox.record([outcome]);
  expect(phone.store.drafts.size).toBe(0);
  await phone.outbox.drain();
  expect(server.log).toEqual([]);
  // In one write: a phone that dies here has the outcome or its text, never neither.
  const writes = vi.spyOn(phone.store, "change");
  const textOf = (taken: readonly Op[]) => taken.map((one) => [`done.${one.taskId}`, {}] as const);
  expect(await phone.outbox.withdraw([op?.command.id ?? ""], textOf)).toBe(true);
  expect(writes).toHaveBeenCalledTimes(1);
  expect([...phone.store.drafts]).toEqual([`done.${op?.taskId}`]);
  const { ops, files } = await phone.store.read();
  expect(ops).toEqual([]);
  expect(files.map(({ state }) => state)).toEqual(["draft"]);
  await phone.outbox.drain();
  expect(server.calls.at(-1)?.waiting).toMatchObject({ nextSeq: 2, withdrawn: 1 });
});

test("what was tried is not withdrawn, also when its answer was lost", async () => {
  const server = makeServer();
  const phone = makePhone(server);
  const [op] = await phone.outbox.record([entry("a", { canUndo: true })]);
  phone.time.wall += 8_000;
  phone.line.now = () => "answer-lost";
  await phone.outbox.drain();
  expect(server.log).toHaveLength(1);
  expect(await phone.outbox.withdraw([op?.command.id ?? ""])).toBe(false);
  expect(await statesOf(phone)).toEqual(["waiting"]);
});

test("a call that is too large is halved, and one command that is too large holds its delivery alone", async () => {
  const server = makeServer();
  const phone = makePhone(server);
  const { sync } = server;
  const most: number[] = [];
  const picky: Transport<string> = {
    sync: async (call) => {
      most.push(call.commands.length);
      const tooLarge = call.commands.length > 2 || call.commands.some(({ type }) => type === "huge");
      return tooLarge ? { kind: "too-large" } : sync(call);
    },
    upload: async (part) => server.upload(part),
  };
  const outbox = makeOutbox({
    store: phone.store,
    transport: picky,
    clock: { wall: () => START, mono: () => 0, life: "life" },
    newId: (at) => uuidv7(at, crypto.getRandomValues(new Uint8Array(10))),
  });
  await outbox.record(["a", "b", "c", "d", "e", "f", "g", "h"].map((delivery) => entry(delivery)));
  await outbox.record([entry("x", { type: "huge" }), entry("y")]);
  await outbox.drain();
  expect(most.slice(0, 3)).toEqual([10, 5, 2]);
  expect(await statesOf(phone)).toEqual([...Array.from({ length: 8 }, () => "done"), "waiting", "done"]);
});

test("says after each call whose verdicts are stored that less waits, while the rest is still on its way", async () => {
  const server = makeServer();
  const phone = makePhone(server);
  const waiting: Promise<number>[] = [];
  const outbox = makeOutbox({
    store: phone.store,
    transport: { sync: async (call) => server.sync(call), upload: async (part) => server.upload(part) },
    clock: { wall: () => START, mono: () => 0, life: "life" },
    newId: (at) => uuidv7(at, crypto.getRandomValues(new Uint8Array(10))),
    onSettled: () =>
      waiting.push(statesOf(phone).then((all) => all.filter((one) => one === "waiting").length)),
  });
  await outbox.record(Array.from({ length: 120 }, (_, at) => entry(`d${at}`)));
  await outbox.drain();
  await outbox.drain();
  expect(await Promise.all(waiting)).toEqual([70, 20, 0]);
});

test("a server that was restored gets again what the phone still keeps, in its order, and the pictures", async () => {
  const server = makeServer();
  const phone = makePhone(server);
  phone.store.addFile(picture("p", 300_000), new Uint8Array(300_000));
  await phone.outbox.record([entry("a"), entry("b", { fileIds: ["p"] }), entry("a")]);
  expect(await phone.outbox.drain()).toBe("sent");
  expect(server.pictures.get("p")).toBe(300_000);
  server.restore(1);
  await phone.outbox.record([entry("b")]);
  expect(await phone.outbox.drain()).toBe("sent");
  expect(server.log.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect(server.pictures.get("p")).toBe(300_000);
});

test("a server that names another epoch at each call is not asked for ever", async () => {
  const phone = makePhone(makeServer());
  let calls = 0;
  const outbox = makeOutbox({
    store: phone.store,
    transport: {
      sync: async () => ({ kind: "epoch", epoch: `e${(calls += 1)}` }),
      upload: async () => ({ kind: "busy" }),
    },
    clock: { wall: () => START, mono: () => 0, life: "life" },
    newId: (at) => uuidv7(at, new Uint8Array(10)),
  });
  expect(await outbox.drain()).toBe("busy");
  expect(calls).toBe(4);
});

test("sent commands go after seven days and sent pictures after 48 hours, what waits never", async () => {
  const server = makeServer((type) => (type === "odd" ? "later" : "accepted"));
  const phone = makePhone(server);
  phone.store.addFile(picture("p", 3), new Uint8Array(3));
  await phone.outbox.record([entry("a", { fileIds: ["p"] }), entry("b", { type: "odd" })]);
  await phone.outbox.drain();
  phone.time.wall += 3 * DAY_MS;
  await phone.outbox.drain();
  expect((await phone.store.read()).files).toEqual([]);
  expect(await statesOf(phone)).toEqual(["done", "waiting"]);
  phone.time.wall += 5 * DAY_MS;
  await phone.outbox.drain();
  expect(await statesOf(phone)).toEqual(["waiting"]);
});

test("with any faults of the line and restores, each command is carried out once, in its order, byte for byte", async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant("record" as const), delivery: fc.constantFrom("a", "b", "c") }),
    fc.record({
      do: fc.constant("drain" as const),
      line: fc.array(fc.constantFrom<Line>("good", "lost", "answer-lost"), { minLength: 1, maxLength: 6 }),
    }),
    fc.record({ do: fc.constant("restore" as const), after: fc.nat(10) }),
    fc.record({ do: fc.constant("bugs" as const), are: fc.boolean() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      let bugs = false;
      const server = makeServer((_type, id) => (bugs && id.endsWith("2") ? "later" : "accepted"));
      const phone = makePhone(server);
      let recorded = 0;
      for (const one of steps) {
        phone.time.wall += 1_000;
        if (one.do === "record") {
          await phone.outbox.record([entry(one.delivery)]);
          recorded += 1;
        } else if (one.do === "restore") server.restore(Math.min(one.after, server.log.length));
        else if (one.do === "bugs") bugs = one.are;
        else {
          const line = [...one.line];
          phone.line.now = () => line.shift() ?? "good";
          await phone.outbox.drain();
        }
      }
      bugs = false;
      phone.line.now = () => "good";
      expect(await phone.outbox.drain()).toBe("sent");
      expect(await statesOf(phone)).toEqual(Array.from({ length: recorded }, () => "done"));
      expect(new Set(server.log.map(({ id }) => id)).size).toBe(recorded);
      expect(server.log).toHaveLength(recorded);
      for (const delivery of ["a", "b", "c"]) {
        const seqs = server.log
          .filter(({ body }) => JSON.parse(body).deliveryId === delivery)
          .map(({ seq }) => seq);
        expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
      }
      for (const texts of server.bodies.values()) expect(texts.size).toBe(1);
    }),
  );
});
