import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Endpoint, HEADERS, type InputOf } from "#contract/endpoint.ts";
import { choicesApi } from "#features/choices/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { DeliveryCommand } from "#features/deliveries/domain/command.ts";
import { readDeliveries } from "#features/deliveries/server/public.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { followFacts } from "#features/dispatch/server/follow-facts.ts";
import { makeLink } from "#features/tracking/server/public.ts";
import { HOUR_MS, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import { callWire } from "#test/support/processes/product.ts";
import { startWirePostgres, type WireDatabase } from "../shifts/wire/database.ts";
import { openOrganisation, type Organisation } from "../shifts/wire/organisation.ts";
import { type Deed, type Engine, type Said, type SeenRoute, type State, TODAY } from "./deed.ts";
import { makeOfficeFiles } from "./office-files.ts";
import { makeOfficePlans } from "./office-plans.ts";
import { type Followed, makeOnlookers } from "./onlookers.ts";
import { type DeskReport, playDesk } from "./run.ts";
import { drawTown, moveIntoTown } from "./town.ts";
import { makeWorld, type World } from "./world.ts";

/** Calls during which the server's connections to the database are cut. */
const CUT_SHARE = 0.03;
const CUT_WITHIN_MS = 15;
const FACTS: ReadonlySet<string> = new Set(["start", "arrive", "succeed", "fail", "correct"]);

/** Code of a refusal, as `callWire` tells it. */
const codeIn = (error: unknown): string => /: \d+ (\S+)$/.exec(String(error))?.[1] ?? String(error);

interface Parts {
  readonly world: World;
  readonly database: WireDatabase;
  readonly org: Organisation;
  /** Another company in the same database. */
  readonly stranger: Organisation;
}

/** The product on PostgreSQL, called through HTTP as its screens call it. */
function makeProduct({ world, database, org, stranger }: Parts): Engine {
  const { db } = database;
  const { orgId } = org;
  const followed = new Map<string, Followed>();
  /** Fees of cancellations by the keys of their calls. */
  const shownFees = new Map<string, InputOf<typeof deliveriesApi.cancelDelivery>["fee"]>();
  const onlookers = makeOnlookers({ world, db, org, stranger, followed });
  const plans = makeOfficePlans({ world, db, org, read: () => again(read), again });
  const files = makeOfficeFiles({ world, db, org, again, follow });
  const courierIdOf = (name: string): string => org.couriers.get(name)?.courierId ?? "";
  const courierIds = { ana: courierIdOf("ana"), ben: courierIdOf("ben") };

  /** Reads once more where the connection was cut. */
  async function again<T>(work: () => Promise<T>, left = 5): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(200);
      return again(work, left - 1);
    }
  }

  async function call<E extends Endpoint>({ by, key }: Deed, endpoint: E, input: InputOf<E>): Promise<void> {
    await callWire(org.url, endpoint, input, { token: by, key });
  }

  async function commanded(deed: Extract<Deed, { readonly kind: "command" }>): Promise<void> {
    const { id, command } = deed;
    if (command.type === "cancel") return cancel(deed);
    const sent = { ...command, occurredAt: toIso(command.occurredAt) };
    // Safe: the server's own schema reads it.
    if (FACTS.has(command.type))
      return call(deed, deliveriesApi.performTask, { id, command: factOf(sent) as never });
    return call(deed, deliveriesApi.handleDelivery, { id, command: sent as never });
  }

  /** Cancels for the fee that was shown when it was asked first: a repeat is the same call. */
  async function cancel(deed: Extract<Deed, { readonly kind: "command" }>): Promise<void> {
    const { by, key, id, command } = deed;
    const fee =
      shownFees.get(key) ??
      (await callWire(org.url, deliveriesApi.previewCancellation, { id }, { token: by })).fee;
    shownFees.set(key, fee);
    const head = { commandId: command.commandId, occurredAt: toIso(command.occurredAt) };
    await call(deed, deliveriesApi.cancelDelivery, { id, ...head, fee, note: null });
  }

  async function asked(deed: Deed): Promise<void> {
    if (deed.kind === "plan") return call(deed, dispatchApi.editPlan, { edit: deed.edit });
    if (deed.kind === "command") return commanded(deed);
    if (deed.kind === "optimise") return plans.optimise(deed);
    if (deed.kind === "publish") return plans.publish(deed);
    if (deed.kind === "import") return files.bringIn(deed);
    const { id, version, key } = deed;
    if (deed.kind === "edit") {
      const recipient = { name: "Rita", phone: "+4930123456", email: null, note: deed.note };
      return call(deed, deliveriesApi.editDelivery, { id, version, recipient });
    }
    const headers = { [HEADERS.trackingToken]: followed.get(id)?.token ?? "" };
    // Safe: windows are not chosen here.
    const choice = deed.choice as InputOf<typeof choicesApi.choose>["choice"];
    await callWire(org.url, choicesApi.choose, { version, choice }, { key, headers });
  }

  /** Makes the link of a delivery's recipient. */
  async function follow({ id, number }: Omit<Followed, "token">): Promise<void> {
    if (followed.has(id)) return;
    const link = await db.as({ orgId }, (tx) =>
      makeLink({ tx, orgId, now: world.now() }, id, { kind: "act" }),
    );
    followed.set(id, { id, number, token: link.token });
  }

  async function read(): Promise<State> {
    return db.as({ orgId }, async (tx) => {
      const stops = await rows(
        tx,
        sql<SeenRoute & { courierId: string }>`
          select r.courier_id as "courierId", r.revision, array(select s.task_id from stop s
            where s.org_id = r.org_id and s.route_id = r.id order by s.seq) as "taskIds"
          from route r where r.org_id = app_org() and r.service_date = ${TODAY}`,
      );
      const told = await rows(
        tx,
        sql<{ id: string; names: string[] }>`
          select aggregate_id as id, array_agg(type order by seq) as names from event
          where org_id = app_org() and aggregate = 'delivery' group by 1`,
      );
      const found = await readDeliveries(
        tx,
        told.map(({ id }) => id),
      );
      const empty = Object.values(courierIds).map((id) => [id, { revision: 0, taskIds: [] }] as const);
      const routes = stops.map(({ courierId, ...route }) => [courierId, route] as const);
      return {
        deliveries: new Map(found.map((one) => [one.id, one])),
        routes: new Map<string, SeenRoute>([...empty, ...routes]),
        events: new Map(told.map(({ id, names }) => [id, names])),
      };
    });
  }

  return {
    courierIds,
    book: async () => {
      const start = world.now() + world.dice.between(2, 8) * HOUR_MS;
      const payerId = org.others.get("sam")?.userId ?? "";
      const shop = { db, orgId, now: world.now() };
      const [booked] = await again(() => bookMany(shop, 1, { start, payerId }));
      const { id = "", number = "" } = booked ?? {};
      if (followed.size === 0) await onlookers.begin();
      await again(() => follow({ id, number }));
    },
    read: () => again(read),
    look: (state) => onlookers.look(state),
    errand: (by, state) => plans.next(by, state) ?? files.next(by),
    carryOut: async (deed) => {
      const isCut = world.dice.chance(CUT_SHARE);
      const cutAfter = world.dice.between(0, CUT_WITHIN_MS);
      const cut = isCut ? sleep(cutAfter).then(() => database.cut()) : Promise.resolve();
      const said = await asked(deed).then((): Said => "done", codeIn);
      await cut;
      // A process that is killed answers nobody, whatever it had done by then.
      if (isCut) return "lost";
      if (said.startsWith("http.")) return unanswered(said);
      return said;
    },
    follow: async () => {
      for (const id of followed.keys()) await again(() => followFacts(db, orgId, id, world.now()));
    },
  };

  /** A cut of the other call's connection fails this one, too; two answers are faults of the screen that sent it. */
  function unanswered(said: Said): Said {
    if (said === "http.bad-input") world.broke(33, "a screen sent what the server cannot read");
    if (said === "http.idempotency-mismatch")
      world.broke(33, "a screen sent another call than at its first try");
    // A call that was cut holds its key by the day's clock, which stands still while deeds are sent.
    if (said === "http.idempotency-running") world.pass(1);
    return "lost";
  }
}

