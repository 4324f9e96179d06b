import type { Answer, Part, SyncCall, Transport } from "#kernel/outbox/ports.ts";
import { makeOutbox, type DrainEnd, type Entry, type Outbox } from "#kernel/outbox/outbox.ts";
import { layCash } from "#features/courier/domain/lay-cash.ts";
import { layHandovers } from "#features/courier/domain/lay-handovers.ts";
import { layOver } from "#features/courier/domain/lay-over.ts";
import type { KeptFile } from "#kernel/outbox/op.ts";
import { HOUR_MS, type Instant } from "#kernel/instant.ts";
import type { Track } from "#kernel/outbox/track.ts";
import { addShot, type Day, type Disk, makeDisk, type Stop, storeOf } from "./phone-store.ts";
import { checkedOnline, type PinAnswer } from "./hands/pins.ts";
import { hashOf } from "./hands/server-proofs.ts";
import { type Receiver, startMoving, trackOf } from "./positions.ts";
import { empty, fill, keepReserve } from "./quota.ts";
import type { Server } from "./server.ts";
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
  /** The same of one delivery alone. */
  stopsOf(deliveryId: string): readonly Stop[];
  disk(): Disk;
  disks(): ReadonlyMap<string, Disk>;
  record(entries: readonly Entry[]): Promise<readonly string[]>;
  withdraw(ids: readonly string[]): Promise<boolean>;
  sendAgain(fileId: string): Promise<void>;
  /** @returns nothing where the phone has no room for it */
  shoot(stop: Stop): Promise<KeptFile | undefined>;
  /** Keeps room for a full phone, as at each start of duty. */
  keepReserve(): void;
  /** Other things take all the room there is, or give it back. */
  setFull(isFull: boolean): void;
  /** Compares typed digits, as long as somebody at a door waits; never ends on a page that was left. */
  checkPin(deliveryId: string, pin: string): Promise<PinAnswer>;
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
  readonly track: Track;
}

export interface PhoneParts {
  readonly world: World;
  readonly truth: Truth;
  readonly server: Server;
  /** Bytes of a picture that is like no other. */
  readonly draw: (id: string) => Uint8Array;
}

export function makePhone(name: string, user: string, parts: PhoneParts): Phone {
  const { world, truth, server } = parts;
  const disks = new Map<string, Disk>();
  let offset = world.dice.pick([0, 0, 0, 90_000, -3_600_000, 7_200_000]);
  let life: Life;
  const receiver: Receiver = { listener: undefined };
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
    const mine: Omit<Life, "outbox" | "track"> = { id, began, isAlive: true, isDraining: false, dies: null };
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
      onWritten: () => track.follow(onDuty(own)),
    });
    const clock = { wall: () => phone.wall(), mono: () => world.now() - began, life: id };
    const track = trackOf({
      world,
      disk: () => own,
      receiver,
      isAlive: () => state.isAlive,
      isOnDuty: () => onDuty(own),
      wall: () => phone.wall(),
      send: (fixes) => over(() => server.positions(owner, fixes), owner),
    });
    track.follow(onDuty(own));
    const outbox = makeOutbox<Day>({
      store,
      transport: transportOf(owner),
      clock,
      newId: () => world.newId("op"),
    });
    return Object.assign(state, { outbox, track });
  }

  function restart(isPowerCut: boolean): void {
    life.isAlive = false;
    if (isPowerCut) for (const one of disks.values()) one.kept = one.durable;
    life = begin();
  }

  const transportOf = (owner: string): Transport<Day> => ({
    sync: (call) => over(() => server.sync(owner, thawed(world, call)), owner),
    upload: async (part: Part) => {
      const answer = await over(() => server.upload(owner, part), owner);
      // Without the guard a refused picture is given up at once.
      return answer.kind === "refused" && !world.has("picture-waits")
        ? { ...answer, isBroken: true }
        : answer;
    },
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
    stops: () => shownStops(world, disk(), { now: phone.wall() }),
    stopsOf: (deliveryId) => shownStops(world, disk(), { now: phone.wall(), deliveryId }),
    disk,
    disks: () => disks,
    record: async (entries) => {
      const ops = await life.outbox.record(entries);
      return ops.map((op) => op.command.id);
    },
    withdraw: (ids) => life.outbox.withdraw(ids),
    // A full phone leaves it refused.
    sendAgain: (id) => life.outbox.sendAgain(id).catch(() => undefined),
    keepReserve: () => keepReserve(world, disk()),
    setFull: (isFull) => {
      world.say(`${name} ${isFull ? "has no room" : "has room again"}`);
      for (const one of disks.values())
        if (isFull) fill(one);
        else empty(one);
    },
    shoot: async (stop) => {
      const bytes = parts.draw(world.newId("picture"));
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
      truth.shots.set(id, { id, taskId, sha256: file.sha256, bytes });
      const isKept = await addShot({ world, truth, disk: disk() }, file, bytes).then(
        () => true,
        () => false,
      );
      return isKept ? file : undefined;
    },
    checkPin: async (deliveryId, pin) => {
      const mine = life;
      const owner = phone.user;
      const found = await checkedOnline(
        world,
        over(() => server.checkPin(owner, deliveryId, pin), owner),
      );
      return mine === life ? found : new Promise<never>(() => undefined);
    },
    drain: async () => {
      const mine = life;
      if (mine.isDraining) return undefined;
      mine.isDraining = true;
      try {
        const end = await mine.outbox.drain();
        if (end === "sent") await mine.track.send();
        return end;
      } catch {
        // A full phone: the next try is as after any failure.
        return "busy";
      } finally {
        mine.isDraining = false;
      }
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
  startMoving(world, receiver, () => phone.wall());
  return phone;
}

/** The stored stops with unsent work over them; of one delivery where it is named. */
function shownStops(
  world: World,
  { kept }: Disk,
  { now, deliveryId }: { readonly now: Instant; readonly deliveryId?: string },
): readonly Stop[] {
  const isMeant = (one: { readonly deliveryId: string | null }): boolean =>
    deliveryId === undefined || one.deliveryId === deliveryId;
  const unsent = kept.ops
    .filter((op) => op.state === "waiting" && isMeant(op))
    .map(({ command: { id, type, body, wall } }) => ({ id, type, body, wall }));
  const stops = layOver(layHandovers((kept.day?.day?.stops ?? []).filter(isMeant), unsent), unsent, now);
  return world.has("cash-laid") ? layCash(stops, kept.ops) : stops;
}

/** Duty as the page shows it: what was stored last, with unsent work over it. */
function onDuty({ kept }: Disk): boolean {
  const duty = kept.ops.findLast((op) => op.state === "waiting" && op.command.type === "shift");
  if (!duty) return kept.day?.day?.onDuty === true;
  // Safe: this phone wrote the body.
  return (JSON.parse(duty.command.body) as { onDuty: boolean }).onDuty;
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
