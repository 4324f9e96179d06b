import type { Instant } from "#kernel/instant.ts";
import { applyResults, outdated, reoffer, withSample } from "./apply-results.ts";
import { countsOf } from "./counts.ts";
import {
  BATCH,
  type Change,
  type Draft,
  type Kept,
  type KeptFile,
  type Op,
  PART_BYTES,
  UNDO_MS,
} from "./op.ts";
import type { Answer, OutboxPorts, SyncAnswer } from "./ports.ts";
import { groupOf, takeBatch } from "./take-batch.ts";

/** One thing that the courier recorded. */
export interface Entry {
  readonly type: string;
  readonly v: number;
  /** Written as JSON once, at the tap. */
  readonly body: object;
  readonly deliveryId: string | null;
  readonly taskId: string | null;
  readonly label: string;
  readonly fileIds?: readonly string[];
  /** Waits for the undo time before it is sent. */
  readonly canUndo?: boolean;
  readonly droppedDrafts?: readonly string[];
}

/** End of a drain. `sent`: nothing is left that could go now. */
export type DrainEnd = "sent" | "later" | "busy" | "no-network" | "signed-out";

export interface Outbox {
  /** Stores the commands in one transaction; they are safe when it resolves. */
  record(entries: readonly Entry[]): Promise<readonly Op[]>;
  /** Takes commands back that were never sent. @returns false when one of them was tried: a `correct` is needed */
  withdraw(ids: readonly string[], draftsOf?: (taken: readonly Op[]) => readonly Draft[]): Promise<boolean>;
  /** Marks refusals and conflicts of commands, and refusals of pictures, as seen by the courier. */
  confirm(ids: readonly string[]): Promise<void>;
  /** Lets a refused picture wait again. */
  sendAgain(fileId: string): Promise<void>;
  /** Sends commands, then pictures; reads the day with the first call. One call at a time: the caller holds the lock. */
  drain(): Promise<DrainEnd>;
}

/** Restores that one drain follows; a server that names another epoch at each call is not asked for ever. */
const MOST_RESTORES = 3;

