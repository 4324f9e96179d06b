import { sql } from "kysely";
import { demoApi } from "#contract/demo.ts";
import { forgetActors } from "#features/accounts/server/public.ts";
import { demoDataApi } from "#features/setup/contract/demo-data.ts";
import { makeLink } from "#features/tracking/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { on } from "#server/http/route.ts";
import type { Context } from "#server/http/route.ts";
import { DEMO_PEOPLE } from "#engines/demo-identity/people.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { sampleLabels } from "./addresses.ts";
import { DEMO_REMOVED, demoDataIn, mustBeRemovable, removeRows } from "./demo-data.ts";
import { removeDemoFiles } from "./demo-files.ts";
import { liveDayOf } from "./live-day.ts";
import { onItsWayOf } from "./on-its-way.ts";

export interface DemoRoom extends Room {
  /** Whether pages are those of a demo; false from the removal of its data on. */
  readonly isOn: () => boolean;
  stop(): Promise<void>;
}

interface DemoParts extends RoomParts {
  readonly isDemo?: boolean;
  readonly isOpenDemo?: boolean;
}

/** The demo's own calls. Installed everywhere, and answered only where the carrier is a demo. */
export function demoRoom(parts: DemoParts, rooms: readonly Room[]): DemoRoom {
  const { db, orgId, clock, log, isDemo = false, isOpenDemo: isOpen = false } = parts;
  const live = liveDayOf({ db, orgId, rooms, clock, log });
  const onItsWay = onItsWayOf({ db, orgId, rooms, clock, log });
  let isOver = false;
  /** Its couriers and neighbours would write on. @returns how they go on */
  const holdAll = async (): Promise<() => void> => {
    const goOn = [await live.hold(), await onItsWay.hold()];
    return () => {
      if (!isOver) for (const one of goOn) one();
    };
  };
  const forgetDemo = (): void => {
    isOver = true;
    forgetActors();
  };
  const remove = async (name: string, context: Context) => {
    const wanted = { name, isOpen };
    await db.owner((tx) => mustBeRemovable(tx, wanted));
    const goOn = await holdAll();
    const after = await removeRows(wanted, context, parts).catch((error: unknown) => {
      goOn();
      throw error;
    });
    forgetDemo();
    // After the commit: a picture without its row is found by nobody, a row without its picture is a fault.
    await removeDemoFiles({ ...parts, now: context.now }).catch((error: unknown) => {
      log.error({ error: String(error) }, "files of the demo stay until the next start");
    });
    return after;
  };
  // Another process may have removed it.
  parts.hub.follow((_, messages) => {
    if (!messages.some(({ type }) => type === DEMO_REMOVED)) return;
    forgetDemo();
    void holdAll();
  });
  return {
    name: "demo",
    isOn: () => isDemo && !isOver,
    routes: [
      on(demoApi.readDemo, async (_input, { actor }) => {
        const addresses = await db.as(actor, async (tx) => {
          await onlyDemo(tx);
          return sampleLabels(tx, SHOWN_ADDRESSES);
        });
        return { people: PEOPLE, addresses, day: live.day() };
      }),
      on(demoApi.runDay, async ({ speed }, { actor }) => {
        await db.as(actor, (tx) => onlyDemo(tx));
        return live.run(speed);
      }),
      on(demoApi.openTracking, async ({ orderId }, context) => {
        await db.as(context.actor, (tx) => onlyDemo(tx));
        const coming = orderId === undefined ? await onItsWay.find() : undefined;
        return db.as(context.actor, (tx) => openTracking(tx, context, { orderId, coming }));
      }),
      on(demoDataApi.readDemoData, () => db.owner((tx) => demoDataIn(tx, isOpen))),
      on(demoDataApi.removeDemoData, ({ name }, context) => remove(name, context)),
    ],
    refusals: {},
    async stop() {
      onItsWay.stop();
      await live.stop();
    },
  };
}

/** Enough for both ends of a few bookings. */
const SHOWN_ADDRESSES = 4;

const PEOPLE = DEMO_PEOPLE.map(({ hint, name, roles }) => ({
  hint,
  name,
  role: roles[0] ?? ("sender" as const),
}));

/** @throws Refusal `http.not-found` */
async function onlyDemo(tx: Tx): Promise<void> {
  const row = await first(tx, sql`select 1 from organization where id = app_org() and demo`);
  if (!row) throw new Refusal("http.not-found");
}

/** States in the order in which a visitor would like to follow them, where no delivery can be started. */
const LIVELIEST = [
  "out_for_delivery",
  "at_dropoff",
  "collected",
  "en_route_to_pickup",
  "assigned",
  "delivered",
];

interface Wanted {
  readonly orderId: string | undefined;
  /** The delivery that is on its way to its recipient. */
  readonly coming: string | undefined;
}

/**
 * Makes a tracking link for any caller. In a demo the visitor is sender and recipient at once; only somebody who
 * has seen the order's address, of 74 random bits, gets the link of a given order.
 * @throws Refusal `http.not-found` while the order has no delivery to watch
 */
async function openTracking(tx: Tx, { actor, now }: Context, { orderId, coming }: Wanted) {
  if (coming !== undefined) return makeLink({ tx, orgId: actor.orgId, now }, coming, { kind: "act" });
  const row = await first(
    tx,
    sql<{ id: string }>`
      select id from deliveries where org_id = app_org()
        and case when ${orderId ?? null}::uuid is null then state_shown = any (${LIVELIEST})
                 else order_id = ${orderId ?? null} end
      order by array_position(${LIVELIEST}::text[], state_shown), window_start desc, id limit 1`,
  );
  if (!row) throw new Refusal("http.not-found");
  return makeLink({ tx, orgId: actor.orgId, now }, row.id, { kind: "act" });
}
