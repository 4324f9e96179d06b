import fc from "fast-check";
import { expect, test } from "vitest";
import { uuidv7 } from "#kernel/id.ts";
import { DAY_MS } from "#kernel/instant.ts";
import { memoryStore } from "#test/support/outbox/memory-store.ts";
import { countsOf } from "./counts.ts";
import type { KeptFile, Result, Verdict } from "./op.ts";
import { type Entry, makeOutbox } from "./outbox.ts";
import type { Answer, Part, SyncAnswer, SyncCall, Transport } from "./ports.ts";

const START = Date.parse("2026-11-23T08:00:00Z");

/** A server that keeps each command's first answer, and counts what it carried out. */
function makeServer(judge: (type: string, id: string) => Verdict = () => "accepted") {
  const log: { id: string; seq: number; body: string }[] = [];
  const bodies = new Map<string, Set<string>>();
  const verdicts = new Map<string, Verdict>();
  const pictures = new Map<string, number>();
  const calls: SyncCall[] = [];
  let restores = 0;
  let epoch = "epoch-0";
  const sync = (call: SyncCall): Answer<SyncAnswer<string>> => {
    calls.push(call);
    if (call.epoch !== null && call.epoch !== epoch) return { kind: "epoch", epoch };
    const held = new Set<string>();
    const results = call.commands.map(({ id, seq, type, body }): Result => {
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
      const delivery = String(JSON.parse(body).deliveryId);
      const known = verdicts.get(id);
      const verdict = known ? "replayed" : held.has(delivery) ? "later" : judge(type, id);
      if (verdict === "later") held.add(delivery);
      else if (!known) {
        verdicts.set(id, verdict);
        if (verdict !== "refused") log.push({ id, seq, body });
      }
      return { id, verdict, code: null, facts: {} };
    });
    return { kind: "ok", value: { serverNow: START, epoch, results, day: "day", dayTag: "t" } };
  };
  const upload = ({ file, offset, bytes }: Part): Answer<{ next: number; complete: boolean }> => {
    const has = pictures.get(file.id) ?? 0;
    if (bytes.length > 0 && offset === has) pictures.set(file.id, has + bytes.length);
    const next = pictures.get(file.id) ?? 0;
    return { kind: "ok", value: { next, complete: next === file.bytes } };
  };
  return {
    log,
    calls,
    bodies,
    pictures,
    sync,
    upload,
    /** Comes back as it was after so many commands. */
    restore(after: number) {
      restores += 1;
      epoch = `epoch-${restores}`;
      for (const { id } of log.splice(after)) verdicts.delete(id);
      for (const [id, verdict] of verdicts) if (verdict === "refused") verdicts.delete(id);
      pictures.clear();
    },
  };
}

type Line = "good" | "lost" | "answer-lost";

function makePhone(server: ReturnType<typeof makeServer>) {
  const store = memoryStore<string>("device");
  const time = { wall: START, mono: 0 };
  const line: { now: () => Line } = { now: () => "good" };
  let made = 0;
  const over =
    <I, T>(serve: (input: I) => Answer<T>) =>
    async (input: I): Promise<Answer<T>> => {
      const now = line.now();
      if (now === "lost") return { kind: "no-network" };
      const answer = serve(input);
      return now === "good" ? answer : { kind: "no-network" };
    };
  const transport: Transport<string> = { sync: over(server.sync), upload: over(server.upload) };
  const outbox = makeOutbox({
    store,
    transport,
    clock: { wall: () => time.wall, mono: () => time.mono, life: "life" },
    newId: (at) => uuidv7(at, new Uint8Array(10).fill((made += 1))),
  });
  return { store, time, line, outbox };
}

const entry = (delivery: string, more: Partial<Entry> = {}): Entry => ({
  type: "start",
  v: 1,
  body: { deliveryId: delivery, taskId: "t" },
  deliveryId: delivery,
  taskId: "t",
  label: "Kanalstr. 3",
  ...more,
});

const picture = (id: string, bytes: number): KeptFile => ({
  id,
  deliveryId: "a",
  taskId: "t",
  kind: "photo",
  sha256: "0".repeat(64),
  bytes,
  takenAt: START,
  state: "draft",
  code: null,
  endedAt: null,
});