export function makeOutbox<D>({ store, transport, clock, newId, onSettled }: OutboxPorts<D>): Outbox {
  async function record(entries: readonly Entry[]): Promise<readonly Op[]> {
    const wall = clock.wall();
    const mono = clock.mono();
    const made = entries.map((entry) => ({ entry, id: newId(wall), body: JSON.stringify(entry.body) }));
    const { ops } = await store.change(({ meta, files }) => {
      const fresh = made.map(({ entry, id, body }, index) =>
        opOf(entry, { id, body, seq: meta.seq + index + 1, wall, mono, life: clock.life }),
      );
      const named = new Set(fresh.flatMap((op) => op.fileIds));
      const here = new Set(files.map((file) => file.id));
      const ended = new Set(
        fresh.flatMap((op) => (op.fileIds.some((id) => here.has(id)) && op.taskId) || []),
      );
      return {
        meta: { ...meta, seq: meta.seq + fresh.length },
        ops: fresh,
        files: files
          .filter((file) => named.has(file.id))
          .map((file): KeptFile => ({ ...file, state: "waiting" })),
        // Other versions of the pictures that are named.
        droppedFiles: files
          .filter(({ id, taskId, state }) => state === "draft" && !named.has(id) && ended.has(taskId))
          .map((file) => file.id),
        droppedDrafts: entries.flatMap((entry) => entry.droppedDrafts ?? []),
      };
    });
    return ops;
  }

  async function withdraw(
    ids: readonly string[],
    draftsOf: (taken: readonly Op[]) => readonly Draft[] = () => [],
  ): Promise<boolean> {
    const { droppedOps } = await store.change(({ meta, ops, files }): Change<D> => {
      const chosen = ops.filter((op) => ids.includes(op.command.id));
      if (chosen.length < ids.length || chosen.some((op) => op.tries > 0 || op.state !== "waiting"))
        return {};
      const named = new Set(chosen.flatMap((op) => op.fileIds));
      return {
        meta: { ...meta, withdrawn: meta.withdrawn + chosen.length },
        droppedOps: ids,
        drafts: draftsOf(chosen),
        files: files
          .filter((file) => named.has(file.id) && file.state === "waiting")
          .map((file): KeptFile => ({ ...file, state: "draft" })),
      };
    });
    return droppedOps !== undefined;
  }

  async function confirm(ids: readonly string[]): Promise<void> {
    await store.change(({ ops, files }) => ({
      ops: ops.filter((op) => ids.includes(op.command.id)).map((op) => ({ ...op, isSeen: true })),
      files: files
        .filter((file) => file.state === "look" && ids.includes(file.id))
        .map((file) => ({ ...file, isSeen: true })),
    }));
  }

  async function sendAgain(fileId: string): Promise<void> {
    await store.change(({ files }) => ({
      files: files
        .filter((file) => file.state === "look" && file.id === fileId)
        .map((file): KeptFile => ({ ...file, state: "waiting", code: null, endedAt: null, isSeen: false })),
    }));
  }

  async function drain(): Promise<DrainEnd> {
    const held = new Set<string>();
    const end = await drainCommands(held);
    if (end !== "sent") return end;
    const files = await drainFiles();
    return files === "sent" && held.size > 0 ? "later" : files;
  }

  /** Sends batch after batch; the first call goes out without a command too, since it brings the day. */
  async function drainCommands(held: Set<string>): Promise<DrainEnd> {
    const round: Round = { held, most: BATCH.commands, restores: 0, isAnswered: false };
    for (;;) {
      const end = await callOnce(round);
      if (end !== undefined) return end;
    }
  }

  /** @returns the end of the drain, or nothing when another call may follow */
  async function callOnce(round: Round): Promise<DrainEnd | undefined> {
    const { kept, ops: batch } = await takeMarked(round.held, round.most);
    if (batch.length === 0 && round.isAnswered) return "sent";
    const sentAt = clock.mono();
    const answer = await transport.sync(callOf(kept, batch));
    switch (answer.kind) {
      case "ok": {
        round.isAnswered = true;
        const waiting = await settle(batch, answer.value, clock.mono() - sentAt);
        for (const op of waiting) round.held.add(groupOf(op));
        return undefined;
      }
      case "epoch":
        round.restores += 1;
        if (round.restores > MOST_RESTORES) return "busy";
        await store.change((now) => reoffer(now, answer.epoch));
        return undefined;
      case "too-large":
        return shrink(round, batch);
      case "refused":
        return "busy";
      case "no-network":
      case "busy":
      case "signed-out":
        break;
    }
    return answer.kind;
  }

  /** Takes a batch and marks it as tried, so that an undo in another tab no longer withdraws it. */
  async function takeMarked(held: ReadonlySet<string>, commands: number) {
    return store.change((kept) => {
      const limits = { commands, bytes: BATCH.bytes };
      const batch = takeBatch(kept.ops, { now: clock.wall(), held, limits });
      return { kept, ops: batch.map((op) => ({ ...op, tries: op.tries + 1 })) };
    });
  }

  /** Stores verdicts, day and clocks in one transaction. @returns commands that still wait */
  async function settle(batch: readonly Op[], value: SyncAnswer<D>, rtt: number): Promise<readonly Op[]> {
    const now = clock.wall();
    const read = { life: clock.life, mono: clock.mono(), wall: now, server: value.serverNow, rtt };
    const { ops } = await store.change((kept) => ({
      ...outdated(kept, now),
      ...dayOf(kept, value, now),
      meta: { ...kept.meta, epoch: value.epoch },
      ops: applyResults(kept, value.results, now),
      samples: withSample(kept.samples, { ...read, seq: kept.meta.seq + 1 }),
    }));
    if (batch.length > 0) onSettled?.();
    const done = new Set(ops.filter((op) => op.state !== "waiting").map((op) => op.command.id));
    return batch.filter((op) => !done.has(op.command.id));
  }

  async function drainFiles(): Promise<DrainEnd> {
    const { files, ops } = await store.read();
    // A picture follows its command: until that was sent, both can be taken back.
    const early = new Set(ops.filter((op) => op.tries === 0).flatMap((op) => op.fileIds));
    const open = new Set(ops.filter((op) => op.state === "waiting").flatMap((op) => op.fileIds));
    for (const file of files.filter((one) => one.state === "waiting" && !early.has(one.id))) {
      const end = await sendFile(file, open.has(file.id));
      if (end !== "sent") return end;
    }
    return "sent";
  }

  /**
   * Sends a picture; one that arrived damaged starts anew, once. One that is refused while its command is open waits with
   * it: a parcel that was taken over is theirs on the server only once the giver's half is there.
   */
  async function sendFile(file: KeptFile, isOpen: boolean): Promise<DrainEnd> {
    const first = await sendParts(file);
    const isBroken = first.kind === "refused" && first.isBroken === true;
    const answer = isBroken ? await sendParts(file) : first;
    switch (answer.kind) {
      case "ok":
        await endFile(file, "sent", null);
        return "sent";
      case "refused":
        if (!isOpen || answer.isBroken === true) await endFile(file, "look", answer.code);
        return "sent";
      case "too-large":
        await endFile(file, "look", "http.too-large");
        return "sent";
      case "epoch":
        return "busy";
      case "no-network":
      case "busy":
      case "signed-out":
        break;
    }
    return answer.kind;
  }

  /** Sends part by part from where the server stands. @returns the answer that ended it; `ok` with all bytes there */
  async function sendParts(file: KeptFile): Promise<Answer<unknown>> {
    let offset = 0;
    for (let part = 0; ; part += 1) {
      const bytes = part === 0 ? new Uint8Array() : await store.bytes(file.id, offset, PART_BYTES);
      const answer = await transport.upload({ file, offset, bytes });
      if (answer.kind !== "ok" || answer.value.complete) return answer;
      // A server that does not move on gets no endless loop of the same bytes.
      if (part > 0 && answer.value.next <= offset) return { kind: "busy" };
      offset = answer.value.next;
    }
  }

  const endFile = (file: KeptFile, state: "sent" | "look", code: string | null) =>
    store.change(({ files }) => ({
      files: files
        .filter((one) => one.id === file.id)
        .map((one): KeptFile => ({ ...one, state, code, endedAt: clock.wall() })),
    }));

  return { record, withdraw, confirm, sendAgain, drain };
}

