import { restoreEdits, type Who } from "#features/deliveries/server/public.ts";
import type { Tx } from "#server/db/db.ts";
import { keepInverse } from "#server/db/inverse.ts";
import { derivedId } from "#server/ids.ts";
import type { WorkGuard } from "#server/room.ts";
import type { PlanEdit } from "../contract/api.ts";
import { backInto, standsAs } from "../domain/back-into.ts";
import type { Route } from "../domain/route.ts";
import type { Work } from "./edit-query.ts";
import { pinAgain, pinsAmong } from "./pins.ts";
import { replan } from "./replan.ts";

/** The day as it was before an edit, as far as the edit changed it. */
export interface EditInverse {
  readonly date: string;
  /** Couriers that deliveries had before; null for none. */
  readonly holders: readonly (readonly [deliveryId: string, courierId: string | null])[];
  readonly routes: readonly {
    readonly courierId: string;
    readonly before: readonly string[];
    readonly after: readonly string[];
  }[];
  /** Stops that the edit moved. */
  readonly moved: readonly string[];
  readonly pins: readonly string[];
  /** Command whose windows go back. */
  readonly postponed: string | null;
}

interface Edited {
  readonly date: string;
  readonly work: readonly Work[];
  readonly before: ReadonlyMap<string, Route>;
  /** The new order of the routes that changed. */
  readonly after: ReadonlyMap<string, readonly string[]>;
}

/** Keeps the way back from an edit; nothing where a delivery was shared by couriers, which no single edit gives back. */
export async function keepEditInverse(tx: Tx, edit: PlanEdit, edited: Edited): Promise<void> {
  const { date, work, before, after } = edited;
  if (edit.type === "restore") return;
  const owners = work.map((one) => new Set(one.stops.map(({ courierId }) => courierId)));
  if (owners.some((one) => one.size !== 1)) return;
  const pins = await pinsAmong(
    tx,
    work.map(({ deliveryId }) => deliveryId),
  );
  const data: EditInverse = {
    date,
    holders: work.map(({ deliveryId }, at) => [deliveryId, [...(owners[at] ?? [])][0] ?? null]),
    routes: [...after].map(([courierId, taskIds]) => ({
      courierId,
      before: (before.get(courierId)?.stops ?? []).map(({ taskId }) => taskId),
      after: taskIds,
    })),
    moved:
      edit.type === "move" ? [edit.taskId] : work.flatMap(({ stops }) => stops.map(({ taskId }) => taskId)),
    pins: [...pins.keys()],
    postponed: edit.type === "postpone" ? edit.commandId : null,
  };
  keepInverse(tx, { by: "edit-plan", data });
}

/**
 * Puts back what an edit of the plan changed, whole: couriers, places in the routes, promises, pins. Stops of others stay
 * where they are.
 *
 * @throws Refusal `dispatch.conflict` where a stop was moved since; those of `replan` and `restoreEdits`
 */
export async function undoEdit(
  tx: Tx,
  who: Who & { readonly key: string },
  inverse: EditInverse,
  guard: WorkGuard | undefined,
): Promise<void> {
  const { date, holders, routes, pins, postponed } = inverse;
  const moved = new Set(inverse.moved);
  const deliveryIds = holders.map(([id]) => id);
  if (postponed !== null) await restoreEdits(tx, who, { deliveryIds, undoes: postponed });
  const commandId = derivedId(who.key, "plan");
  const asked = {
    commandId,
    type: "plan.undo-edit",
    aggregateId: deliveryIds[0] ?? inverse.moved[0] ?? commandId,
    body: inverse,
    date,
    deliveryIds,
    courierIds: routes.map(({ courierId }) => courierId),
  };
  await replan(tx, who, asked, {
    guard,
    decide: (now) => {
      const sequences = routes.map(({ courierId, before, after }) => {
        const stops = now.routes.get(courierId)?.stops ?? [];
        const order = stops.map(({ taskId }) => taskId);
        if (!standsAs(after, order, moved)) throw now.conflictOn(courierId);
        return [courierId, backInto(before, stops, moved)] as const;
      });
      const held = new Map(now.work.map((one) => [one.deliveryId, one.stops[0]?.courierId ?? null]));
      const changed = holders.filter(([id, courierId]) => held.get(id) !== courierId);
      return { holders: new Map(changed), sequences: new Map(sequences) };
    },
  });
  await pinAgain(tx, who, pins, commandId);
}
