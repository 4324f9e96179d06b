import { sql } from "kysely";
import {
  type DeliveryRecord,
  type TaskRecord,
  readDelivery,
  localeSql,
} from "#features/deliveries/server/public.ts";
import { areaZone } from "#features/places/server/public.ts";
import { type ToCollect, toCollectJson } from "#features/hub/server/public.ts";
import { HOUR_MS, type Instant, MINUTE_MS } from "#kernel/instant.ts";
import type { Window } from "#kernel/window.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import type { TxContext } from "#server/db/tx-context.ts";
import type { Audience, Way } from "../domain/notices.ts";
import { type NoticeRules, defaultRules } from "../domain/settings.ts";
import type { Facts } from "../domain/stage.ts";

/** A person for whom notices are, by one way. */
export interface Addressee {
  readonly audience: Audience;
  readonly way: Way;
  readonly name: string;
  /** Null where none was left. */
  readonly address: string | null;
  /** The sender with the recipient's address hears by one message whatever either of them is to hear. */
  readonly also: readonly Audience[];
}

/** A delivery with everything that its notices depend on. */
export interface Scene {
  readonly delivery: DeliveryRecord;
  readonly facts: Facts;
  readonly carrier: string;
  /** Zone of the area. */
  readonly zone: string;
  readonly rules: NoticeRules;
  readonly promised: Window;
  /** The interval that its recipient reads. */
  readonly interval: Window | null;
  readonly people: readonly Addressee[];
  /** Null where its recipient does not collect it, or it does not lie at the hub. */
  readonly toCollect: ToCollect | null;
  /** Language in which they are told, as it was left; null where none was. */
  readonly locale: string | null;
}

/** A courier is on the way from so long before a drop-off. */
const NEAR_MS = 6 * HOUR_MS;
/** The plan of a new booking moves for so long: until then a delay that is only predicted is told to nobody. */
export const SETTLED_MS = 10 * MINUTE_MS;

interface Predicted {
  readonly carrier: string;
  readonly zone: string;
  readonly ahead: number | null;
  readonly at: Instant | null;
  readonly from: Instant | null;
  readonly to: Instant | null;
  /** Null until somebody changed them. */
  readonly rules: NoticeRules | null;
  readonly isDemo: boolean;
  readonly locale: string | null;
  readonly toCollect: ToCollect | null;
  /** The sender has a device with notifications. */
  readonly hasDevice: boolean;
}

/**
 * Reads a delivery as its notices see it; `undefined` where there is none.
 *
 * @param foreseen the delivery as an act would leave it, in place of the stored one
 */
export async function readScene(
  { tx, orgId, now }: TxContext,
  deliveryId: string,
  foreseen?: DeliveryRecord,
): Promise<Scene | undefined> {
  const delivery = foreseen ?? (await readDelivery(tx, deliveryId));
  if (!delivery) return undefined;
  const task = deliverTaskOf(delivery);
  const promised = task?.window ?? delivery.window;
  const predicted = await readPredicted(tx, delivery, { task, orgId });
  const { carrier, zone, isDemo, toCollect } = predicted;
  // Parcels that an act would bring to the hub were kept there for no reminder yet.
  const reminders = foreseen && isToCollect(foreseen) ? 0 : null;
  return {
    delivery,
    facts: {
      ...factsOf(delivery, predicted, { promised, now }),
      toCollect: toCollect?.reminders ?? reminders,
    },
    carrier,
    zone,
    rules: predicted.rules ?? defaultRules(isDemo),
    promised,
    interval: intervalOf(predicted, now),
    toCollect,
    people: peopleOf(delivery, predicted.hasDevice),
    locale: predicted.locale,
  };
}

const intervalOf = ({ from, to }: Predicted, now: Instant): Window | null =>
  from !== null && to !== null && to > now ? { start: from, end: to } : null;

const factsOf = (
  { tasks, custody, closedAs, createdAt, handover }: DeliveryRecord,
  { ahead, at }: Predicted,
  { promised, now }: { readonly promised: Window; readonly now: Instant },
): Omit<Facts, "toCollect"> => ({
  tasks,
  custody,
  closedAs,
  ahead,
  isForHub: handover?.how === "hub",
  isNear: (at ?? promised.start) - now <= NEAR_MS,
  isLate: now > promised.end || ((at ?? now) > promised.end && now - createdAt >= SETTLED_MS),
});

const deliverTaskOf = ({ tasks }: DeliveryRecord): TaskRecord | undefined =>
  tasks.findLast(({ kind, state }) => kind === "deliver" && state !== "cancelled");

const isToCollect = ({ stateShown, handover }: DeliveryRecord): boolean =>
  stateShown === "at_hub" && handover?.how === "hub";

/** The carrier with its settings, and the prediction of a task by its courier. */
async function readPredicted(
  tx: Tx,
  delivery: DeliveryRecord,
  { task, orgId }: { readonly task: TaskRecord | undefined; readonly orgId: string },
): Promise<Predicted> {
  const { id, orderId, payerId } = delivery;
  const found = await first(
    tx,
    sql<Predicted>`
      select o.name as carrier, coalesce(${areaZone}, o.timezone) as zone, a.ahead, a.at, a.shown_from as "from",
        a.shown_to as "to", s.rules, o.demo as "isDemo", ${localeSql(orderId)} as locale,
        ${isToCollect(delivery) ? toCollectJson(orgId, id) : sql`null`} as "toCollect",
        exists (select from push_people v where v.org_id = o.id and v.person_id = ${payerId}) as "hasDevice"
      from organization o left join notice_settings s on s.org_id = o.id left join arrivals a on a.org_id = o.id and a.task_id = ${task?.id ?? null}
        and a.courier_id = ${task?.courierId ?? null}
      where o.id = app_org()`,
  );
  if (!found) throw new Error("an organisation vanished");
  return found;
}

/** The recipient and who booked, by each way; nobody twice under one address. */
function peopleOf({ recipient, sender, payerId }: DeliveryRecord, hasDevice: boolean): Addressee[] {
  const other: Audience = payerId === null ? "guest" : "sender";
  const both = [
    { audience: "recipient" as const, ...recipient },
    { audience: other, ...sender },
  ];
  const all = both.flatMap(({ audience, name, email, phone }): Addressee[] => [
    { audience, way: "mail", name, address: email?.trim().toLowerCase() || null, also: [] },
    { audience, way: "sms", name, address: phone || null, also: [] },
  ]);
  const device: Addressee = {
    audience: "sender",
    way: "push",
    name: sender.name,
    address: hasDevice ? payerId : null,
    also: [],
  };
  const isSame = (a: Addressee, b: Addressee) =>
    a !== b && a.address !== null && a.way === b.way && a.address === b.address;
  const told = all.filter((one, nth) => !all.slice(0, nth).some((before) => isSame(before, one)));
  return [...told, ...(payerId === null ? [] : [device])].map((one) => ({
    ...one,
    also: all.filter((other) => isSame(one, other)).map(({ audience }) => audience),
  }));
}

/** Only this of an address is kept for longer than a delivery. */
export const addressHash = (way: Way, address: string): string => sha256(`${way}:${address}`);