const statesOf = async ({ store }: ReturnType<typeof makePhone>) =>
  (await store.read()).ops.map((op) => op.state);

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

test("an outcome takes the picture that it names, and drops other drafts of its stop alone", async () => {
  const phone = makePhone(makeServer());
  for (const file of [picture("small", 3), picture("original", 9), { ...picture("other", 5), taskId: "u" }])
    phone.store.addFile(file, new Uint8Array(file.bytes));
  await phone.outbox.record([entry("a", { type: "start" })]);
  expect((await phone.store.read()).files).toHaveLength(3);
  await phone.outbox.record([entry("a", { type: "succeed", fileIds: ["small"] })]);
  const { files } = await phone.store.read();
  expect(files.map(({ id, state }) => [id, state])).toEqual([
    ["small", "waiting"],
    ["other", "draft"],
  ]);
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
  expect(await phone.outbox.withdraw([op?.command.id ?? ""])).toBe(true);
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

test("pictures go in parts after the commands, and go on where the server stands", async () => {
  const server = makeServer();
  const phone = makePhone(server);
  phone.store.addFile(picture("p", 300_000), new Uint8Array(300_000));
  await phone.outbox.record([entry("a", { fileIds: ["p"] })]);
  let left = 3;
  phone.line.now = () => ((left -= 1) >= 0 ? "good" : "lost");
  expect(await phone.outbox.drain()).toBe("no-network");
  expect(server.pictures.get("p")).toBe(128_000);
  phone.line.now = () => "good";
  expect(await phone.outbox.drain()).toBe("sent");
  expect(server.pictures.get("p")).toBe(300_000);
  expect((await phone.store.read()).files[0]?.state).toBe("sent");
});

/** A phone with one picture to send, whose uploads are answered so. */
async function withPicture(upload: (part: Part) => Answer<{ next: number; complete: boolean }>) {
  const server = makeServer();
  const phone = makePhone({ ...server, upload });
  phone.store.addFile(picture("p", 200_000), new Uint8Array(200_000));
  await phone.outbox.record([entry("a", { fileIds: ["p"] })]);
  return { ...phone, server, file: async () => (await phone.store.read()).files[0] };
}

test("a picture that arrived damaged starts anew once, and then needs a look", async () => {
  let damaged = 1;
  const offsets: number[] = [];
  const { outbox, file, server } = await withPicture((part) => {
    offsets.push(part.offset);
    const answer = server.upload(part);
    if (answer.kind !== "ok" || !answer.value.complete || (damaged -= 1) < 0) return answer;
    server.pictures.delete(part.file.id);
    return { kind: "refused", code: "courier.proof-broken", isBroken: true };
  });
  expect(await outbox.drain()).toBe("sent");
  expect(await file()).toMatchObject({ state: "sent" });
  expect(offsets).toEqual([0, 0, 128_000, 0, 0, 128_000]);

  damaged = 2;
  server.restore(0);
  await outbox.drain();
  expect(await file()).toMatchObject({ state: "look", code: "courier.proof-broken" });
});

test("a refused picture is sent again when the courier says so, or is confirmed and goes after seven days", async () => {
  let isOdd = true;
  const { outbox, file, server, store, time } = await withPicture((part) =>
    isOdd ? { kind: "refused", code: "x.y" } : server.upload(part),
  );
  expect(await outbox.drain()).toBe("sent");
  expect(countsOf(await store.read()).looks).toBe(1);
  await outbox.sendAgain("p");
  expect(countsOf(await store.read())).toEqual({ commands: 0, files: 1, looks: 0 });
  await outbox.drain();
  await outbox.confirm(["p"]);
  expect(await file()).toMatchObject({ state: "look", isSeen: true });
  expect(countsOf(await store.read()).looks).toBe(0);
  await outbox.sendAgain("p");
  isOdd = false;
  await outbox.drain();
  expect(await file()).toMatchObject({ state: "sent", code: null, isSeen: false });

  isOdd = true;
  server.restore(0);
  await outbox.drain();
  time.wall += 8 * DAY_MS;
  await outbox.drain();
  expect(await file()).toMatchObject({ state: "look" });
  await outbox.confirm(["p"]);
  await outbox.drain();
  expect(await file()).toBeUndefined();
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