/** A fact as its endpoint reads it: steps have no note. */
function factOf(sent: Omit<DeliveryCommand, "occurredAt"> & { readonly occurredAt: string }): object {
  const { note, ...rest } = { note: null, ...sent };
  if (sent.type === "start" || sent.type === "arrive") return rest;
  return { ...rest, note };
}

/** Days at the desk over HTTP on a real PostgreSQL, an organisation of its own for each seed. */
export interface ProductDesk {
  run(seeds: Iterable<number>, tell: (report: DeskReport) => void): Promise<void>;
  close(): Promise<void>;
}

/** @param lanes databases that are at work at the same time: a call waits more than it works */
export async function openProductDesk(lanes: number): Promise<ProductDesk> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "waybill-desk-"));
  const town = path.join(dataFolder, "town");
  await drawTown(town);
  const postgres = await startWirePostgres();
  const databases: WireDatabase[] = [];
  for (let lane = 0; lane < lanes; lane += 1) databases.push(await postgres.open());

  async function play(seed: number, database: WireDatabase): Promise<DeskReport> {
    const world = makeWorld(seed, []);
    const more = { cy: "dispatcher", sam: "sender" } as const;
    const shop = { db: database.db, dataFolder, former: new Set<string>() };
    const org = await openOrganisation(world, { ...shop, more });
    const stranger = await openOrganisation(world, shop);
    await moveIntoTown(database.db, org.orgId, town);
    try {
      return await playDesk(seed, world, makeProduct({ world, database, org, stranger }));
    } finally {
      await stranger.close();
      await org.close();
    }
  }

  return {
    async run(seeds, tell) {
      const left = seeds[Symbol.iterator]();
      const work = async (database: WireDatabase): Promise<void> => {
        for (let next = left.next(); next.done !== true; next = left.next())
          tell(await play(next.value, database));
      };
      await Promise.all(databases.map(work));
    },
    async close() {
      for (const database of databases) await database.close();
      await postgres.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
