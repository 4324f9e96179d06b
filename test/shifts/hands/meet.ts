import { givable } from "#features/custody/domain/givable.ts";
import type { HandoverTerms } from "#features/custody/domain/handover-code.ts";
import type { Entry } from "#kernel/outbox/outbox.ts";
import { MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import type { Phone } from "../phone.ts";
import type { Stop } from "../phone-store.ts";
import type { Truth } from "../truth.ts";
import type { World } from "../world.ts";
import { recorded } from "./recorded.ts";
import { codeOf } from "./server-custody.ts";

interface Parts {
  readonly world: World;
  readonly truth: Truth;
  readonly phones: readonly Phone[];
}

interface Offer extends HandoverTerms {
  readonly code: string;
  readonly stops: readonly Stop[];
}

const MOST = 3;

/** Two couriers who meet now and then: one gives parcels by a code, the other takes them, each on a phone of their own. */
export function startMeetings({ world, truth, phones }: Parts): void {
  const { dice } = world;
  const pace = Math.min(1, (world.faultsEnd - world.now()) / (4 * 60 * MINUTE_MS));
  const again = (): void =>
    world.after(
      pace * dice.between(20, 100) * MINUTE_MS,
      () => void (world.now() < world.faultsEnd - MINUTE_MS && meet()),
    );
  const phoneOf = (name: string): Phone | undefined => {
    const own = phones.filter((phone) => phone.user === name);
    return own.length > 0 ? dice.pick(own) : undefined;
  };

  function meet(): void {
    again();
    const [from, to] = dice.pick([
      ["ana", "ben"],
      ["ben", "ana"],
    ] as const);
    const [giver, taker] = [phoneOf(from), phoneOf(to)];
    const stops = giver ? givable(giver.stops()).slice(0, dice.between(1, MOST)) : [];
    if (!giver || !taker || stops.length === 0) return;
    const terms = {
      secret: world.newId("secret"),
      at: giver.wall(),
      deliveryIds: stops.map(({ deliveryId }) => deliveryId),
    };
    const offer = { ...terms, code: codeOf(terms), stops };
    world.say(`${from} on ${giver.name} offers ${stops.length} to ${to} on ${taker.name} by ${offer.code}`);
    exchange(giver, taker, offer);
  }

  /** Both press in any order; one may forget, take back, press twice, or read the wrong code. */
  function exchange(giver: Phone, taker: Phone, offer: Offer): void {
    const soon = (): number =>
      dice.chance(0.8) ? dice.between(1, 30) * SECOND_MS : dice.between(1, 10) * MINUTE_MS;
    const isTyped = dice.chance(0.3);
    // They meet in a cellar, and the taker comes out first.
    if (dice.chance(0.3)) giver.line = "none";
    // A press that falls after the shift's end is left out.
    const later = (press: () => Promise<void>): void =>
      world.after(soon(), () => void (world.now() < world.faultsEnd - MINUTE_MS && press()));
    if (!dice.chance(0.1)) later(() => give(giver, offer));
    if (!dice.chance(0.1)) later(() => take(taker, offer, isTyped));
    if (dice.chance(0.1)) later(() => take(taker, offer, dice.chance(0.5)));
    if (dice.chance(0.05)) later(() => take(giver, offer, true));
  }

  async function give(phone: Phone, offer: Offer): Promise<void> {
    const { code, secret, at, deliveryIds, stops } = offer;
    // A phone that was tampered with gives more than the code stands for.
    const more = dice.chance(0.2)
      ? givable(phone.stops()).filter((one) => !deliveryIds.includes(one.deliveryId))
      : [];
    const given = [...stops, ...more.slice(-1)];
    const entries = given.map(({ deliveryId, taskId }): Entry => {
      const body = { deliveryId, taskId, code, secret, at, deliveryIds };
      return { type: "handed_over", v: 1, body, deliveryId, taskId, label: "given", canUndo: true };
    });
    const saved = await record(phone, entries);
    if (!saved) return;
    if (phone.stops().some(({ taskId }) => given.some((stop) => stop.taskId === taskId)))
      world.broke(13, "a stop that was given away is still shown");
    await mayTakeBack(phone, saved);
  }

  async function take(phone: Phone, { code, stops }: Offer, isTyped: boolean): Promise<void> {
    const entries = (isTyped ? [null] : stops).map((stop): Entry => {
      const ids = { deliveryId: stop?.deliveryId ?? null, taskId: stop?.taskId ?? null };
      const body = {
        ...ids,
        code,
        ...(stop && { stop: { ...stop, state: "assigned", correctableUntil: null } }),
      };
      return { type: "taken_over", v: 1, body, ...ids, label: "taken", canUndo: true };
    });
    const saved = await record(phone, entries);
    if (!saved) return;
    const shown = new Set(phone.stops().map(({ taskId }) => taskId));
    if (!isTyped && stops.some(({ taskId }) => !shown.has(taskId)))
      world.broke(13, "a stop that was taken over is not shown");
    await mayTakeBack(phone, saved);
  }

  async function record(phone: Phone, entries: readonly Entry[]): Promise<readonly string[] | undefined> {
    const saved = await recorded({ world, truth }, phone, entries);
    world.say(
      `${phone.name}: ${phone.user} ${entries[0]?.type ?? ""} ${entries.length} ${saved ? "" : "NOT saved"}`,
    );
    return saved;
  }

  async function mayTakeBack(phone: Phone, saved: readonly string[]): Promise<void> {
    world.after(9 * SECOND_MS, () => void phone.drain());
    if (!dice.chance(0.05)) return;
    await world.wait(dice.between(1, 7) * SECOND_MS);
    const taps = saved.flatMap((id) => truth.taps.get(id) ?? []).filter((tap) => !tap.isGone);
    for (const tap of taps) tap.isGone = true;
    const isBack = await phone.withdraw(saved);
    for (const tap of taps) tap.isGone = isBack;
  }

  again();
}
