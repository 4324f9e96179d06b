import type { Answer, Part, SyncCall, Transport } from "#kernel/outbox/ports.ts";
import { makeOutbox, type DrainEnd, type Entry, type Outbox } from "#kernel/outbox/outbox.ts";
import { layOver } from "#features/courier/domain/lay-over.ts";
import type { KeptFile } from "#kernel/outbox/op.ts";
import { HOUR_MS, type Instant } from "#kernel/instant.ts";
import { addShot, type Day, type Disk, makeDisk, type Stop, storeOf } from "./phone-store.ts";
import { hashOf, type Server } from "./server.ts";
import type { Truth } from "./truth.ts";
import type { World } from "./world.ts";

/** Quality of the line. */
export type Line = "good" | "none" | "loses" | "late" | "doubles";

/** One phone with its clock, its line and the page that runs on it. */
export interface Phone {
  readonly name: string;
  /** Person at the phone. */
  user: string;
  line: Line;
  /** The session ended: calls are answered 401 until the person signs in again. */
  isSignedOut: boolean;
  wall(): Instant;
  /** Sets the phone's clock wrong by so much more. */
  shiftClock(ms: number): void;
  /** Stored day with unsent work over it. */
  stops(): readonly Stop[];
  disk(): Disk;
  disks(): ReadonlyMap<string, Disk>;
  record(entries: readonly Entry[]): Promise<readonly string[]>;
  withdraw(ids: readonly string[]): Promise<boolean>;
  shoot(stop: Stop): KeptFile;
  drain(): Promise<DrainEnd | undefined>;
  kill(isPowerCut: boolean): void;
  wipe(): void;
  signIn(user: string): void;
  /** Lets the page die within the next write. */
  doom(moment: "before" | "after"): void;
}

interface Life {
  readonly id: string;
  readonly began: Instant;
  isAlive: boolean;
  isDraining: boolean;
  dies: "before" | "after" | null;
  readonly outbox: Outbox;
}

export function makePhone(
  name: string,
  user: string,
  parts: { world: World; truth: Truth; server: Server },
): Phone {
  const { world, truth, server } = parts;
  const disks = new Map<string, Disk>();
  let offset = world.dice.pick([0, 0, 0, 90_000, -3_600_000, 7_200_000]);
  let life: Life;
  const ownerOf = (): string => (world.has("partition") ? phone.user : "everybody");
  const disk = (): Disk => {
    const owner = ownerOf();
    const found = disks.get(owner) ?? makeDisk(world.newId("device"));
    disks.set(owner, found);
    return found;
  };

  function begin(): Life {
    const id = world.newId("life");
    const began = world.now();
    const owner = phone.user;
    const own = disk();
    const mine: Omit<Life, "outbox"> = { id, began, isAlive: true, isDraining: false, dies: null };
    const state = mine as Life;
    const store = storeOf({
      world,
      truth,
      owner,
      disk: own,
      isAlive: () => state.isAlive,
      diesAt: (moment) => {
        if (state.dies !== moment) return false;
        state.dies = null;
        world.say(`${name} dies ${moment} a write`);
        restart(false);
        return true;
      },
    });
    const clock = { wall: () => phone.wall(), mono: () => world.now() - began, life: id };
    const outbox = makeOutbox<Day>({
      store,
      transport: transportOf(owner),
      clock,
      newId: () => world.newId("op"),
    });
    return Object.assign(state, { outbox });
  }

  function restart(isPowerCut: boolean): void {
    life.isAlive = false;
    if (isPowerCut) for (const one of disks.values()) one.kept = one.durable;
    life = begin();
  }

  const transportOf = (owner: string): Transport<Day> => ({
    sync: (call) => over(() => server.sync(owner, thawed(world, call)), owner),
    upload: (part: Part) => over(() => server.upload(owner, part), owner),
  });

  /** Carries a call over the line as it is now. */
  async function over<T>(serve: () => Promise<Answer<T>>, owner: string): Promise<Answer<T>> {
    const { line } = phone;
    const lost = { kind: "no-network" } as const;
    await world.wait(world.dice.between(20, 900));
    if (line === "none") return lost;
    if (phone.isSignedOut || owner !== phone.user) return { kind: "signed-out" };
    if (line === "late") {
      world.after(world.dice.between(5_000, HOUR_MS), () => void serve());
      await world.wait(15_000);
      return lost;
    }
    if (line === "loses" && world.dice.chance(0.4)) return lost;
    const answer = await serve();
    if (line === "doubles") world.after(world.dice.between(1_000, 2 * HOUR_MS), () => void serve());
    await world.wait(world.dice.between(20, 2_000));
    return line === "loses" && world.dice.chance(0.4) ? lost : answer;
  }

  const phone: Phone = {
    name,
    user,
    line: "good",
    isSignedOut: false,
    wall: () => world.now() + offset,
    shiftClock: (ms) => void (offset += ms),
    stops: () => {
      const { kept } = disk();
      const unsent = kept.ops
        .filter((op) => op.state === "waiting")
        .map(({ command: { id, type, body, wall } }) => ({ id, type, body, wall }));
      return layOver(kept.day?.day.stops ?? [], unsent, phone.wall());
    },
    disk,
    disks: () => disks,
    record: async (entries) => {
      const ops = await life.outbox.record(entries);
      return ops.map((op) => op.command.id);
    },
    withdraw: (ids) => life.outbox.withdraw(ids),
    shoot: (stop) => {
      const bytes = new TextEncoder().encode(world.newId("picture"));
      const { taskId, deliveryId } = stop;
      const id = world.newId("file");
      const file: KeptFile = {
        id,
        deliveryId,
        taskId,
        kind: "photo",
        sha256: hashOf(bytes),
        bytes: bytes.length,
        takenAt: phone.wall(),
        state: "draft",
        code: null,
        endedAt: null,
      };
      truth.shots.set(id, { id, taskId, sha256: file.sha256 });
      addShot(disk(), file, bytes);
      return file;
    },
    drain: async () => {
      const mine = life;
      if (mine.isDraining) return undefined;
      mine.isDraining = true;
      const end = await mine.outbox.drain();
      mine.isDraining = false;
      return end;
    },
    kill: (isPowerCut) => {
      world.say(`${name} ${isPowerCut ? "loses power" : "is killed"}`);
      restart(isPowerCut);
    },
    wipe: () => {
      world.say(`${name} is wiped`);
      life.isAlive = false;
      for (const { kept } of disks.values())
        for (const op of kept.ops) {
          const tap = truth.taps.get(op.command.id);
          if (tap) tap.isGone = true;
        }
      disks.clear();
      life = begin();
    },
    signIn: (next) => {
      phone.isSignedOut = false;
      if (next === phone.user) return;
      phone.user = next;
      life.isAlive = false;
      life = begin();
    },
    doom: (moment) => void (life.dies = moment),
  };
  life = begin();
  return phone;
}

/** Without frozen bytes each try writes the body anew. */
function thawed(world: World, call: SyncCall): SyncCall {
  if (world.has("frozen-bytes")) return call;
  const sentAt = world.now();
  return {
    ...call,
    commands: call.commands.map((one) => ({
      ...one,
      body: one.body.startsWith("{") ? JSON.stringify({ ...JSON.parse(one.body), sentAt }) : one.body,
    })),
  };
}
