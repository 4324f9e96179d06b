import type { ParsedOf } from "#contract/endpoint.ts";
import { isPending } from "#features/deliveries/domain/delivery.ts";
import {
  type DeliveryRecord,
  costOf,
  maySee,
  notFound,
  readDelivery,
} from "#features/deliveries/server/public.ts";
import { foreseeNotices } from "#features/notices/server/public.ts";
import { wouldTell } from "#features/push/server/public.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Consequences, consequencesApi } from "../contract/api.ts";
import { moneyChanges } from "../domain/money-changes.ts";
import { foresee } from "./foreseen.ts";

/** Consequences of an act as it would turn out now; nothing is written. @throws Refusal as the act itself */
export const readConsequences = (
  takesCards: boolean,
  { id, act, ...asked }: ParsedOf<typeof consequencesApi.readConsequences>,
  context: Context,
): Promise<Consequences> =>
  context.db.read(context.actor, async (tx) => {
    const { actor, now } = context;
    const before = await readDelivery(tx, actor.orgId, id);
    if (!before || !maySee(before, context)) throw notFound({ id });
    const after = foresee(before, { act, ...asked }, context);
    const { told, dropped } = await foreseeNotices({ tx, orgId: actor.orgId, now }, after);
    return {
      version: before.version,
      state: after.stateShown,
      custody: after.custody,
      couriers: await couriersOf(tx, { before, after, isMove: act === "cancel" || act === "hand_out" }),
      told: [...told],
      dropped: [...dropped],
      money: moneyChanges({ act, before, after, cost: costOf(before, takesCards) }),
    };
  });

interface Change {
  readonly before: DeliveryRecord;
  readonly after: DeliveryRecord;
  /** It is a move of the office, so that whoever moved the stop before it does not matter. */
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
