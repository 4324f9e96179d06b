import type { Entry } from "#kernel/outbox/outbox.ts";
import { MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import { doorStops, endDoor } from "./hands/door.ts";
import { bringBack } from "./hands/in-hand.ts";
import { checkLoad } from "./hands/load.ts";
import { mayTakeCash } from "./hands/cash.ts";
import { leftAt, leftIn, stateAfterPart } from "./hands/parcels.ts";
import { asksPin, saidPin } from "./hands/pins.ts";
import { recorded } from "./hands/recorded.ts";
import { NEWER } from "./server.ts";
import type { Phone } from "./phone.ts";
import type { Stop } from "./phone-store.ts";
import type { Tap, Truth } from "./truth.ts";
import type { World } from "./world.ts";

interface Parts {
  /** Whether the server learns the later version in the end. */
  readonly readsNewer: boolean;
  readonly world: World;
  readonly truth: Truth;
  readonly phones: readonly Phone[];
}

const REASONS = { collect: "not_ready", deliver: "recipient_absent", return: "closed" } as const;
const ENDS: ReadonlySet<string> = new Set(["succeed", "fail"]);
const STATE_AFTER: Readonly<Record<string, string>> = {
  start: "en_route",
  arrive: "arrived",
  succeed: "succeeded",
  fail: "failed",
};

/** A courier's shift: stop after stop on the phones at hand, as the screen shows them. */
export function startCourier(name: string, { world, truth, phones, readsNewer }: Parts): void {
  const { dice } = world;
  const pressesAgain = dice.chance(0.3);
  const own = (): readonly Phone[] => phones.filter((phone) => phone.user === name && !phone.isSignedOut);
  const again = (): void => world.after(dice.between(40 * SECOND_MS, 9 * MINUTE_MS), () => void turn());

  async function turn(): Promise<void> {
    if (world.now() > world.faultsEnd - MINUTE_MS) return;
    again();
    const usable = phones.filter((phone) => phone.user === name);
    if (usable.length === 0) return;
    const phone = dice.chance(0.85) ? (usable[0] ?? dice.pick(usable)) : dice.pick(usable);
    if (dice.chance(0.03)) phone.doom(dice.pick(["before", "after"]));
    if (dice.chance(0.02)) await checkLoad({ world, truth }, phone);
    await sendAgain(phone);
    if (dice.chance(0.25)) await bringBack({ world, truth }, phone, phones);
    const stop = chosen(phone);
    if (!stop) return void phone.drain();
    await mayTakeCash({ world, truth }, phone, stop);
    const door = stop.state === "arrived" && dice.chance(0.3) ? doorStops(phone.stops(), stop) : [];
    await (door.length > 1 ? endDoor({ world, truth, readsNewer }, phone, door) : act(phone, stop));
  }

  /** Presses "Send again" at a picture that was refused, now and then; most couriers leave that to the phone. */
  async function sendAgain(phone: Phone): Promise<void> {
    const refused = phone.disk().kept.files.filter(({ state }) => state === "look");
    if (!pressesAgain || refused.length === 0 || !dice.chance(0.1)) return;
    await phone.sendAgain(dice.pick(refused).id);
    world.say(`${phone.name}: ${name} sends a refused picture again`);
  }

  const chosen = (phone: Phone): Stop | undefined => {
    const stops = phone.stops();
    const under = stops.find((stop) => stop.state === "en_route" || stop.state === "arrived");
    if (under && dice.chance(0.9)) return under;
    const correctable = stops.filter((stop) => stop.correctableUntil !== null);
    if (correctable.length > 0 && dice.chance(0.12)) return dice.pick(correctable);
    const ready = stops.filter(
      (stop) => ["assigned", "en_route", "arrived"].includes(stop.state) && !stop.blocked,
    );
    const taken = dice.chance(0.5) ? justTaken(phone) : undefined;
    const next = ready.find(({ taskId }) => taken?.has(taskId) === true);
    return next ?? (ready.length > 0 ? dice.pick(ready.slice(0, 3)) : undefined);
  };

  /** Tasks that were taken over and of which the server does not know yet: they are often the next. */
  const justTaken = (phone: Phone): ReadonlySet<string | null> =>
    new Set(
      phone
        .disk()
        .kept.ops.filter(({ state, command }) => state === "waiting" && command.type === "taken_over")
        .map(({ taskId }) => taskId),
    );

  async function act(phone: Phone, stop: Stop): Promise<void> {
    const { type, more, fileIds, v } = await deed(phone, stop);
    if (!isStill(phone, stop)) return;
    const { deliveryId, taskId } = stop;
    const ids = { deliveryId, taskId };
    const body = dice.chance(0.004) ? { deliveryId, taskId: 7 } : { ...ids, ...more };
    const canUndo = ENDS.has(type);
    const entry: Entry = { type, v, body, deliveryId, taskId, label: "", fileIds, canUndo };
    const saved = await recorded({ world, truth }, phone, [entry]);
    const tap = truth.taps.get(saved?.[0] ?? "");
    if (!saved || !tap) return;
    world.say(`${phone.name}: ${name} ${type} ${taskId.slice(0, 4)} as ${tap.command.seq}`);
    checkShown(phone, stop, { type, left: leftIn(more), isPlain: v <= 2 && body.taskId === taskId });
    if (canUndo && dice.chance(0.06)) return takeBack(phone, tap);
    if (dice.chance(0.01)) world.after(dice.between(0, 3_000), () => phone.kill(true));
    void phone.drain();
    if (canUndo) world.after(9 * SECOND_MS, () => void phone.drain());
  }

  /** The stop is on the page as it was, after a wait for its digits to be compared. */
  function isStill(phone: Phone, stop: Stop): boolean {
    if (!asksPin(stop)) return true;
    const { deliveryId, taskId, state, blocked } = stop;
    const here = phone.stopsOf(deliveryId).find((one) => one.taskId === taskId);
    return here?.state === state && here.blocked === blocked;
  }

  async function takeBack(phone: Phone, tap: Tap): Promise<void> {
    await world.wait(dice.between(1, 7) * SECOND_MS);
    if (tap.isGone) return;
    tap.isGone = true;
    tap.isGone = await phone.withdraw([tap.command.id]);
  }

  const versionOf = (): number => (dice.chance(0.004) && readsNewer ? NEWER : 1);

  async function deed(
    phone: Phone,
    stop: Stop,
  ): Promise<Pick<Entry, "type" | "v"> & { more: object; fileIds: readonly string[] }> {
    const v = versionOf();
    const nothing = { more: {}, fileIds: [], v };
    if (stop.correctableUntil !== null) {
      const to = stop.state === "succeeded" ? "failed" : "succeeded";
      const reason = to === "failed" ? REASONS[stop.kind] : null;
      return { ...nothing, type: "correct", more: { to, reason, recipientName: null, note: null } };
    }
    if (stop.state === "assigned" && dice.chance(0.85)) return { ...nothing, type: "start" };
    if (stop.state === "en_route" && dice.chance(0.85)) return { ...nothing, type: "arrive" };
    const shot = dice.chance(0.6) ? await phone.shoot(stop) : undefined;
    const files = shot ? [shot] : [];
    const proofs = files.map(({ id, kind, sha256, bytes }) => ({ id, kind, sha256, bytes }));
    const fileIds = files.map(({ id }) => id);
    if (dice.chance(0.15))
      return { type: "fail", v, more: { reason: REASONS[stop.kind], note: null, proofs }, fileIds };
    return { type: "succeed", fileIds, ...(await handover(phone, stop, { v, proofs })) };
  }

  /** Whole, or in part; where nobody takes a parcel no PIN is needed, so its own invariant looks at whole handovers. */
  async function handover(phone: Phone, stop: Stop, { v, proofs }: { v: number; proofs: readonly object[] }) {
    const { addressTag, deliveryId } = stop;
    const isPinned = asksPin(stop);
    const said = isPinned ? await saidPin({ world, truth }, phone, deliveryId) : {};
    const left = v === 1 && !isPinned ? leftAt(world, stop) : [];
    const more = { note: null, proofs, recipientName: "Ina", addressTag, ...said };
    return left.length > 0 ? { v: 2, more: { ...more, left } } : { v, more };
  }

  /** The screen shows what was just recorded (13). */
  function checkShown(
    phone: Phone,
    before: Stop,
    { type, left, isPlain }: { type: string; left: number; isPlain: boolean },
  ): void {
    const expected = left > 0 ? stateAfterPart(before, left) : STATE_AFTER[type];
    if (expected === undefined || before.blocked || !isPlain) return;
    const shown = phone.stopsOf(before.deliveryId).find((stop) => stop.taskId === before.taskId);
    if (shown && ["assigned", "en_route", "arrived"].includes(shown.state) && shown.state !== expected)
      world.broke(13, `${type} of a stop that was ${before.state} is shown as ${shown.state}`);
  }

  again();
  world.after(dice.between(0, 10 * MINUTE_MS), () => void goOnDuty(true));
  world.after(world.faultsEnd - world.now() - dice.between(0, 20 * MINUTE_MS), () => void goOnDuty(false));

  async function goOnDuty(onDuty: boolean): Promise<void> {
    const [phone] = own();
    if (!phone) return;
    const entry = { type: "shift", v: 1, body: { onDuty }, deliveryId: null, taskId: null, label: "" };
    if (onDuty) phone.keepReserve();
    await recorded({ world, truth }, phone, [entry]);
    void phone.drain();
  }
}
