import { cashOf } from "#features/debts/server/public.ts";
import { costOfNext } from "#features/delivery-pages/domain/later-work.ts";
import { stateOf } from "#features/deliveries/domain/state.ts";
import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import { hubOf } from "#features/hub/server/public.ts";
import { readLevels } from "#features/quotes/server/public.ts";
import { startsWithoutPlace } from "#features/slots/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import { type Money, zero } from "#kernel/money.ts";
import type { Window } from "#kernel/window.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import type { Choices } from "../contract/api.ts";
import { CHOICE_KINDS, type ChoiceKind, type MadeChoice } from "../domain/choice.ts";
import { nextDayWindow, nextDayWindows, whyNot, windowsFor } from "../domain/decide-choice.ts";
import type { Circumstances } from "../domain/decide-choice.ts";
import { fateOf, mayTakeBack } from "../domain/fate.ts";

export interface About extends Circumstances {
  readonly delivery: DeliveryRecord;
  /** Address at which parcels are collected. */
  readonly hub: string | null;
}

/** Reads the facts on which a recipient's choices depend. */
export async function aboutOf({ tx, orgId, now }: TxContext, delivery: DeliveryRecord): Promise<About> {
  const { address, timezone, hours } = await hubOf(tx, orgId);
  const { levels } = await readLevels(tx);
  const cash = (await cashOf(tx, [delivery.orderId])).get(delivery.orderId);
  return {
    delivery,
    now,
    zone: timezone,
    hours,
    levels,
    hub: address,
    hasHub: address !== null,
    cashAtDoor: cash?.at === "deliver" && !cash.isReceived,
    ofAge: delivery.parcels.some(({ ageRestricted }) => ageRestricted === true),
  };
}

/** The same, with the windows that have no place left. */
export async function aboutWithPlaces(context: TxContext, delivery: DeliveryRecord): Promise<About> {
  const about = await aboutOf(context, delivery);
  const { serviceLevel } = delivery;
  const windows = [...windowsFor(about), ...nextDayWindows(about)];
  const full = await startsWithoutPlace(
    context.tx,
    context.orgId,
    windows.map((window) => ({ serviceLevel, window })),
  );
  return { ...about, full };
}

/** Kinds of choices that are open to the recipient now; where places are few, the page says so. */
export async function openChoices(
  context: TxContext,
  delivery: DeliveryRecord,
): Promise<ReadonlySet<ChoiceKind>> {
  const about = await aboutOf(context, delivery);
  return new Set(CHOICE_KINDS.filter((kind) => whyNot(kind, about) === null));
}

const wire = ({ start, end }: Window) => ({ start: toIso(start), end: toIso(end) });

/** Cost of a choice for the sender: of one that plans another try by a courier or the way back. */
function costOf(kind: ChoiceKind, delivery: DeliveryRecord): Money | null {
  const { tasks, price } = delivery;
  if (stateOf(delivery) !== "attempt_failed" || (kind !== "window" && kind !== "return")) return null;
  return costOfNext(kind === "window" ? "extraAttempt" : "return", tasks, price.later);
}

/** Everything that the recipient can choose, and what became of what they chose. */
export function shownChoices(about: About, made: readonly MadeChoice[]): Choices {
  const { delivery, zone, hub, now } = about;
  const options = CHOICE_KINDS.map((kind) => ({
    kind,
    why: whyNot(kind, about),
    cost: costOf(kind, delivery) ?? zero(delivery.price.total.currency),
  }));
  const isOpen = (kind: string): boolean => options.some((one) => one.kind === kind && one.why === null);
  return {
    version: delivery.version,
    timezone: zone,
    window: wire(delivery.window),
    note: delivery.recipient.note,
    handover: delivery.handover,
    options,
    windows: isOpen("window") ? windowsFor(about).map(wire) : [],
    nextDay: isOpen("not_in") ? wire(nextDayWindow(about)) : null,
    hub,
    made: made.map((one) => {
      const { fate, at } = fateOf(one, delivery);
      return {
        id: one.id,
        choice:
          one.choice.kind === "window" ? { ...one.choice, window: wire(one.choice.window) } : one.choice,
        chosenAt: toIso(one.chosenAt),
        fate,
        at: at === null ? null : toIso(at),
        mayTakeBack: mayTakeBack(one, delivery, now),
      };
    }),
  };
}
