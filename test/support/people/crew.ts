import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import type { TaskKind } from "#features/deliveries/domain/task-lifecycle.ts";
import { stateOf } from "#features/deliveries/domain/state.ts";
import { readDeliveries, runCommand } from "#features/deliveries/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { book, good, head, openShop } from "./booking.ts";
import { photo } from "./photo.ts";
import type { Caller, World } from "../world.ts";

type Extra = Readonly<Record<string, unknown>>;

/** Gives work of a delivery to a courier, as dispatch does; all open work unless tasks are named. */
export async function assign(
  world: World,
  dispatcher: Caller,
  delivery: Delivery,
  courier: Caller,
  taskIds = delivery.tasks.filter((task) => task.state === "open").map((task) => task.id),
): Promise<void> {
  const who = { actor: dispatcher.actor, scope: "org" as const, now: world.now };
  const courierId = courier.actor.courierId ?? "";
  const head = { commandId: randomUUID(), occurredAt: world.now };
  await world.db.as(dispatcher.actor, (tx) =>
    runCommand(tx, who, {
      deliveryId: delivery.id,
      command: { type: "assign", ...head, taskIds, courierId },
    }),
  );
}

/** Takes tasks of a delivery back from their courier, as dispatch does. */
export async function unassign(
  world: World,
  dispatcher: Caller,
  { id: deliveryId }: Pick<Delivery, "id">,
  taskIds: readonly string[],
): Promise<void> {
  const who = { actor: dispatcher.actor, scope: "org" as const, now: world.now };
  const command = { type: "unassign" as const, commandId: randomUUID(), occurredAt: world.now, taskIds };
  await world.db.as(dispatcher.actor, (tx) => runCommand(tx, who, { deliveryId, command }));
}

/** The id of the newest task of a kind that was not cancelled. */
export const taskIdOf = (delivery: Delivery, kind: TaskKind): string =>
  delivery.tasks.findLast((task) => task.kind === kind && task.state !== "cancelled")?.id ?? "";

/** An outcome without anything to show for it. */
export const bare = { recipientName: null, note: null, proofIds: [] };

/** An open shop with a sender, a dispatcher and two couriers, and what they do all day. */
export async function openCrew(world: World) {
  await openShop(world);
  const sam = await world.person("Sam Sender", "sender");
  const bo = await world.person("Bo Board", "dispatcher");
  const kim = await world.person("Kim Kurier", "courier");
  const lee = await world.person("Lee Later", "courier");
  const image = await photo();

  const read = async (caller: Caller, id: string): Promise<Delivery> =>
    good(await caller.call(deliveriesApi.readDelivery, { id }));
  const give = async (delivery: Delivery, courier: Caller): Promise<Delivery> => {
    await assign(world, bo, delivery, courier);
    return read(bo, delivery.id);
  };
  const step = (caller: Caller, delivery: Delivery, kind: TaskKind, type: string, extra: Extra = {}) =>
    caller.call(deliveriesApi.performTask, {
      id: delivery.id,
      command: { ...head(world), taskId: taskIdOf(delivery, kind), type, ...extra } as never,
    });
  const handle = (delivery: Delivery, type: string, caller = bo) =>
    caller.call(deliveriesApi.handleDelivery, {
      id: delivery.id,
      command: { ...head(world), note: null, type } as never,
    });
  const keepPhoto = (delivery: Delivery, taskId = taskIdOf(delivery, "deliver"), caller = kim) =>
    caller.call(deliveriesApi.keepProof, {
      id: delivery.id,
      proofId: randomUUID(),
      taskId,
      kind: "photo",
      takenAt: toIso(world.now),
      image,
    });
  const assigned = async (): Promise<Delivery> => give(await book(world, sam), kim);
  const collected = async (): Promise<Delivery> =>
    good(await step(kim, await assigned(), "collect", "succeed", bare));
  const handOver = async (delivery: Delivery) => {
    const { id } = good(await keepPhoto(delivery));
    return step(kim, delivery, "deliver", "succeed", { ...bare, recipientName: "Rita", proofIds: [id] });
  };
  const delivered = async (): Promise<Delivery> => good(await handOver(await collected()));
  return { sam, bo, kim, lee, read, give, step, handle, keepPhoto, assigned, collected, handOver, delivered };
}
export type Crew = Awaited<ReturnType<typeof openCrew>>;

/** Deliveries whose stored state is not what the rules compute from their tasks: always none. */
export async function wronglyShown(world: World): Promise<string[]> {
  const { orgId } = world;
  const all = await world.db.as({ orgId }, async (tx) => {
    const ids = await rows(tx, sql<{ id: string }>`select id from delivery`);
    return readDeliveries(
      tx,
      ids.map((row) => row.id),
    );
  });
  if (all.length === 0) throw new Error("no delivery to look at");
  return all.filter((record) => record.stateShown !== stateOf(record)).map((record) => record.id);
}

/** Aggregates whose events have a gap, and deliveries whose version is not their newest event: always none. */
export async function brokenStories(world: World): Promise<string[]> {
  const found = await world.db.owner((tx) =>
    rows(
      tx,
      sql<{ id: string }>`
        select aggregate_id as id from event group by aggregate, aggregate_id having max(seq) <> count(*)
        union all
        select d.id from delivery d where d.version <> (select max(seq) from event e
          where e.aggregate = 'delivery' and e.aggregate_id = d.id)`,
    ),
  );
  return found.map((row) => row.id);
}
