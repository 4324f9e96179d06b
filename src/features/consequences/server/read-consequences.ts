import type { ParsedOf } from "#contract/endpoint.ts";
import { courierById } from "#features/accounts/server/public.ts";
import { isPending } from "#features/deliveries/domain/delivery.ts";
import {
  type DeliveryRecord,
  costOf,
  maySee,
  notFound,
  readDelivery,
} from "#features/deliveries/server/public.ts";
import type { ForeseenAct } from "#features/delivery-pages/domain/foreseen-acts.ts";
import { plannedDay } from "#features/dispatch/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import { foreseeNotices } from "#features/notices/server/public.ts";
import { readReasons } from "#features/reasons/server/public.ts";
import { isFollowed, wouldTell } from "#features/push/server/public.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Consequences, consequencesApi } from "../contract/api.ts";
import { moneyChanges } from "../domain/money-changes.ts";
import { foreseeWritten, isWritten } from "./foreseen-edits.ts";
import { foresee } from "./foreseen.ts";

/** Consequences of an act as it would turn out now; nothing is written. @throws Refusal as the act itself */
export const readConsequences = (
  takesCards: boolean,
  { id, act, ...asked }: ParsedOf<typeof consequencesApi.readConsequences>,
  context: Context,
): Promise<Consequences> =>
  context.db.read(context.actor, async (tx) => {
    const { actor, now } = context;
    const before = await readDelivery(tx, id);
    if (!before || !maySee(before, context)) throw notFound({ id });
    const after = isWritten(act)
      ? await foreseeWritten({ tx, orgId: actor.orgId, now }, before, act)
      : foresee(before, { act, ...asked }, { ...context, reasons: await readReasons(tx) });
    const givenTo = act !== "hand_over" ? null : await takerOf(tx, context, { after, ...asked });
    const { told, dropped } = await foreseeNotices({ tx, orgId: actor.orgId, now }, after);
    return {
      version: before.version,
      state: after.stateShown,
      custody: after.custody,
      couriers: await couriersOf(tx, { before, after, isMove: MOVES.has(act) }),
      givenTo,
      told: [...told],
      dropped: [...dropped],
      money: moneyChanges({ act, before, after, cost: costOf(before, takesCards) }),
    };
  });

/** Acts that count as a move of the office, so that whoever moved the stop before does not matter. */
const MOVES: ReadonlySet<ForeseenAct> = new Set(["cancel", "hand_out", "hand_over"]);

/** @throws Refusal `dispatch.courier-unknown` */
async function takerOf(
  tx: Tx,
  { actor: { orgId }, now }: Context,
  { after, courierId }: { readonly after: DeliveryRecord; readonly courierId?: string | undefined },
): Promise<Consequences["givenTo"]> {
  const courier = courierId === undefined ? undefined : await courierById(tx, courierId);
  if (!courier?.active) throw new Refusal("dispatch.courier-unknown", { courierId: courierId ?? "" });
  const task = after.tasks.find((one) => isPending(one) && one.courierId === courier.id);
  const isToday = task !== undefined && (await plannedDay({ tx, orgId, now }, task)).isToday;
  return { name: courier.name, push: isToday && (await isFollowed(tx, courier.id)) };
}

interface Change {
  readonly before: DeliveryRecord;
  readonly after: DeliveryRecord;
  /** It is a move of the office. */
  readonly isMove: boolean;
}

/** Couriers who lose a stop that is still to be done. */
async function couriersOf(tx: Tx, { before, after, isMove }: Change): Promise<Consequences["couriers"]> {
  const lost = before.tasks.filter((task) => {
    const then = after.tasks.find(({ id }) => id === task.id);
    const isEnded = then?.state === "succeeded" || then?.state === "failed";
    const isGone = then?.courierId !== task.courierId || (!isPending(then) && !isEnded);
    return isPending(task) && task.courierId !== null && isGone;
  });
  if (lost.length === 0) return [];
  const taskIds = lost.map(({ id }) => id);
  const heard = await wouldTell(tx, taskIds, isMove);
  const names = [...new Set(lost.map(({ courierName }) => courierName ?? ""))];
  return names.map((name) => {
    const push = lost.some(({ id, courierName }) => courierName === name && heard.includes(id));
    return { name, push };
  });
}