interface Round {
  /** Groups that wait for another drain. */
  readonly held: Set<string>;
  /** Most commands of the next call. */
  most: number;
  restores: number;
  isAnswered: boolean;
}

/** Halves the next call; a single command that is too large holds its group. */
function shrink(round: Round, batch: readonly Op[]): DrainEnd | undefined {
  if (batch.length === 0) return "busy";
  if (batch.length === 1) for (const op of batch) round.held.add(groupOf(op));
  round.most = Math.max(1, Math.floor(batch.length / 2));
  return undefined;
}

type Stamp = Pick<Op["command"], "id" | "body" | "seq" | "wall" | "mono" | "life">;

const opOf = (entry: Entry, stamp: Stamp): Op => ({
  command: { ...stamp, type: entry.type, v: entry.v },
  deliveryId: entry.deliveryId,
  taskId: entry.taskId,
  label: entry.label,
  fileIds: entry.fileIds ?? [],
  state: "waiting",
  notBefore: entry.canUndo === true ? stamp.wall + UNDO_MS : 0,
  tries: 0,
  verdict: null,
  code: null,
  facts: {},
  endedAt: null,
  isSeen: false,
});

function callOf<D>(kept: Kept<D>, batch: readonly Op[]) {
  const { commands, files } = countsOf(kept);
  return {
    deviceId: kept.meta.deviceId,
    epoch: kept.meta.epoch,
    dayTag: kept.day?.tag ?? null,
    samples: kept.samples,
    waiting: {
      commands: commands - batch.length,
      proofs: files,
      nextSeq: kept.meta.seq + 1,
      withdrawn: kept.meta.withdrawn,
    },
    commands: batch.map((op) => op.command),
  };
}

/** The day of a reply; an unchanged one is only confirmed. */
function dayOf<D>(kept: Kept<D>, { day, dayTag: tag }: SyncAnswer<D>, asOf: Instant): Pick<Change<D>, "day"> {
  if (day !== null) return { day: { tag, day, asOf } };
  return kept.day ? { day: { ...kept.day, asOf } } : {};
}
