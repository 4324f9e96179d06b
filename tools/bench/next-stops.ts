import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { SECOND_MS } from "#kernel/instant.ts";
import type { Booked } from "#test/support/people/book-many.ts";
import { callWire } from "#test/support/processes/product.ts";
import { type BenchServer, makeMany } from "./bench-server.ts";

/** Deliveries of one courier at most. */
const PER_COURIER = 20;
/** Between two handovers of one courier; those of all couriers are spread over it. */
const PACE_MS = 10 * SECOND_MS;

export interface Turns {
  /** How many deliveries each courier hands over. */
  readonly handedOver: number;
  /** Time until nothing of the way out is told or predicted any more. */
  readonly restMs: number;
  /** Is told at each handover the place among the booked of the delivery that comes next by it. */
  readonly onNext: (nth: number) => void;
}

const head = () => ({ commandId: randomUUID(), occurredAt: new Date().toISOString() });

/**
 * Gives deliveries to couriers on duty who have collected them, and who hand them over one after the other.
 *
 * @returns ids of those that were handed over
 */
export async function handOverInTurn(
  server: BenchServer,
  booked: readonly Booked[],
  { handedOver: most, restMs, onNext }: Turns,
): Promise<ReadonlySet<string>> {
  const { url, db } = server;
  const token = await server.person("dispatcher");
  await makeMany(Math.ceil(booked.length / PER_COURIER), () => server.person("courier"));
  await db.pool.query(
    `insert into shift (org_id, id, courier_id, started_at)
     select org_id, gen_random_uuid(), courier_id, now() - interval '1 minute' from person where courier_id is not null`,
  );
  const succeed = (id: string, taskId: string, recipientName: string | null) => {
    const said = { recipientName, note: "As the courier says.", proofIds: [], unproven: true as const };
    const command = { ...head(), type: "succeed" as const, taskId, ...said };
    return callWire(url, deliveriesApi.performTask, { id, command }, { token });
  };
  const board = boardOf(await callWire(url, dispatchApi.readBoard, {}, { token }));
  const ways = board.couriers.map(({ id, route }, nth) => ({
    courier: { courierId: id, revision: route.revision },
    load: booked.slice(nth * PER_COURIER, (nth + 1) * PER_COURIER),
  }));
  const used = ways.filter(({ load }) => load.length > 1);
  for (const { courier, load } of used) {
    const deliveryIds = load.map(({ id }) => id);
    const { date } = board;
    const where = { date, deliveryIds, courierId: courier.courierId, beforeTaskId: null, seen: [courier] };
    await callWire(url, dispatchApi.editPlan, { edit: { ...head(), type: "assign", ...where } }, { token });
    for (const { id, collect } of load) await succeed(id, collect, null);
  }
  await sleep(restMs);
  const handedOver = new Set<string>();
  await Promise.all(
    used.map(async ({ load }, nth) => {
      await sleep((nth / used.length) * PACE_MS);
      for (const [at, { id, deliver }] of load.slice(0, Math.min(most, load.length - 1)).entries()) {
        await succeed(id, deliver, "Rita");
        handedOver.add(id);
        onNext(booked.findIndex((one) => one.id === load[at + 1]?.id));
        await sleep(PACE_MS);
      }
    }),
  );
  return handedOver;
}
