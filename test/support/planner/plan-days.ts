import { randomUUID } from "node:crypto";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { planningApi } from "#features/planning/contract/api.ts";
import type { Plan } from "#features/planning/contract/plans.ts";
import { DAY_MS, HOUR_MS, toIso } from "#kernel/instant.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import { good } from "#test/support/people/booking.ts";
import type { Caller, World } from "#test/support/world.ts";

const TRIES = 200;
const WAIT_MS = 100;

/** Revisions of the routes that a plan was made for, as its publisher saw them. */
export const seenOf = ({ outcome }: Plan) =>
  (outcome?.routes ?? []).map(({ courierId, revision }) => ({ courierId, revision }));

export const courierOf = ({ actor }: Caller): string => actor.courierId ?? "";

/** Days of one world that a dispatcher plans through HTTP. */
export function planDays(world: World, bo: Caller) {
  let day = 0;
  /** A day of its own for each test, with its open deliveries. */
  const openDay = async (count: number) => {
    day += 1;
    const start = world.now + day * DAY_MS + HOUR_MS;
    const booked = await bookMany(world, count, { start });
    return { date: toIso(start).slice(0, 10), booked };
  };
  const boardOn = async (date: string) => boardOf(good(await bo.call(dispatchApi.readBoard, { date })));
  const start = (date: string, more: object = {}, key = randomUUID()) =>
    bo.call(planningApi.startPlan, { date, seconds: 1, ...more }, { key });
  const ended = async (id: string): Promise<Plan> => {
    for (let tries = 0; tries < TRIES; tries++) {
      const plan = good(await bo.call(planningApi.readPlan, { id }));
      if (plan.state !== "running") return plan;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
    throw new Error("the plan does not end");
  };
  const planned = async (date: string, more: object = {}): Promise<Plan> =>
    ended(good(await start(date, more)).id);
  /** Gives deliveries to a courier by hand. */
  const give = async (date: string, ids: readonly string[], who: Caller) =>
    good(
      await bo.call(dispatchApi.editPlan, {
        edit: {
          type: "assign",
          commandId: randomUUID(),
          occurredAt: toIso(world.now),
          date,
          seen: [],
          deliveryIds: [...ids],
          courierId: courierOf(who),
          beforeTaskId: null,
        },
      }),
    );
  return { openDay, boardOn, start, ended, planned, give };
}
