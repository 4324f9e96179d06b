import { uuidv7 } from "#kernel/id.ts";
import type { KeptFile, Result, Verdict } from "#kernel/outbox/op.ts";
import { type Entry, makeOutbox } from "#kernel/outbox/outbox.ts";
import type { Answer, Part, SyncAnswer, SyncCall, Transport } from "#kernel/outbox/ports.ts";
import { memoryStore } from "./memory-store.ts";

export const START = Date.parse("2026-11-23T08:00:00Z");

/** A server that keeps each command's first answer, and counts what it carried out. */
export function makeServer(judge: (type: string, id: string) => Verdict = () => "accepted") {
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

export type Line = "good" | "lost" | "answer-lost";

export function makePhone(server: ReturnType<typeof makeServer>) {
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

export const entry = (delivery: string, more: Partial<Entry> = {}): Entry => ({
  type: "start",
  v: 1,
  body: { deliveryId: delivery, taskId: "t" },
  deliveryId: delivery,
  taskId: "t",
  label: "Kanalstr. 3",
  ...more,
});

export const picture = (id: string, bytes: number): KeptFile => ({
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

export const statesOf = async ({ store }: ReturnType<typeof makePhone>) =>
  (await store.read()).ops.map((op) => op.state);
